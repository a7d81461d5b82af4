"""Push: what can be done, how it is written, and why it may be refused."""

from collections.abc import Mapping
from typing import Final

from cartable.games.push.cards import COLOURS, FACES, KINDS
from cartable.kernel import Act, Deal, Refusals, whole_number


class PushDraw(Act, frozen=True, gc=False):
    """Turn the top card of the pile."""

    def __str__(self) -> str:
        return "draw"


class PushPlace(Act, frozen=True, gc=False):
    """Put the turned card into a column; the next free number starts a new one."""

    column: int

    def __str__(self) -> str:
        return f"place {self.column}"


class PushTake(Act, frozen=True, gc=False):
    """Take a column. The active player stops by doing so."""

    column: int

    def __str__(self) -> str:
        return f"take {self.column}"


class PushProtect(Act, frozen=True, gc=False):
    """Pile all face-up cards of a colour face down, safe from the die."""

    colour: str

    def __str__(self) -> str:
        return f"protect {self.colour}"


class PushRoll(Act, frozen=True, gc=False):
    """DEALER: the face the die shows."""

    face: str

    def __str__(self) -> str:
        return f"roll {self.face}"


PushAct = PushDraw | PushPlace | PushTake | PushProtect | Deal | PushRoll

FORMS: Final = ("draw", "place N", "take N", "protect COLOUR", "deal CARD", "roll FACE")

# Ready-made acts, numbered by column (0 is never used): `legal` is asked before every act.
DRAW: Final = PushDraw()
PLACE: Final = tuple(PushPlace(column) for column in range(4))
TAKE: Final = tuple(PushTake(column) for column in range(4))
PROTECT: Final = {colour: PushProtect(colour) for colour in COLOURS}
DEAL: Final = {card: Deal(card) for card in KINDS.names}
ROLL: Final = {face: PushRoll(face) for face in FACES}

REVEALS: Final[Mapping[str, Mapping[str, PushAct]]] = {"deal": DEAL, "roll": ROLL}

ACTS: Final[tuple[PushAct, ...]] = (DRAW, *PLACE[1:], *TAKE[1:], *PROTECT.values())
"""Every act of a player."""

_KNOWN: Final[dict[str, PushAct]] = {str(act): act for act in (*ACTS, *DEAL.values(), *ROLL.values())}
_NUMBERED: Final[dict[str, type[PushPlace] | type[PushTake]]] = {"place": PushPlace, "take": PushTake}


def read(text: str) -> PushAct | None:
    """The act a text writes. An impossible column number is still an act: the rules refuse it."""
    known = _KNOWN.get(text)
    if known is not None:
        return known
    verb, _, rest = text.partition(" ")
    kind, number = _NUMBERED.get(verb), whole_number(rest)
    return None if kind is None or number is None else kind(number)


# --- every reason to refuse an act, and the rule behind it --------------------------------------------------

REFUSALS: Final = Refusals(
    {
        "over": "PUSH-33",
        "not-your-turn": "PUSH-06",
        "not-your-choice": "PUSH-23",
        "dealer-first": "PUSH-09",
        "only-the-dealer": "PUSH-05",
        "nothing-to-deal": "PUSH-05",
        "card-not-left": "PUSH-01",
        "no-such-face": "PUSH-02",
        "place-it-first": "PUSH-11",
        "nothing-turned": "PUSH-09",
        "no-such-column": "PUSH-11",
        "same-value": "PUSH-12",
        "same-colour": "PUSH-12",
        "second-dice-card": "PUSH-13",
        "no-column-yet": "PUSH-15",
        "no-column-there": "PUSH-16",
        "column-gone": "PUSH-22",
        "take-a-column": "PUSH-22",
        "drawing-begun": "PUSH-08",
        "nothing-to-protect": "PUSH-32",
        "pile-empty": "PUSH-33",
    }
)
