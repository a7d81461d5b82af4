"""Quinto: what can be done, how it is written, and why it may be refused."""

from collections.abc import Mapping
from typing import Final

from cartable.games.quinto.cards import DECK, KINDS, NEIGHBOURS, PLACES, VALUE, On
from cartable.games.quinto.sheet import CELLS
from cartable.kernel import Act, Deal, Refusals, whole_number


class QuintoLay(Act, frozen=True, gc=False):
    """Lay one card on the grid, or two of the same value one after the other."""

    on: On

    def __str__(self) -> str:
        return "lay " + " ".join(f"{card} {place}" for card, place in self.on)


class QuintoWrite(Act, frozen=True, gc=False):
    """Write the sum in a cell of one's own sheet."""

    cell: str

    def __str__(self) -> str:
        return f"write {self.cell}"


class QuintoPass(Act, frozen=True, gc=False):
    """Write nothing."""

    def __str__(self) -> str:
        return "pass"


class QuintoFirst(Act, frozen=True, gc=False):
    """DEALER: the lot that says who starts."""

    seat: int

    def __str__(self) -> str:
        return f"first {self.seat}"


QuintoAct = QuintoLay | QuintoWrite | QuintoPass | Deal | QuintoFirst

FORMS: Final = ("lay CARD PLACE", "lay CARD PLACE CARD PLACE", "write CELL", "pass", "deal CARD", "first N")

# Ready-made acts: `legal` is asked before every act.
LAY: Final = {card: tuple(QuintoLay(((card, place),)) for place in PLACES) for card in DECK}
LAY_TWO: Final = {
    (card, second): tuple(QuintoLay(((card, at), (second, beside))) for at in PLACES for beside in NEIGHBOURS[at])
    for card in DECK
    for second in DECK
    if card != second and VALUE[card] == VALUE[second]  # QUIN-15
}
WRITE: Final = tuple(QuintoWrite(cell) for cell in CELLS)
PASS: Final = QuintoPass()
DEAL: Final = {card: Deal(card) for card in DECK}
FIRST: Final = tuple(QuintoFirst(seat) for seat in range(4))

REVEALS: Final[Mapping[str, Mapping[str, QuintoAct]]] = {
    "deal": DEAL,
    "first": {str(seat): act for seat, act in enumerate(FIRST)},
}

ACTS: Final[tuple[QuintoAct, ...]] = (
    *(act for acts in LAY.values() for act in acts),
    *(act for acts in LAY_TWO.values() for act in acts),
    *WRITE,
    PASS,
)
"""Every act of a player that can ever be allowed."""

_KNOWN: Final[dict[str, QuintoAct]] = {str(act): act for act in (*ACTS, *DEAL.values(), *FIRST)}


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
        return QuintoWrite(words[0])
    seat = whole_number(words[0])
    return QuintoFirst(seat) if verb == "first" and seat is not None else None


def _read_lay(words: list[str]) -> QuintoLay | None:
    cards, places = words[::2], words[1::2]
    if not cards or len(cards) != len(places):
        return None
    if not all(card in KINDS.index for card in cards) or not all(map(_is_letter, places)):
        return None
    return QuintoLay(tuple(zip(cards, places, strict=True)))


def _is_letter(word: str) -> bool:
    return len(word) == 1 and "a" <= word <= "z"


# --- every reason to refuse an act, and the rule behind it --------------------------------------------------

REFUSALS: Final = Refusals(
    {
        "over": "QUIN-23",
        "being-dealt": "QUIN-10",
        "being-drawn": "QUIN-20",
        "only-the-dealer": "QUIN-10",
        "nothing-to-deal": "QUIN-10",
        "card-not-left": "QUIN-01",
        "no-such-seat": "QUIN-02",
        "not-your-turn": "QUIN-21",
        "nothing-announced": "QUIN-14",
        "not-held": "QUIN-11",
        "no-such-place": "QUIN-11",
        "nothing-laid": "QUIN-11",
        "two-at-most": "QUIN-16",
        "card-twice": "QUIN-15",
        "values-differ": "QUIN-15",
        "not-neighbours": "QUIN-15",
        "write-or-pass": "QUIN-17",
        "already-chosen": "QUIN-17",
        "no-such-cell": "QUIN-03",
        "nothing-to-write": "QUIN-19",
        "wrong-colour": "QUIN-17",
        "cell-taken": "QUIN-09",
        "not-rising": "QUIN-07",
        "twice-in-column": "QUIN-08",
    }
)
