"""Reading the small words that written acts are made of."""

from typing import Final

_LONGEST: Final = 9
"""No column, row, cell or seat needs more digits; endless ones are no number of ours."""


def whole_number(word: str) -> int | None:
    """The whole number a word writes, exactly as `str` would: no sign but minus, no leading zeros."""
    if len(word) > _LONGEST or not word.removeprefix("-").isdecimal():
        return None
    number = int(word)
    return number if str(number) == word else None
