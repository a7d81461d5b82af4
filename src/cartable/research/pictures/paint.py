"""Paints a scene with nothing but arrays: no library for pictures is needed."""

from collections.abc import Sequence
from functools import lru_cache
from typing import Final

import numpy as np
from numpy.typing import NDArray

from cartable.research.pictures.scene import BACK, BLANK, Face, Row
from cartable.research.pictures.shapes import letters, points

Picture = NDArray[np.uint8]

WIDTH: Final = 720
HEIGHT: Final = 540
MARGIN: Final = 8
LABEL: Final = 140
GAP: Final = 4
WIDEST: Final = 44

CLOTH: Final = (28, 74, 58)
PAPER: Final = (250, 247, 240)
INK: Final = (40, 40, 48)
CHALK: Final = (226, 232, 222)
COLOURS: Final = {
    "green": (46, 139, 87),
    "yellow": (214, 164, 0),
    "red": (200, 48, 56),
    "blue": (36, 98, 196),
    "purple": (128, 62, 160),
    "orange": (226, 112, 20),
    "pink": (224, 112, 168),
    "brown": (126, 84, 50),
    "grey": (120, 120, 124),
    BACK: (70, 96, 140),
    BLANK: (205, 204, 198),
}


def paint(rows: Sequence[Row]) -> Picture:
    """All rows one below the other; a picture is always of the same size."""
    picture = np.full((HEIGHT, WIDTH, 3), CLOTH, np.uint8)
    high = (HEIGHT - 2 * MARGIN) // max(len(rows), 9)
    for number, row in enumerate(rows):
        top = MARGIN + number * high
        _stamp(picture, letters(row.label[:16], 2), top + high // 2 - 6, MARGIN, CHALK)
        room = (WIDTH - LABEL - MARGIN) // max(len(row.faces), 1)
        wide = max(6, min(WIDEST, high - GAP, room - GAP))
        for at, face in enumerate(row.faces):
            left = LABEL + at * min(room, wide + GAP)
            card = _card(face, high - GAP, wide)
            picture[top : top + card.shape[0], left : left + card.shape[1]] = card
    return picture


@lru_cache(maxsize=2048)
def _card(face: Face, high: int, wide: int) -> Picture:
    """One card: paper with a shape in its colour, or, without a shape, all of its colour."""
    colour = COLOURS[face.colour]
    card = np.full((high, wide, 3), PAPER if face.shape else colour, np.uint8)
    card[[0, -1]] = colour
    card[:, [0, -1]] = colour
    if face.shape:
        size = max(4, min(wide, high) * 2 // 3)
        _stamp(card, points(face.shape, size), high - size - 2, (wide - size) // 2, colour)
    if face.corner:
        _stamp(card, letters(face.corner, 2), 3, 3, INK if face.shape else PAPER)
    return card


def _stamp(picture: Picture, mask: NDArray[np.bool_], top: int, left: int, colour: tuple[int, int, int]) -> None:
    """Colour the points of a mask; what would lie outside is left out."""
    top, left = max(top, 0), max(left, 0)
    part = picture[top : top + mask.shape[0], left : left + mask.shape[1]]
    part[mask[: part.shape[0], : part.shape[1]]] = colour
