"""Quinto: the most that a sheet can count, whatever the cards, worked out exactly.

Columns are gone through from left to right; what the cells so far are worth at most depends on nothing but the numbers
that come next in each row. Rows rise (QUIN-07), no column has a number twice (QUIN-08), at most two rows are full
(QUIN-23). And 18 takes three sixes on the grid: of four, only the third and the fourth that are laid can make one, so
it is written twice at most.
"""

from itertools import combinations, product
from typing import Final

import numpy as np
from numpy.typing import NDArray

from cartable.games.quinto.sheet import BONUS, CELLS, NUMBERS, ROW

COLUMNS: Final = range(1, 13)
ROW_NAMES: Final = "oyp"
LIMITS: Final = NUMBERS.stop + 1
NONE: Final = -(10**6)
MOST_18: Final = 2

Values = NDArray[np.int64]
"""[orange, yellow, purple]: the most that columns so far count if numbers in them stay below these."""


def best_sheet() -> int:
    """The most points there can be."""
    rows = [[cell for cell in CELLS if cell[0] == name] for name in ROW_NAMES]
    found = []
    for full in combinations(range(3), 2):
        (other,) = set(range(3)) - set(full)
        found += [_most(full, blank) for blank in rows[other]]
    found += [_most(full, "") for size in (0, 1) for full in combinations(range(3), size)]  # a bound is enough
    return max(found)


def _most(full: tuple[int, ...], blank: str) -> int:
    """With these rows full, the others not, and a cell that stays blank."""
    values: Values = np.zeros((LIMITS,) * 3, np.int64)
    for column in COLUMNS:
        values = _after(values, column, full, blank)
    limits = [LIMITS - 1 if at < MOST_18 else LIMITS - 2 for at in range(3)]
    return max(int(values[order]) for order in {tuple(np.roll(limits, turn).tolist()) for turn in range(3)})


def _after(values: Values, column: int, full: tuple[int, ...], blank: str) -> Values:
    """With one column more."""
    there = [f"{name}{column}" in CELLS and f"{name}{column}" != blank for name in ROW_NAMES]
    must = [there[row] and row in full for row in range(3)]
    found = np.full_like(values, NONE)
    for filled in product(*(((True,) if must[row] else (False, True)) if there[row] else (False,) for row in range(3))):
        found = np.maximum(found, _below(values + _gain(column, full, filled), filled))
    return found


def _gain(column: int, full: tuple[int, ...], filled: tuple[bool, ...]) -> Values:
    """What numbers in these cells of a column count: [orange, yellow, purple]."""
    numbers = np.indices((LIMITS,) * 3)
    total: Values = np.zeros((LIMITS,) * 3, np.int64)
    for row, name in enumerate(ROW_NAMES):
        if filled[row]:
            last = f"{name}{column}" == [cell for cell in CELLS if cell[0] == name][ROW - 1]
            total += (numbers[row] if last else 0) if row in full else 1  # QUIN-24, QUIN-25
            total[numbers[row] < 1] = NONE
    for one, other in combinations([row for row in range(3) if filled[row]], 2):
        total[numbers[one] == numbers[other]] = NONE
    if all(filled) and str(column) in BONUS:
        total += numbers[ROW_NAMES.index(BONUS[str(column)][0])]  # QUIN-27
    return total


def _below(values: Values, filled: tuple[bool, ...]) -> Values:
    """The best with the numbers of the rows that were filled below each limit."""
    found = values
    for row in range(3):
        if filled[row]:
            found = np.roll(np.maximum.accumulate(found, axis=row), 1, axis=row)
            np.moveaxis(found, row, 0)[0] = NONE
        else:
            found = np.maximum.accumulate(found, axis=row)
    return found
