"""What a seat can do, as small frozen values with a written form."""

from typing import Final

import msgspec


class Act(msgspec.Struct, frozen=True, gc=False):
    """One thing a seat does. `str(act)` is its written form, and the game's `read` is the inverse."""


class Deal(Act, frozen=True, gc=False):
    """DEALER shows a card: the dealer's usual act, the same in every game."""

    card: str

    def __str__(self) -> str:
        return f"deal {self.card}"


_LONGEST: Final = 9
"""No column, row, cell or seat needs more digits than this."""


def whole_number(word: str) -> int | None:
    """The whole number a word writes, exactly as `str` would: no sign but minus, no leading zeros."""
    if len(word) > _LONGEST or not word.removeprefix("-").isdecimal():
        return None
    number = int(word)
    return number if str(number) == word else None
