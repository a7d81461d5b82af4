"""What a seat can do, as small frozen values with a written form."""

import msgspec


class Act(msgspec.Struct, frozen=True, gc=False):
    """One thing a seat does. `str(act)` is its written form, and the game's `read` is the inverse."""
