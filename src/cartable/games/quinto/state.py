"""Quinto: the state of a match as a value, the options, and the set-up (QUIN-10)."""

from enum import StrEnum
from typing import Final

import msgspec

from cartable.games.quinto.cards import DECK, HAND, NOTHING, Announced, Grid
from cartable.games.quinto.options import QuintoOptions
from cartable.games.quinto.sheet import EMPTY, Sheet
from cartable.kernel import CardKinds, Multiset, Pile, Seat


class QuintoPhase(StrEnum):
    """What is awaited."""

    DEAL = "deal"  # DEALER: the set-up, hands and then the grid
    FIRST = "first"  # DEALER: the lot for the starting player
    TURN = "turn"  # the active player: a lay
    WRITE = "write"  # everybody at once: a cell, or nothing
    DRAW = "draw"  # DEALER: a card for the active player
    OVER = "over"


UNDECIDED: Final = ""
PASSED: Final = "pass"


class QuintoState(msgspec.Struct, frozen=True, gc=False):
    """A match at one moment.

    Hands are sorted, so that they tell nothing of the order they came in. `choices` has, while everybody writes, an
    entry for each seat: undecided, passed, or the cell; nobody else sees it before the last seat has decided.
    `active` is seat 0 until the lot is drawn. `laid` is the place whose card made the sum, as long as it is announced;
    empty in a position that was set up. `rules_version` is 1 in matches begun before QUIN-19 changed.
    """

    options: QuintoOptions
    seats: int
    phase: QuintoPhase
    active: Seat
    pile: Pile
    hands: tuple[tuple[str, ...], ...]
    sheets: tuple[Sheet, ...]
    misses: tuple[int, ...]
    grid: Grid = ()
    covered: tuple[str, ...] = ()
    announced: Announced | None = None
    laid: str = ""
    choices: tuple[str, ...] = ()
    rules_version: int = 2

    @property
    def offer(self) -> Announced:
        """What everybody decides about now."""
        return self.announced or NOTHING

    @property
    def undecided(self) -> list[Seat]:
        """Who has still to choose about the sum."""
        return [seat for seat, choice in enumerate(self.choices) if choice == UNDECIDED]


# The lots drawn for the starting player, by the number of players; a single player draws the only lot.
LOTS: Final[dict[int, Multiset]] = {
    seats: CardKinds(map(str, range(seats))).count(map(str, range(seats))) for seats in range(1, 5)
}


def start(options: QuintoOptions, seats: int, rules_version: int = 2) -> QuintoState:
    """One face-down pile of all cards, empty hands, empty sheets."""
    return QuintoState(
        options=options,
        seats=seats,
        phase=QuintoPhase.DEAL,
        active=0,
        pile=Pile.of(DECK),
        hands=((),) * seats,
        sheets=(EMPTY,) * seats,
        misses=(0,) * seats,
        rules_version=rules_version,
    )


def start_1(options: QuintoOptions, seats: int) -> QuintoState:
    """The same, under the first rules."""
    return start(options, seats, rules_version=1)


def receiver(state: QuintoState) -> Seat | None:
    """Whose hand the next card of the set-up goes to, seat by seat; None when it goes to the grid."""
    seat = state.pile.top // HAND
    return seat if seat < state.seats else None
