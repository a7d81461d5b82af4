"""Hexa: what can be done, how it is written, and why it may be refused."""

from collections.abc import Mapping
from typing import Final

from cartable.games.hexa.cards import CARDS, SIDES
from cartable.kernel import Act, Deal, Refusals, Seat, whole_number

Claim = int | None
"""What is called: a row's number, or None for "impossible"."""

IMPOSSIBLE: Final = "impossible"


def claim_text(claim: Claim) -> str:
    """A claim as it stands in an act."""
    return IMPOSSIBLE if claim is None else str(claim)


class HexaTurn(Act, frozen=True, gc=False):
    """Turn the next card, for all to see."""

    def __str__(self) -> str:
        return "turn"


class HexaCall(Act, frozen=True, gc=False):
    """Call a row, or that there is none."""

    claim: Claim

    def __str__(self) -> str:
        return f"call {claim_text(self.claim)}"


class HexaTie(Act, frozen=True, gc=False):
    """CLOCK: the referee cannot tell which of these calls was first. Seats ascend."""

    calls: tuple[tuple[Seat, Claim], ...]

    def __str__(self) -> str:
        return " ".join(["tie", *(f"{seat}:{claim_text(claim)}" for seat, claim in self.calls)])


class HexaUnclaimed(Act, frozen=True, gc=False):
    """CLOCK: nobody called in time."""

    def __str__(self) -> str:
        return "unclaimed"


class HexaPass(Act, frozen=True, gc=False):
    """Calm play: call nothing about this card."""

    def __str__(self) -> str:
        return "pass"


class HexaClose(Act, frozen=True, gc=False):
    """CLOCK, in calm play: the time to choose is over."""

    def __str__(self) -> str:
        return "close"


HexaAct = HexaTurn | HexaCall | HexaPass | Deal | HexaTie | HexaUnclaimed | HexaClose

FORMS: Final = (
    "turn",
    "call N",
    "call impossible",
    "pass",
    "deal CARD",
    "tie SEAT:CALL SEAT:CALL ...",
    "unclaimed",
    "close",
)

# Ready-made acts: `legal` is asked before every act.
TURN: Final = HexaTurn()
CALLS: Final = (*(HexaCall(row) for row in range(1, SIDES + 1)), HexaCall(None))
DEAL: Final = {card: Deal(card) for card in CARDS}
UNCLAIMED: Final = HexaUnclaimed()
PASS: Final = HexaPass()
CLOSE: Final = HexaClose()
CHOICES: Final[tuple[HexaAct, ...]] = (*CALLS, PASS)

REVEALS: Final[Mapping[str, Mapping[str, HexaAct]]] = {"deal": DEAL}

ACTS: Final[tuple[HexaAct, ...]] = (TURN, *CALLS, PASS)
"""Every act of a player."""

_KNOWN: Final[dict[str, HexaAct]] = {str(act): act for act in (*ACTS, *DEAL.values(), UNCLAIMED, CLOSE)}


def read(text: str) -> HexaAct | None:
    """The act a text writes. An impossible row or seat number is still an act: the rules refuse it."""
    known = _KNOWN.get(text)
    if known is not None:
        return known
    verb, _, rest = text.partition(" ")
    if verb == "call":
        row = whole_number(rest)
        return None if row is None else HexaCall(row)
    return _tie(rest) if verb == "tie" else None


def _tie(text: str) -> HexaTie | None:
    calls: list[tuple[Seat, Claim]] = []
    for part in text.split(" "):
        before, _, after = part.partition(":")
        seat, row = whole_number(before), whole_number(after)
        if seat is None or (row is None and after != IMPOSSIBLE):
            return None
        calls.append((seat, row))
    return HexaTie(tuple(calls))


# --- every reason to refuse an act, and the rule behind it --------------------------------------------------

REFUSALS: Final = Refusals(
    {
        "over": "HEXA-27",
        "still-dealing": "HEXA-05",
        "being-turned": "HEXA-09",
        "only-the-dealer": "HEXA-07",
        "nothing-to-deal": "HEXA-07",
        "card-not-left": "HEXA-02",
        "not-your-turn": "HEXA-09",
        "caller-turns": "HEXA-13",
        "tie-turner-turns": "HEXA-22",
        "only-players": "HEXA-11",
        "call-it-first": "HEXA-11",
        "no-such-row": "HEXA-11",
        "nothing-open": "HEXA-19",
        "eliminated": "HEXA-19",
        "only-the-tied": "HEXA-22",
        "only-the-clock": "HEXA-20",
        "only-the-referee": "HEXA-24",
        "no-tie": "HEXA-21",
        "only-in-calm-play": "HEXA-C1",
        "not-in-calm-play": "HEXA-C1",
        "chosen-already": "HEXA-C2",
        "only-the-clock-closes": "HEXA-C3",
        "no-time-limit": "HEXA-C3",
    }
)
