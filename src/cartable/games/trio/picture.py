"""Trio: the three piles, and how many cards everybody has left."""

from collections.abc import Iterator
from typing import Final

from cartable.games.trio.view import TrioView
from cartable.research.pictures.scene import FACE_DOWN, Face, Row, row

SHOWN: Final = 8
"""How many cards of a pile are shown, the top last."""


def face(card: str) -> Face:
    """A card of Trio; one that nobody has seen lies face down."""
    if not card:
        return FACE_DOWN
    number, colour, symbol = card.split("-")
    return Face(card, colour, symbol, number)


def scene(view: TrioView) -> list[Row]:
    """The table from the middle outwards."""
    return list(_rows(view))


def _rows(view: TrioView) -> Iterator[Row]:
    yield row(f"round {view.round}, {view.phase}")
    for pile, cards in view.centre.items():
        yield row(pile, map(face, cards[-SHOWN:]))
    for seat, (hand, stack) in enumerate(zip(view.hands, view.stacks, strict=True)):
        mark = "*" if seat in view.to_move else ""
        yield row(f"player {seat}{mark} {hand}+{stack}", [FACE_DOWN] * hand)
