"""Template: the state of a match as a value, the options, and the set-up (TMPL-03)."""

from enum import StrEnum
from typing import Final

import msgspec

from cartable.games._template.cards import DECK
from cartable.games._template.options import TemplateOptions
from cartable.kernel import Pile, Seat


class TemplatePhase(StrEnum):
    """What is awaited."""

    DEAL = "deal"  # DEALER: the hands
    TURN = "turn"  # the active player: draw, drop or stop
    DRAW = "draw"  # DEALER: the card drawn
    OVER = "over"


class TemplateState(msgspec.Struct, frozen=True, gc=False):
    """A match at one moment.

    To change: tuples, numbers and texts only, so that a state never changes and equal ones are equal. The order of
    the pile is nowhere in it: the pile knows which cards are left, and DEALER shows them one by one.
    """

    options: TemplateOptions
    seats: int
    phase: TemplatePhase
    active: Seat
    pile: Pile
    hands: tuple[tuple[str, ...], ...]
    rows: tuple[tuple[str, ...], ...]
    drops: tuple[int, ...]
    stopped: frozenset[Seat] = frozenset()
    discard: tuple[str, ...] = ()


HAND: Final = 1


def start(options: TemplateOptions, seats: int) -> TemplateState:
    """Before anything was dealt. To change: what lies where; cards that DEALER has still to show are in the pile."""
    return TemplateState(
        options=options,
        seats=seats,
        phase=TemplatePhase.DEAL,
        active=0,  # TMPL-04
        pile=Pile.of(DECK),
        hands=((),) * seats,
        rows=((),) * seats,
        drops=(0,) * seats,
    )


def receiver(state: TemplateState) -> Seat:
    """Whose hand the next card of the set-up goes to: seat by seat."""
    return state.pile.top // HAND
