"""Quinto: what a sheet will come to, by what was learned from many matches."""

from functools import cached_property
from typing import Final, NamedTuple

import numpy as np

from cartable.bots.network import Floats, Network
from cartable.bots.quinto.batch_sheets import writable
from cartable.bots.quinto.features import INPUTS, MISSES, NUMBERS
from cartable.games.quinto.cards import Announced
from cartable.games.quinto.sheet import CELLS, COLOUR_OF, ROW, Sheet, full_rows, score_of, write

SCALE: Final = 50.0
"""The network counts in so many points."""

SIZE: Final = len(CELLS)
_ROW_STARTS: Final = range(0, SIZE, ROW)


class Forecast(NamedTuple):
    """Where a sheet is headed: points on average and how far they spread; what it would count if the match ended now;
    and whether it ends it. `cell` is where the number was written, if it was.
    """

    points: float
    spread: float
    sure: int
    ends: bool
    cell: int | None


class SheetValue:
    """One sheet, with all that could be written on it next."""

    def __init__(self, net: Network, sheet: Sheet, misses: int, context: Floats) -> None:
        self.sheet = sheet
        self.misses = misses
        self._net = net
        inputs = np.zeros(INPUTS, dtype=np.float32)
        inputs[np.arange(SIZE) * NUMBERS + np.array(sheet)] = 1
        inputs[SIZE * NUMBERS :] = context
        self._base: Floats = net.first_layer(inputs)

    @cached_property
    def now(self) -> Forecast:
        """The sheet as it is."""
        return self._forecast(self._net.from_first_layer(self._base), score_of(self.sheet, self.misses).total)

    @cached_property
    def missed(self) -> Forecast:
        """One miss more (QUIN-18); the fourth ends the match (QUIN-23)."""
        sure = score_of(self.sheet, self.misses + 1).total
        if self.misses + 1 >= MISSES:
            return Forecast(float(sure), 0.0, sure, ends=True, cell=None)
        at = SIZE * NUMBERS + self.misses
        return self._forecast(self._net.from_first_layer(self._base - self._net.w1[at] + self._net.w1[at + 1]), sure)

    @cached_property
    def _values(self) -> Floats:
        """[cell, number, 2]: what the network says of each number in each cell; nothing where it cannot be written."""
        fits = writable(np.array([self.sheet]))[0]
        cell, number = np.nonzero(fits)
        first = self._net.w1[cell * NUMBERS + number] - self._net.w1[cell * NUMBERS] + self._base
        values = np.full((SIZE, NUMBERS, 2), -np.inf, dtype=np.float32)
        values[cell, number] = self._net.from_first_layer(first)
        for last in self._last_cells:  # the match would end, and all would be known
            for there in np.nonzero(fits[last])[0]:
                total = score_of(write(self.sheet, last, int(there)), self.misses).total
                values[last, there] = total / SCALE, 0.0
        return values

    @cached_property
    def _last_cells(self) -> list[int]:
        """The cells that would fill a second row (QUIN-23)."""
        if full_rows(self.sheet) != 1:
            return []
        rows = [self.sheet[at : at + ROW] for at in _ROW_STARTS]
        return [at + row.index(0) for at, row in zip(_ROW_STARTS, rows, strict=True) if row.count(0) == 1]

    @cached_property
    def best_in_row(self) -> Floats:
        """[row, number]: the most points a number can bring in a row."""
        most: Floats = self._values[..., 0].reshape(3, ROW, NUMBERS).max(1) * SCALE
        return most

    def written(self, cell: int, number: int) -> Forecast:
        """The sheet with a number more."""
        sure = score_of(write(self.sheet, cell, number), self.misses).total
        value = self._values[cell, number]
        return Forecast(
            float(value[0]) * SCALE, max(float(value[1]), 0.0) * SCALE**2, sure, cell in self._last_cells, cell
        )

    def best(self, offer: Announced, otherwise: Forecast) -> Forecast:
        """The best use of an offer, if it is better than to do without."""
        if not offer.writable:
            return otherwise
        column = self._values[:, offer.sum, 0]
        cells = [at for at in range(SIZE) if COLOUR_OF[at] in offer.colours]
        cell = max(cells, key=column.__getitem__)
        return self.written(cell, offer.sum) if column[cell] * SCALE > otherwise.points else otherwise

    def _forecast(self, value: Floats, sure: int) -> Forecast:
        return Forecast(float(value[0]) * SCALE, max(float(value[1]), 0.0) * SCALE**2, sure, ends=False, cell=None)
