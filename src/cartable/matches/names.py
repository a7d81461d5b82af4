"""What people may call themselves, and which names look alike."""

import re
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

_BLANK: Final = re.compile(
    r"[\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f\u2800\u3164"
    r"\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufff8\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e0fff]"
)
"""What leaves no mark: Unicode's property Default_Ignorable_Code_Point, which `unicodedata` does not have, and the
Braille pattern without dots."""


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
        visible = visible or (category[0] in "LNPS" and not _BLANK.match(letter))
    return name if visible else None


def name_key(name: str) -> str:
    """Return what two names are compared by: names that differ only in case, width or blank characters are the same."""
    shown = "".join(letter for letter in name if not _BLANK.match(letter))
    folded = unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", shown).casefold())
    return " ".join(folded.split())


_BOT_NAMES: Final = ("Ada", "Bo", "Cleo", "Dov", "Edda", "Finn", "Gus", "Hana", "Ines", "Jun")


def bot_name(taken: set[str]) -> str:
    """A name for a bot that nobody at the table has."""
    known = {name_key(name) for name in taken}
    free = (name for name in _BOT_NAMES if name_key(name) not in known)
    numbered = (f"Bot {number}" for number in range(1, 100) if f"bot {number}" not in known)
    return next(free, None) or next(numbered)
