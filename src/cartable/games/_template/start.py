"""Template: the set-up (TMPL-03)."""

from typing import Final

from cartable.games._template.cards import DECK
from cartable.games._template.state import Phase, TemplateOptions, TemplateState
from cartable.kernel import Pile, Seat

HAND: Final = 1


def start(options: TemplateOptions, seats: int) -> TemplateState:
    """Before anything was dealt. To change: what lies where; cards that DEALER has still to show are in the pile."""
    return TemplateState(
        options=options,
        seats=seats,
        phase=Phase.DEAL,
        active=0,  # TMPL-04
        pile=Pile.of(DECK),
        hands=((),) * seats,
        rows=((),) * seats,
        drops=(0,) * seats,
    )


def receiver(state: TemplateState) -> Seat:
    """Whose hand the next card of the set-up goes to: seat by seat."""
    return state.pile.top // HAND
