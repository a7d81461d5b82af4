"""Quinto: the grid, the sum, and everybody's sheet."""

from collections.abc import Iterator

from cartable.games.quinto.cards import COLOURS, LETTERS
from cartable.games.quinto.sheet import CELLS, ROWS
from cartable.games.quinto.view import QuintoView
from cartable.research.pictures.scene import BLANK, Face, Row, row


def face(card: str) -> Face:
    """A card of Quinto."""
    return Face(card, LETTERS[card[0]], "", card[1:])


def scene(view: QuintoView) -> list[Row]:
    """The table from the middle outwards."""
    return list(_rows(view))


def _rows(view: QuintoView) -> Iterator[Row]:
    yield row(f"grid, pile {view.pile}", map(face, view.grid.values()))
    offer = view.announced
    colours = [Face(colour, colour) for colour in offer.colours] if offer is not None else []
    yield row("sum" if offer is None else f"sum {offer.sum}", colours)
    for seat, sheet in enumerate(view.sheets):
        mark = "*" if seat in view.to_move else ""
        for colour in COLOURS:
            first = f"player {seat}{mark} {view.scores[seat]}"
            label = first if colour == COLOURS[0] else f"misses {view.misses[seat]}" if colour == COLOURS[1] else ""
            yield row(label, [_cell(sheet.get(CELLS[at], 0), colour) for at in ROWS[colour]])


def _cell(number: int, colour: str) -> Face:
    return Face(f"{number:2}", colour, "", str(number)) if number else Face(" .", BLANK)
