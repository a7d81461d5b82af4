"""Push: the state of a match as a value, the options, and the set-up (PUSH-05 to 07)."""

from enum import StrEnum
from functools import lru_cache
from typing import Final

import msgspec

from cartable.games.push.cards import DECK, SMALL_DECK, value
from cartable.games.push.options import PushOptions
from cartable.kernel import Multiset, Pile, Seat, around


class PushPhase(StrEnum):
    """What is awaited."""

    TURN = "turn"  # the active player: draw, stop or protect
    DEAL = "deal"  # DEALER: the card drawn
    PLACE = "place"  # the active player: where the card goes
    ROLL = "roll"  # DEALER: the die, for `roller`
    SHARE = "share"  # the chooser: a column
    OVER = "over"


@lru_cache(maxsize=4096)
def points(cards: tuple[str, ...]) -> int:
    """What cards count together. Most acts leave a zone as it is, and its points are asked for after each."""
    return sum(map(value, cards))


class Zone(msgspec.Struct, frozen=True, gc=False):
    """A player's cards, face up and protected, each sorted (PUSH-17, PUSH-32)."""

    shown: tuple[str, ...] = ()
    protected: tuple[str, ...] = ()

    @property
    def total(self) -> int:
        """Its points (PUSH-34)."""
        return points(self.shown) + points(self.protected)

    @property
    def size(self) -> int:
        """Its cards, for ties (PUSH-36)."""
        return len(self.shown) + len(self.protected)


COLUMNS: Final = 3  # PUSH-11
NOT_SHARING: Final = -1


class PushState(msgspec.Struct, frozen=True, gc=False):
    """A match at one moment. A column that was taken stays as an empty one, so that the others keep their numbers."""

    options: PushOptions
    seats: int
    phase: PushPhase
    active: Seat
    pile: Pile
    zones: tuple[Zone, ...]
    columns: tuple[tuple[str, ...], ...] = ()
    drawn: str = ""
    switches: int = 0
    chooser: Seat = NOT_SHARING
    roller: Seat = NOT_SHARING
    rolls: int = 0
    discard: tuple[str, ...] = ()

    @property
    def begun(self) -> bool:
        """Has the active player drawn this turn? A Switch card counts (PUSH-07)."""
        return bool(self.columns) or self.switches > 0

    @property
    def has_column(self) -> bool:
        """Is there a column to take?"""
        return any(self.columns)

    @property
    def choosers(self) -> tuple[Seat, ...]:
        """Who takes a column after the active player, in order."""
        return choosers(self.active, self.seats, self.switches)


def choosers(active: Seat, seats: int, switches: int) -> tuple[Seat, ...]:
    """The opponents in the order in which they choose: PUSH-23, or backwards with an odd number of Switch cards
    turned this turn (PUSH-24)."""
    return around(active, seats, switches % 2 == 1)[:-1]


def deck_for(options: PushOptions, seats: int) -> Multiset:
    """PUSH-07: at two players the Switch cards may be set aside; at more they always stay in."""
    return SMALL_DECK if seats == 2 and options.switch_cards == "removed" else DECK


def start(options: PushOptions, seats: int) -> PushState:
    """One face-down pile of all cards; seat 0 begins (PUSH-06)."""
    return PushState(
        options=options,
        seats=seats,
        phase=PushPhase.TURN,
        active=0,
        pile=Pile.of(deck_for(options, seats)),
        zones=(Zone(),) * seats,
    )
