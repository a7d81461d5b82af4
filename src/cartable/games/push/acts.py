"""Push: what can be done, and how it is written."""

from collections.abc import Mapping
from typing import Final

from cartable.games.push.cards import COLOURS, FACES, KINDS
from cartable.kernel import Act, whole_number


class Draw(Act, frozen=True, gc=False):
    """Turn the top card of the pile."""

    def __str__(self) -> str:
        return "draw"


class Place(Act, frozen=True, gc=False):
    """Put the turned card into a column; the next free number starts a new one."""

    column: int

    def __str__(self) -> str:
        return f"place {self.column}"


class Take(Act, frozen=True, gc=False):
    """Take a column: for the active player this is to stop."""

    column: int

    def __str__(self) -> str:
        return f"take {self.column}"


class Protect(Act, frozen=True, gc=False):
    """Pile all face-up cards of a colour face down, safe from the die."""

    colour: str

    def __str__(self) -> str:
        return f"protect {self.colour}"


class Deal(Act, frozen=True, gc=False):
    """DEALER: the card that was turned."""

    card: str

    def __str__(self) -> str:
        return f"deal {self.card}"


class Roll(Act, frozen=True, gc=False):
    """DEALER: the face the die shows."""

    face: str

    def __str__(self) -> str:
        return f"roll {self.face}"


PushAct = Draw | Place | Take | Protect | Deal | Roll

FORMS: Final = ("draw", "place N", "take N", "protect COLOUR", "deal CARD", "roll FACE")

# Ready-made acts, numbered by column (0 is never used): `legal` is asked before every act.
DRAW: Final = Draw()
PLACE: Final = tuple(Place(column) for column in range(4))
TAKE: Final = tuple(Take(column) for column in range(4))
PROTECT: Final = {colour: Protect(colour) for colour in COLOURS}
DEAL: Final = {card: Deal(card) for card in KINDS.names}
ROLL: Final = {face: Roll(face) for face in FACES}

REVEALS: Final[Mapping[str, Mapping[str, PushAct]]] = {"deal": DEAL, "roll": ROLL}

_EVERY: Final[tuple[PushAct, ...]] = (DRAW, *PLACE, *TAKE, *PROTECT.values(), *DEAL.values(), *ROLL.values())
_KNOWN: Final = {str(act): act for act in _EVERY}
_NUMBERED: Final[dict[str, type[Place] | type[Take]]] = {"place": Place, "take": Take}


def read(text: str) -> PushAct | None:
    """The act a text writes. An impossible column number is still an act: the rules refuse it."""
    known = _KNOWN.get(text)
    if known is not None:
        return known
    verb, _, rest = text.partition(" ")
    kind, number = _NUMBERED.get(verb), whole_number(rest)
    return None if kind is None or number is None else kind(number)
