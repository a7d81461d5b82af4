"""Hexa: the open card, the six rows, and how far everybody is."""

from collections.abc import Iterator

from cartable.games.hexa.cards import HEXAGON
from cartable.games.hexa.view import HexaView
from cartable.research.pictures.scene import FACE_DOWN, Face, Row, row


def face(card: str) -> Face:
    """A card of Hexa, or a side of the hexagon."""
    colour, thing = card.split("-")
    return Face(card, colour, thing)


def scene(view: HexaView) -> list[Row]:
    """The table from the middle outwards."""
    return list(_rows(view))


def _rows(view: HexaView) -> Iterator[Row]:
    yield row(f"neutral {len(view.neutral)}", [face(view.open)] if view.open else [])
    for number, (printed, cards) in enumerate(zip(HEXAGON, view.rows, strict=True), 1):
        yield row(f"row {number}", map(face, (printed, *cards)))
    for seat, pile in enumerate(view.piles):
        mark = "*" if seat in view.to_move else ""
        chips = "" if seat not in view.out else " out"
        yield row(f"player {seat}{mark} -{view.chips[seat]}{chips}", [FACE_DOWN] * pile)
