"""Push: the columns, the card turned, and what everybody has."""

from collections.abc import Iterator

from cartable.games.push.cards import DICE, LETTERS, SHAPES, SWITCH
from cartable.games.push.view import PushView
from cartable.research.pictures.scene import FACE_DOWN, Face, Row, row


def face(card: str) -> Face:
    """A card of Push."""
    if card == DICE:
        return Face(card, "grey", "die")
    if card == SWITCH:
        return Face(card, "grey", "switch")
    colour = LETTERS[card[0]]
    return Face(card, colour, SHAPES[colour], card[1])


def scene(view: PushView) -> list[Row]:
    """The table from the middle outwards."""
    return list(_rows(view))


def _rows(view: PushView) -> Iterator[Row]:
    yield row(f"pile {view.pile}", [face(view.drawn)] if view.drawn else [])
    for number in range(3):
        cards = view.columns[number] if number < len(view.columns) else ()
        yield row(f"column {number + 1}", map(face, cards))
    for seat, zone in enumerate(view.zones):
        mark = "*" if seat in view.to_move else ""
        faces = [*map(face, zone.shown), *[FACE_DOWN] * len(zone.protected)]
        yield row(f"player {seat}{mark} {view.scores[seat]}", faces)
