"""Template: what can be done, how it is written, and why it may be refused."""

from collections.abc import Mapping
from typing import Final

from cartable.games._template.cards import CARDS, DECK
from cartable.kernel import Act, Deal, Refusals, whole_number

# To change: one small struct for each thing that a player or the dealer does. Its text is its form in logs.


class TemplateDraw(Act, frozen=True, gc=False):
    """Ask for the top card of the pile."""

    def __str__(self) -> str:
        return "draw"


class TemplateDrop(Act, frozen=True, gc=False):
    """Throw one of one's own open cards away; they are numbered from 1."""

    number: int

    def __str__(self) -> str:
        return f"drop {self.number}"


class TemplateStop(Act, frozen=True, gc=False):
    """Take no more turns."""

    def __str__(self) -> str:
        return "stop"


TemplateAct = TemplateDraw | TemplateDrop | TemplateStop | Deal

FORMS: Final = ("draw", "drop N", "stop", "deal CARD")

# Ready-made acts (there is no `drop 0`): `legal` is asked before every act.
DRAW: Final = TemplateDraw()
DROP: Final = tuple(TemplateDrop(number) for number in range(len(DECK) + 1))
STOP: Final = TemplateStop()
DEAL: Final = {card: Deal(card) for card in CARDS}

REVEALS: Final[Mapping[str, Mapping[str, TemplateAct]]] = {"deal": DEAL}

ACTS: Final[tuple[TemplateAct, ...]] = (DRAW, *DROP[1:], STOP)
"""Every act of a player."""

_KNOWN: Final[dict[str, TemplateAct]] = {str(act): act for act in (*ACTS, *DEAL.values())}


def read(text: str) -> TemplateAct | None:
    """The act a text writes. An impossible number is still an act: the rules refuse it."""
    known = _KNOWN.get(text)
    if known is not None:
        return known
    verb, _, rest = text.partition(" ")
    number = whole_number(rest)
    return TemplateDrop(number) if verb == "drop" and number is not None else None


# --- every reason to refuse an act, and the rule behind it --------------------------------------------------

# To change: a code for each way to be wrong that a player should be told apart. Each has a sentence in text/.
REFUSALS: Final = Refusals(
    {
        # What every turn game has.
        "over": "TMPL-08",
        "being-dealt": "TMPL-03",
        "not-your-turn": "TMPL-04",
        "only-the-dealer": "TMPL-03",
        "nothing-to-deal": "TMPL-03",
        "card-not-left": "TMPL-01",
        # What this one has.
        "no-such-card": "TMPL-06",
        "no-drop-left": "TMPL-06",
        "draw-first": "TMPL-07",
    }
)
