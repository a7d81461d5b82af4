"""Quinto: what can be done, and how it is written."""

from collections.abc import Mapping
from typing import Final

from cartable.games.quinto.cards import DECK, KINDS, VALUE
from cartable.games.quinto.grid import NEIGHBOURS, PLACES, On
from cartable.games.quinto.sheet import CELLS
from cartable.kernel import Act, whole_number


class Lay(Act, frozen=True, gc=False):
    """Lay one card on the grid, or two of the same value one after the other."""

    on: On

    def __str__(self) -> str:
        return "lay " + " ".join(f"{card} {place}" for card, place in self.on)


class Write(Act, frozen=True, gc=False):
    """Write the sum in a cell of the own sheet."""

    cell: str

    def __str__(self) -> str:
        return f"write {self.cell}"


class Pass(Act, frozen=True, gc=False):
    """Write nothing."""

    def __str__(self) -> str:
        return "pass"


class Deal(Act, frozen=True, gc=False):
    """DEALER: the next card of the pile."""

    card: str

    def __str__(self) -> str:
        return f"deal {self.card}"


class First(Act, frozen=True, gc=False):
    """DEALER: the lot that says who starts."""

    seat: int

    def __str__(self) -> str:
        return f"first {self.seat}"


QuintoAct = Lay | Write | Pass | Deal | First

FORMS: Final = ("lay CARD PLACE", "lay CARD PLACE CARD PLACE", "write CELL", "pass", "deal CARD", "first N")

# Ready-made acts: `legal` is asked before every act.
LAY: Final = {card: tuple(Lay(((card, place),)) for place in PLACES) for card in DECK}
LAY_TWO: Final = {
    (card, second): tuple(Lay(((card, at), (second, beside))) for at in PLACES for beside in NEIGHBOURS[at])
    for card in DECK
    for second in DECK
    if card != second and VALUE[card] == VALUE[second]  # QUIN-15
}
WRITE: Final = tuple(Write(cell) for cell in CELLS)
PASS: Final = Pass()
DEAL: Final = {card: Deal(card) for card in DECK}
FIRST: Final = tuple(First(seat) for seat in range(4))

REVEALS: Final[Mapping[str, Mapping[str, QuintoAct]]] = {
    "deal": DEAL,
    "first": {str(seat): act for seat, act in enumerate(FIRST)},
}

EVERY: Final[tuple[QuintoAct, ...]] = (
    *(act for acts in LAY.values() for act in acts),
    *(act for acts in LAY_TWO.values() for act in acts),
    *WRITE,
    PASS,
    *DEAL.values(),
    *FIRST,
)
"""Every act that can ever be allowed."""

_KNOWN: Final = {str(act): act for act in EVERY}


def read(text: str) -> QuintoAct | None:
    """The act a text writes. Impossible places, cells, seats and lays are still acts: the rules refuse them."""
    known = _KNOWN.get(text)
    if known is not None:
        return known
    verb, *words = text.split(" ")
    if verb == "lay":
        return _read_lay(words)
    if len(words) != 1:
        return None
    if verb == "write" and _is_letter(words[0][:1]) and whole_number(words[0][1:]) is not None:
        return Write(words[0])
    seat = whole_number(words[0])
    return First(seat) if verb == "first" and seat is not None else None


def _read_lay(words: list[str]) -> Lay | None:
    cards, places = words[::2], words[1::2]
    if not cards or len(cards) != len(places):
        return None
    if not all(card in KINDS.index for card in cards) or not all(map(_is_letter, places)):
        return None
    return Lay(tuple(zip(cards, places, strict=True)))


def _is_letter(word: str) -> bool:
    return len(word) == 1 and "a" <= word <= "z"
