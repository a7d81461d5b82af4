"""Hexa: what can be done, and how it is written."""

from collections.abc import Mapping
from typing import Final

from cartable.games.hexa.cards import CARDS, SIDES
from cartable.kernel import Act, Seat, whole_number

Claim = int | None
"""What is called: a row's number, or None for "impossible"."""

IMPOSSIBLE: Final = "impossible"


def written(claim: Claim) -> str:
    """A claim as it stands in an act."""
    return IMPOSSIBLE if claim is None else str(claim)


class Turn(Act, frozen=True, gc=False):
    """Turn the next card, for all to see."""

    def __str__(self) -> str:
        return "turn"


class Call(Act, frozen=True, gc=False):
    """Call a row, or that there is none."""

    claim: Claim

    def __str__(self) -> str:
        return f"call {written(self.claim)}"


class Deal(Act, frozen=True, gc=False):
    """DEALER: the card that was turned."""

    card: str

    def __str__(self) -> str:
        return f"deal {self.card}"


class Tie(Act, frozen=True, gc=False):
    """CLOCK: the referee cannot tell which of these calls was first. Seats ascend."""

    calls: tuple[tuple[Seat, Claim], ...]

    def __str__(self) -> str:
        return " ".join(["tie", *(f"{seat}:{written(claim)}" for seat, claim in self.calls)])


class Unclaimed(Act, frozen=True, gc=False):
    """CLOCK: nobody called in time."""

    def __str__(self) -> str:
        return "unclaimed"


HexaAct = Turn | Call | Deal | Tie | Unclaimed

FORMS: Final = ("turn", "call N", "call impossible", "deal CARD", "tie SEAT:CALL SEAT:CALL ...", "unclaimed")

# Ready-made acts: `legal` is asked before every act.
TURN: Final = Turn()
CALLS: Final = (*(Call(row) for row in range(1, SIDES + 1)), Call(None))
DEAL: Final = {card: Deal(card) for card in CARDS}
UNCLAIMED: Final = Unclaimed()

REVEALS: Final[Mapping[str, Mapping[str, HexaAct]]] = {"deal": DEAL}

_EVERY: Final[tuple[HexaAct, ...]] = (TURN, *CALLS, *DEAL.values(), UNCLAIMED)
_KNOWN: Final = {str(act): act for act in _EVERY}


def read(text: str) -> HexaAct | None:
    """The act a text writes. An impossible row or seat number is still an act: the rules refuse it."""
    known = _KNOWN.get(text)
    if known is not None:
        return known
    verb, _, rest = text.partition(" ")
    if verb == "call":
        row = whole_number(rest)
        return None if row is None else Call(row)
    return _tie(rest) if verb == "tie" else None


def _tie(text: str) -> Tie | None:
    calls: list[tuple[Seat, Claim]] = []
    for part in text.split(" "):
        before, _, after = part.partition(":")
        seat, row = whole_number(before), whole_number(after)
        if seat is None or (row is None and after != IMPOSSIBLE):
            return None
        calls.append((seat, row))
    return Tie(tuple(calls))
