"""What people may call themselves."""

import unicodedata
from typing import Final

from cartable.kernel import Refused

LONGEST: Final = 20
BAD_NAME: Final = Refused("bad-name", "TABLE")

_NOT_SHOWN: Final = {"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"}
"""Control and direction marks, halves of characters, private and unassigned ones, line ends."""

_JOINERS: Final = {"\u200c", "\u200d"}
"""Invisible by themselves, but scripts and emoji are written with them."""

_MARKS: Final = {"Mn", "Me", "Mc"}
MOST_MARKS: Final = 3
"""Accents on one letter: real scripts need no more, and a heap of them hides the next line."""


def hidden(letter: str) -> bool:
    """Is this a character that nobody sees, and that may change how others are seen?"""
    return unicodedata.category(letter) in _NOT_SHOWN and letter not in _JOINERS


def clean_name(text: str) -> str | None:
    """The name in one way of writing it (NFC, single spaces), or None when it is none."""
    name = " ".join(unicodedata.normalize("NFC", text).split())
    if not 1 <= len(name) <= LONGEST:
        return None
    marks = 0
    visible = False
    for letter in name:
        category = unicodedata.category(letter)
        if hidden(letter):
            return None
        marks = marks + 1 if category in _MARKS else 0
        if marks > MOST_MARKS:
            return None
        visible = visible or category[0] in "LNPS"
    return name if visible else None


_BOT_NAMES: Final = ("Ada", "Bo", "Cleo", "Dov", "Edda", "Finn", "Gus", "Hana", "Ines", "Jun")


def bot_name(taken: set[str]) -> str:
    """A name for a bot that nobody at the table has."""
    known = {name.casefold() for name in taken}
    free = (name for name in _BOT_NAMES if name.casefold() not in known)
    numbered = (f"Bot {number}" for number in range(1, 100) if f"bot {number}" not in known)
    return next(free, None) or next(numbered)
