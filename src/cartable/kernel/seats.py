"""Who acts: the players, and the two seats that belong to the table itself."""

from typing import Final

# A player's seat is 0, 1, 2, ... clockwise. A plain int keeps states small and notation short.
Seat = int

DEALER: Final[Seat] = -1
"""Chance: cards turned, hands dealt, dice rolled, lots drawn."""

CLOCK: Final[Seat] = -2
"""Time and the referee: deadlines that ran out, ties found."""

NOBODY: Final[frozenset[Seat]] = frozenset()
ONLY_DEALER: Final[frozenset[Seat]] = frozenset({DEALER})

# Ready-made sets of one seat: `actors` is asked before every act.
ALONE: Final[tuple[frozenset[Seat], ...]] = tuple(frozenset({seat}) for seat in range(8))


def clockwise(seat: Seat, seats: int, by: int = 1) -> Seat:
    """The seat `by` places further on; a negative `by` goes counter-clockwise."""
    return (seat + by) % seats
