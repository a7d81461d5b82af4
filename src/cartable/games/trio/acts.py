"""Trio: what can be done, how it is written, and why it may be refused."""

from collections.abc import Mapping
from typing import Final

from cartable.games.trio.cards import CARDS, KINDS, PILES
from cartable.kernel import Act, Deal, Refusals


class TrioGo(Act, frozen=True, gc=False):
    """Start or resume the play; CLOCK's in place of a silent player."""

    def __str__(self) -> str:
        return "go"


class TrioLay(Act, frozen=True, gc=False):
    """Lay a card from the hand. `on` is the top card its player saw; left out: the present top."""

    card: str
    pile: str
    on: str = ""

    def __str__(self) -> str:
        return f"lay {self.card} {self.pile} on {self.on}" if self.on else f"lay {self.card} {self.pile}"


class TrioFault(Act, frozen=True, gc=False):
    """Say that the top card of a pile is wrong. `on` is the card meant; left out: the present top."""

    pile: str
    on: str = ""

    def __str__(self) -> str:
        return f"fault {self.pile} on {self.on}" if self.on else f"fault {self.pile}"


class TrioRelief(Act, frozen=True, gc=False):
    """CLOCK: nobody can play; the middle is laid out again (TRIO-24)."""

    def __str__(self) -> str:
        return "relief"


class TrioSettle(Act, frozen=True, gc=False):
    """CLOCK: the grace time after a last card is over (TRIO-22)."""

    def __str__(self) -> str:
        return "settle"


class TrioPass(Act, frozen=True, gc=False):
    """Calm play: neither lay nor accuse in this window."""

    def __str__(self) -> str:
        return "pass"


class TrioClose(Act, frozen=True, gc=False):
    """CLOCK, in calm play: the time to choose is over."""

    def __str__(self) -> str:
        return "close"


TrioAct = TrioGo | TrioLay | TrioFault | TrioPass | Deal | TrioRelief | TrioSettle | TrioClose

FORMS: Final = (
    "go",
    "lay CARD PILE [on CARD]",
    "fault PILE [on CARD]",
    "pass",
    "deal CARD",
    "relief",
    "settle",
    "close",
)

# Ready-made acts: `legal` is asked before every act.
GO: Final = TrioGo()
RELIEF: Final = TrioRelief()
SETTLE: Final = TrioSettle()
PASS: Final = TrioPass()
CLOSE: Final = TrioClose()
LAY: Final = {card: tuple(TrioLay(card, pile) for pile in PILES) for card in CARDS}
FAULT: Final = tuple(TrioFault(pile) for pile in PILES)
DEAL: Final = {card: Deal(card) for card in CARDS}

REVEALS: Final[Mapping[str, Mapping[str, TrioAct]]] = {"deal": DEAL}

FAULT_BELOW: Final = tuple(TrioFault(pile, card) for pile in PILES for card in CARDS)
"""Accusations that name their card: of one that its own player has covered (TRIO-14)."""

ACTS: Final[tuple[TrioAct, ...]] = (GO, *(act for acts in LAY.values() for act in acts), *FAULT, *FAULT_BELOW, PASS)
"""Every act of a player, in its short form; only an accusation of a covered card has to name it."""

_KNOWN: Final[dict[str, TrioAct]] = {str(act): act for act in (*ACTS, RELIEF, SETTLE, CLOSE, *DEAL.values())}


def read(text: str) -> TrioAct | None:
    """The act a text writes. A card that is not held or not on top is still an act: the rules refuse it."""
    known = _KNOWN.get(text)
    if known is not None:
        return known
    start, on, top = text.rpartition(" on ")
    short = _KNOWN.get(start)
    if not on or top not in KINDS.index:
        return None
    if isinstance(short, TrioLay):
        return TrioLay(short.card, short.pile, top)
    return TrioFault(short.pile, top) if isinstance(short, TrioFault) else None


# --- every reason to refuse an act, and the rule behind it --------------------------------------------------

REFUSALS: Final = Refusals(
    {
        "over": "TRIO-13",
        "dealer-first": "TRIO-12",
        "only-the-dealer": "TRIO-04",
        "nothing-to-deal": "TRIO-04",
        "card-not-left": "TRIO-01",
        "only-the-clock": "TRIO-24",
        "grace-time": "TRIO-22",
        "stopped": "TRIO-20",
        "no-such-pile": "TRIO-02",
        "not-held": "TRIO-08",
        "top-changed": "TRIO-21",
        "not-same": "TRIO-09",
        "not-a-step": "TRIO-10",
        "not-different": "TRIO-11",
        "no-faults": "TRIO-23",
        "other-pile": "TRIO-22",
        "card-covered": "TRIO-14",
        "own-card": "TRIO-14",
        "starting-card": "TRIO-14",
        "checked-already": "TRIO-20",
        "uncovered": "TRIO-20",
        "laid-out": "TRIO-24",
        "only-players": "TRIO-08",
        "no-signal-awaited": "TRIO-18",
        "not-your-signal": "TRIO-18",
        "not-blocked": "TRIO-24",
        "no-last-card": "TRIO-22",
        "only-in-calm-play": "TRIO-C1",
        "not-in-calm-play": "TRIO-C1",
        "chosen-already": "TRIO-C2",
        "only-the-clock-closes": "TRIO-C3",
        "no-time-limit": "TRIO-C3",
    }
)
