"""Who acts: the players, and the two seats that belong to the table itself."""

from functools import cache
from typing import Final

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
