"""Any game: what lies on the table field by field, then what each player has."""

from collections import Counter
from collections.abc import Iterator
from typing import Any

from cartable.kernel import View
from cartable.research.pictures.scene import Face, Row, row

LETTERS = 4
"""How many letters of a card's name fit in its corner."""


def face(card: str) -> Face:
    """Any card, by its name alone."""
    return Face(card, "grey", "", card[:LETTERS])


def scene(view: View[Any]) -> list[Row]:
    """The table as the view tells it."""
    return list(_rows(view))


def _rows(view: View[Any]) -> Iterator[Row]:
    common = View.__struct_fields__
    fields = {name: getattr(view, name) for name in view.__struct_fields__ if name not in common}
    seats = _seats(fields)
    yield row(str(view.phase))
    by_seat = {name: value for name, value in fields.items() if _is_list(value) and len(value) == seats}
    for name, value in fields.items():
        if name in by_seat:
            continue
        if isinstance(value, int | str):
            yield row(f"{name} {value}")
        elif value and all(isinstance(each, str) for each in value):
            yield row(name, map(face, value))
    for seat in range(seats):
        mark = "*" if seat in view.to_move else ""
        numbers = [str(value[seat]) for value in by_seat.values() if isinstance(value[seat], int)]
        cards = [card for value in by_seat.values() if _is_list(value[seat]) for card in value[seat]]
        yield row(" ".join([f"player {seat}{mark}", *numbers]), [face(card) for card in cards if isinstance(card, str)])


def _seats(fields: dict[str, Any]) -> int:
    """How many players there are: as many as most lists have entries, lists of cards left out."""
    lists = [value for value in fields.values() if _is_list(value) and value and not isinstance(value[0], str)]
    return Counter(map(len, lists)).most_common(1)[0][0] if lists else 0


def _is_list(value: Any) -> bool:
    return isinstance(value, tuple | list)
