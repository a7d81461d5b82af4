"""Quinto: what a sheet will come to, by what was learned from many matches."""

from functools import cached_property
from typing import Final, NamedTuple

from cartable.bots.packed_network import PackedNetwork
from cartable.games.quinto.bots.features import MISSES, NUMBERS, SIZE, SheetContext
from cartable.games.quinto.cards import COLOURS, Announced
from cartable.games.quinto.sheet import ROW, Sheet, full_rows, room, score_of, write

SCALE: Final = 50.0
"""The network counts in units of this many points."""

NEVER: Final = -1e9
"""What it is worth to write where nothing can be written."""

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


class BestCell(NamedTuple):
    """The best cell for a number, and what the network says of the sheet then; `NEVER` if there is no cell."""

    value: float
    cell: int


NOWHERE: Final = BestCell(NEVER, 0)


class SheetValue:
    """One sheet, with all that could be written on it next. Values are worked out when they are asked for, and kept."""

    def __init__(self, net: PackedNetwork, sheet: Sheet, misses: int, context: SheetContext) -> None:
        self.sheet = sheet
        self.misses = misses
        self._net = net
        cells = net.rows([at * NUMBERS + number for at, number in enumerate(sheet)])
        self._base = net.base + cells + context.layer(net)
        self._best: dict[tuple[int, int], BestCell] = {}
        self._offered: dict[tuple[int, int], BestCell] = {}

    @cached_property
    def now(self) -> Forecast:
        """The sheet as it is."""
        return forecast(self._net.both(self._base), score_of(self.sheet, self.misses).total)

    @cached_property
    def now_value(self) -> float:
        """What the network says of it."""
        return self._net.points(self._base)

    @cached_property
    def missed(self) -> Forecast:
        """One miss more (QUIN-18); the fourth ends the match (QUIN-23)."""
        sure = score_of(self.sheet, self.misses + 1).total
        if self.misses + 1 >= MISSES:
            return Forecast(float(sure), 0.0, sure, ends=True, cell=None)
        return forecast(self._net.both(self._missed), sure)

    @cached_property
    def missed_value(self) -> float:
        """What the network says of one miss more."""
        if self.misses + 1 >= MISSES:
            return score_of(self.sheet, self.misses + 1).total / SCALE
        return self._net.points(self._missed)

    @property
    def _missed(self) -> int:
        at = SIZE * NUMBERS + self.misses
        return self._base - self._net.row(at) + self._net.row(at + 1)

    @cached_property
    def last_cells(self) -> list[int]:
        """The cells that would fill a second row (QUIN-23)."""
        if full_rows(self.sheet) != 1:
            return []
        rows = [self.sheet[at : at + ROW] for at in _ROW_STARTS]
        return [at + row.index(0) for at, row in zip(_ROW_STARTS, rows, strict=True) if row.count(0) == 1]

    def best_in(self, row: int, number: int) -> BestCell:
        """The best cell of a row for a number."""
        known = self._best.get((row, number))
        if known is None:
            cells = room(self.sheet, number, (COLOURS[row],)) if number > 0 else ()
            found = [BestCell(self._value(cell, number), cell) for cell in cells]
            known = self._best[row, number] = max(found, key=_value_of, default=NOWHERE)
        return known

    def offered(self, number: int, bits: int) -> BestCell:
        """The best cell for a number in the rows of these colours."""
        known = self._offered.get((number, bits))
        if known is None:
            rows = [row for row in range(len(COLOURS)) if bits >> row & 1]
            found = [self.best_in(row, number) for row in rows]
            known = self._offered[number, bits] = max(found, key=_value_of, default=NOWHERE)
        return known

    def _value(self, cell: int, number: int) -> float:
        if cell in self.last_cells:  # the match would end, and all would be known
            return score_of(write(self.sheet, cell, number), self.misses).total / SCALE
        return self._net.points(self._with(cell, number))

    def _with(self, cell: int, number: int) -> int:
        at = cell * NUMBERS
        return self._base + self._net.row(at + number) - self._net.row(at)

    def written(self, cell: int, number: int) -> Forecast:
        """The sheet with a number more."""
        sure = score_of(write(self.sheet, cell, number), self.misses).total
        if cell in self.last_cells:
            return Forecast(float(sure), 0.0, sure, ends=True, cell=cell)
        return forecast(self._net.both(self._with(cell, number)), sure)._replace(cell=cell)

    def best(self, offer: Announced, otherwise: Forecast) -> Forecast:
        """The best use of an offer, if it is better than to do without."""
        if not offer.writable:
            return otherwise
        rows = [row for row, colour in enumerate(COLOURS) if colour in offer.colours]
        best = max([self.best_in(row, offer.sum) for row in rows], key=_value_of)
        return self.written(best.cell, offer.sum) if best.value * SCALE > otherwise.points else otherwise


def _value_of(best: BestCell) -> float:
    return best.value


def forecast(outputs: tuple[float, float], sure: int) -> Forecast:
    """What the two outputs of a network mean."""
    points, spread = outputs
    return Forecast(points * SCALE, max(spread, 0.0) * SCALE**2, sure, ends=False, cell=None)
