"""Push: what may be varied from table to table."""

from typing import Annotated, Literal

import msgspec

from cartable.kernel import Options


class PushOptions(Options, frozen=True, kw_only=True):
    """What may be varied."""

    risk: Annotated[bool, msgspec.Meta(extra={"rule": "PUSH-38"})] = False
    switch_cards: Annotated[Literal["removed", "kept"], msgspec.Meta(extra={"rule": "PUSH-07"})] = "removed"
