"""Quinto: the set-up (QUIN-10)."""

from typing import Final

from cartable.games.quinto.cards import DECK, HAND
from cartable.games.quinto.sheet import EMPTY
from cartable.games.quinto.state import Phase, QuintoOptions, QuintoState
from cartable.kernel import CardKinds, Multiset, Pile, Seat

# The lots drawn for the starting player, by number of players; alone one starts by a lot among one.
LOTS: Final[dict[int, Multiset]] = {
    seats: CardKinds(map(str, range(seats))).count(map(str, range(seats))) for seats in range(1, 5)
}


def start(options: QuintoOptions, seats: int) -> QuintoState:
    """One face-down pile of all cards, empty hands, empty sheets."""
    return QuintoState(
        options=options,
        seats=seats,
        phase=Phase.DEAL,
        active=0,
        pile=Pile.of(DECK),
        hands=((),) * seats,
        sheets=(EMPTY,) * seats,
        misses=(0,) * seats,
    )


def receiver(state: QuintoState) -> Seat | None:
    """Whose hand the next card of the set-up goes to, seat by seat; None when it goes to the grid."""
    seat = state.pile.top // HAND
    return seat if seat < state.seats else None
