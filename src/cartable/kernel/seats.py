"""Who acts: the players, and the two seats that belong to the table itself; and values kept by seat."""

from functools import cache
from typing import Final, TypeVar

T = TypeVar("T")

# A player's seat is 0, 1, 2, ... clockwise. A plain int keeps states small and notation short.
Seat = int

DEALER: Final[Seat] = -1
"""Chance: cards turned, hands dealt, dice rolled, lots drawn."""

CLOCK: Final[Seat] = -2
"""Time and the referee: deadlines that ran out, ties found."""

NOBODY: Final[frozenset[Seat]] = frozenset()
ONLY_DEALER: Final[frozenset[Seat]] = frozenset({DEALER})


@cache
def only(seat: Seat) -> frozenset[Seat]:
    """The set of this seat alone. Made once for each seat: `actors` is asked before every act."""
    return frozenset({seat})


def clockwise(seat: Seat, seats: int, by: int = 1) -> Seat:
    """The seat `by` places further on; a negative `by` goes counter-clockwise."""
    return (seat + by) % seats


@cache
def around(seat: Seat, seats: int, backwards: bool = False) -> tuple[Seat, ...]:
    """Every seat in turn, beginning with the one after `seat`, which comes last itself: clockwise, or backwards."""
    way = -1 if backwards else 1
    return tuple((seat + way * by) % seats for by in range(1, seats + 1))


@cache
def players_of(actors: frozenset[Seat]) -> tuple[Seat, ...]:
    """The players among those who may act, sorted: the `to_move` of a view."""
    return tuple(sorted(seat for seat in actors if seat >= 0))


def with_entry(entries: tuple[T, ...], at: int, entry: T) -> tuple[T, ...]:
    """The same tuple with one entry changed; `at` may also be its length, and the entry is then appended."""
    return (*entries[:at], entry, *entries[at + 1 :])
