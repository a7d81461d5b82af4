"""Quinto for several: what the network for a whole table is shown of each rival, beside what it is shown of oneself.

Of oneself it sees what the network for a player alone sees (`alone`). Of each rival, the next to lay first, it sees
which cells are filled, the misses, how many cells are lacking for two full rows, and about how many points the sheet
counts.
"""

from collections.abc import Sequence
from typing import Final, NamedTuple

from cartable.games.quinto.bots.alone import INPUTS
from cartable.games.quinto.bots.features import MISSES, SIZE, TO_GO, cells_to_go
from cartable.games.quinto.sheet import Sheet


class QuintoAim(NamedTuple):
    """What fifty points are worth beside being ahead of everybody: at first, and from when on somebody lacks no more
    than so many cells for two full rows. Whoever plays for points at first and to be ahead at the end comes to more
    points than by playing to be ahead all the time, and is ahead as often: docs/bots.md.
    """

    early: float
    late: float
    cells: int

    def points(self, sheets: Sequence[Sheet]) -> float:
        """What they are worth now."""
        return self.late if min(map(cells_to_go, sheets)) <= self.cells else self.early


AIMS: Final = {2: QuintoAim(3.0, 0.8, 4), 3: QuintoAim(3.0, 0.6, 4), 4: QuintoAim(4.0, 0.3, 4)}
"""By players. The networks in the package learned with 0.3 at the end. With a second look experts of two and three
are ahead often enough with more than that for the points.
"""

LOWEST: Final = -20
STEP: Final = 3
SCORES: Final = 45
"""Points of a rival, three to a kind: the first kind is up to -18, the last from 112 on."""

MISSES_AT: Final = SIZE
TO_GO_AT: Final = MISSES_AT + MISSES
SCORE_AT: Final = TO_GO_AT + TO_GO
RIVAL: Final = SCORE_AT + SCORES
"""How many features there are for each rival."""


def inputs_for(seats: int) -> int:
    """How many numbers the network is shown."""
    return INPUTS + (seats - 1) * RIVAL


def rival_places(sheet: Sheet, misses: int, score: int) -> list[int]:
    """Which features of a rival are set."""
    filled = [at for at, number in enumerate(sheet) if number]
    counted = min(max((score - LOWEST) // STEP, 0), SCORES - 1)
    return [*filled, MISSES_AT + min(misses, MISSES - 1), TO_GO_AT + cells_to_go(sheet), SCORE_AT + counted]
