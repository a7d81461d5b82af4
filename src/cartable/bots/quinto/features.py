"""Quinto: what the network is shown of a table, number by number."""

from typing import Final

import numpy as np

from cartable.bots.network import Floats
from cartable.games.quinto.sheet import CELLS, ROW, Sheet
from cartable.games.quinto.sheet import NUMBERS as WRITTEN
from cartable.kernel import Seat

NUMBERS: Final = WRITTEN.stop
"""Every cell shows one of these: 0, empty, to 18."""

MISSES: Final = 4
WAITS: Final = 4
TO_GO: Final = 19
LEFT: Final = 32

CONTEXT: Final = MISSES + WAITS + TO_GO + 1 + MISSES + LEFT
"""Own misses; turns until the own one; the fewest cells any other lacks for two rows, and the second fewest; the most
misses of any other; alone, how many cards are left."""

INPUTS: Final = len(CELLS) * NUMBERS + CONTEXT


def cells_to_go(sheet: Sheet) -> int:
    """How many cells are empty in the two fullest rows (QUIN-23)."""
    empty = sorted(sheet[at : at + ROW].count(0) for at in range(0, len(sheet), ROW))
    return empty[0] + empty[1]


def context_of(sheets: list[Sheet], misses: tuple[int, ...], seat: Seat, following: Seat, left: int) -> Floats:
    """The features of a seat's sheet beside its cells (see `CONTEXT`). `following` lays next; `left` is the number of
    cards still to lay, which only counts for a player alone."""
    context = np.zeros(CONTEXT, dtype=np.float32)
    seats = len(sheets)
    context[min(misses[seat], MISSES - 1)] = 1
    context[MISSES + (seat - following) % seats] = 1
    at = MISSES + WAITS
    if seats == 1:
        context[at + TO_GO + 1 + MISSES + min(max(left, 0), LEFT - 1)] = 1
        return context
    others = [other for other in range(seats) if other != seat]
    to_go = sorted(cells_to_go(sheets[other]) for other in others)
    context[at + to_go[0]] = 1
    context[at + TO_GO] = to_go[min(1, seats - 2)] / 18
    context[at + TO_GO + 1 + max(misses[other] for other in others)] = 1
    return context
