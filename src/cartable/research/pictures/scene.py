"""What is to be shown: rows of cards, each row with a label."""

from collections.abc import Iterable, Iterator
from typing import Final

import msgspec

BACK: Final = "back"
BLANK: Final = "blank"


class Face(msgspec.Struct, frozen=True):
    """A card as it looks: its name in text, its colour, the shape on it and a word in its corner."""

    name: str
    colour: str
    shape: str = ""
    corner: str = ""


FACE_DOWN: Final = Face("##", BACK)


class Row(msgspec.Struct, frozen=True):
    """Cards side by side."""

    label: str
    faces: tuple[Face, ...] = ()


def row(label: str, faces: Iterable[Face] = ()) -> Row:
    """Cards side by side, with what they are."""
    return Row(label, tuple(faces))


def lines(rows: Iterable[Row]) -> Iterator[str]:
    """The rows as text."""
    for each in rows:
        yield f"{each.label:<16} {' '.join(face.name for face in each.faces)}".rstrip()
