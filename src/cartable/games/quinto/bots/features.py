"""Quinto: what the network is shown of a table, number by number."""

from collections.abc import Sequence
from typing import Final, NamedTuple

from cartable.bots.packed_network import Layer, PackedNetwork
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
"""One's misses; turns until one's own; the fewest cells any other lacks for two rows, and the second fewest; the most
misses of any other; alone, how many cards are left."""

SIZE: Final = len(CELLS)
INPUTS: Final = SIZE * NUMBERS + CONTEXT
MOST_TO_GO: Final = 18
"""The second fewest is shown as a share of this."""


class SheetContext(NamedTuple):
    """A seat's sheet beside its cells: which features are set, counted from the first of them, and the second fewest
    cells that any other lacks."""

    places: tuple[int, ...]
    second: int

    def inputs(self) -> list[float]:
        """All features, one by one."""
        shown = [0.0] * CONTEXT
        for place in self.places:
            shown[place] = 1.0
        shown[MISSES + WAITS + TO_GO] = self.second / MOST_TO_GO
        return shown

    def layer(self, net: PackedNetwork) -> Layer:
        """What they add to the first layer."""
        begin = SIZE * NUMBERS
        seen = net.rows([begin + place for place in self.places])
        second = begin + MISSES + WAITS + TO_GO
        return seen + net.share(second, self.second, MOST_TO_GO) if self.second else seen


def cells_to_go(sheet: Sheet) -> int:
    """How many cells are empty in the two fullest rows (QUIN-23)."""
    empty = sorted(sheet[at : at + ROW].count(0) for at in range(0, len(sheet), ROW))
    return empty[0] + empty[1]


def context_of(sheets: Sequence[Sheet], misses: Sequence[int], seat: Seat, following: Seat, left: int) -> SheetContext:
    """The context of a seat's sheet. `following` lays next; `left` is the number of cards still to lay, which only
    counts for a player alone."""
    seats = len(sheets)
    places = [min(misses[seat], MISSES - 1), MISSES + (seat - following) % seats]
    at = MISSES + WAITS
    if seats == 1:
        return SheetContext((*places, at + TO_GO + 1 + MISSES + min(max(left, 0), LEFT - 1)), 0)
    others = [other for other in range(seats) if other != seat]
    to_go = sorted(cells_to_go(sheets[other]) for other in others)
    most = min(max(misses[other] for other in others), MISSES - 1)
    return SheetContext((*places, at + to_go[0], at + TO_GO + 1 + most), to_go[min(1, seats - 2)])
