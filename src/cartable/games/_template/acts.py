"""Template: what can be done, and how it is written."""

from collections.abc import Mapping
from typing import Final

from cartable.games._template.cards import CARDS, DECK
from cartable.kernel import Act, whole_number

# To change: one small struct for each thing that a player or the dealer does. Its text is its form in logs.


class Draw(Act, frozen=True, gc=False):
    """Ask for the top card of the pile."""

    def __str__(self) -> str:
        return "draw"


class Drop(Act, frozen=True, gc=False):
    """Throw one of the own open cards away; they are numbered from 1."""

    number: int

    def __str__(self) -> str:
        return f"drop {self.number}"


class Stop(Act, frozen=True, gc=False):
    """Take no more turns."""

    def __str__(self) -> str:
        return "stop"


class Deal(Act, frozen=True, gc=False):
    """DEALER: the card that lay on top of the pile."""

    card: str

    def __str__(self) -> str:
        return f"deal {self.card}"


TemplateAct = Draw | Drop | Stop | Deal

FORMS: Final = ("draw", "drop N", "stop", "deal CARD")

# Ready-made acts (there is no `drop 0`): `legal` is asked before every act.
DRAW: Final = Draw()
DROP: Final = tuple(Drop(number) for number in range(len(DECK) + 1))
STOP: Final = Stop()
DEAL: Final = {card: Deal(card) for card in CARDS}

REVEALS: Final[Mapping[str, Mapping[str, TemplateAct]]] = {"deal": DEAL}

_EVERY: Final[tuple[TemplateAct, ...]] = (DRAW, *DROP, STOP, *DEAL.values())
_KNOWN: Final = {str(act): act for act in _EVERY}


def read(text: str) -> TemplateAct | None:
    """The act a text writes. An impossible number is still an act: the rules refuse it."""
    known = _KNOWN.get(text)
    if known is not None:
        return known
    verb, _, rest = text.partition(" ")
    number = whole_number(rest)
    return Drop(number) if verb == "drop" and number is not None else None
