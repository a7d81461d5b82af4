"""Quinto: what the network is shown of a table, number by number."""

from typing import Final

from cartable.games.quinto.sheet import CELLS
from cartable.games.quinto.sheet import NUMBERS as WRITTEN

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
