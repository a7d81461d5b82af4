"""Trio: what can be done, and how it is written."""

from collections.abc import Mapping
from typing import Final

from cartable.games.trio.cards import CARDS, KINDS, PILES
from cartable.kernel import Act


class Go(Act, frozen=True, gc=False):
    """Start or resume the play; CLOCK's in place of a silent player."""

    def __str__(self) -> str:
        return "go"


class Lay(Act, frozen=True, gc=False):
    """Lay a card from the hand. `on` is the top card its player saw; left out: the present top."""

    card: str
    pile: str
    on: str = ""

    def __str__(self) -> str:
        return f"lay {self.card} {self.pile} on {self.on}" if self.on else f"lay {self.card} {self.pile}"


class Fault(Act, frozen=True, gc=False):
    """Say that the top card of a pile is wrong. `on` is the card meant; left out: the present top."""

    pile: str
    on: str = ""

    def __str__(self) -> str:
        return f"fault {self.pile} on {self.on}" if self.on else f"fault {self.pile}"


class Deal(Act, frozen=True, gc=False):
    """DEALER: the card that was turned or taken in hand."""

    card: str

    def __str__(self) -> str:
        return f"deal {self.card}"


class Relief(Act, frozen=True, gc=False):
    """CLOCK: nobody can play; the middle is laid out again (TRIO-24)."""

    def __str__(self) -> str:
        return "relief"


class Settle(Act, frozen=True, gc=False):
    """CLOCK: the grace time after a last card is over (TRIO-22)."""

    def __str__(self) -> str:
        return "settle"


TrioAct = Go | Lay | Fault | Deal | Relief | Settle

FORMS: Final = ("go", "lay CARD PILE [on CARD]", "fault PILE [on CARD]", "deal CARD", "relief", "settle")

# Ready-made acts: `legal` is asked before every act.
GO: Final = Go()
RELIEF: Final = Relief()
SETTLE: Final = Settle()
LAY: Final = {card: tuple(Lay(card, pile) for pile in PILES) for card in CARDS}
FAULT: Final = tuple(Fault(pile) for pile in PILES)
DEAL: Final = {card: Deal(card) for card in CARDS}

REVEALS: Final[Mapping[str, Mapping[str, TrioAct]]] = {"deal": DEAL}

_EVERY: Final[tuple[TrioAct, ...]] = (
    GO,
    RELIEF,
    SETTLE,
    *(act for acts in LAY.values() for act in acts),
    *FAULT,
    *DEAL.values(),
)
_KNOWN: Final = {str(act): act for act in _EVERY}


def read(text: str) -> TrioAct | None:
    """The act a text writes. A card that is not held or not on top is still an act: the rules refuse it."""
    known = _KNOWN.get(text)
    if known is not None:
        return known
    start, on, top = text.rpartition(" on ")
    short = _KNOWN.get(start)
    if not on or top not in KINDS.index:
        return None
    if isinstance(short, Lay):
        return Lay(short.card, short.pile, top)
    return Fault(short.pile, top) if isinstance(short, Fault) else None
