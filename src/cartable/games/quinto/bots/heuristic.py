"""Quinto: the points to expect of a sheet. A rule of thumb: how well its free cells fit the sums that will come."""

from functools import lru_cache
from itertools import product
from math import exp
from typing import Final

from cartable.games.quinto.cards import VALUES
from cartable.games.quinto.sheet import NUMBERS, ROW, TRIPLES, Sheet

CHOICE: Final = 0.35
"""How far players steer the sums: this share of them is spread evenly over all numbers, the rest is left to chance."""

USUAL_LAST: Final = 15.5
"""What the last number of a row tends to be, as long as there is room for it."""

Row = tuple[int, ...]

ROWS_KEPT: Final = 1000
"""Number of rows whose value is kept in memory: 0.6 MB. A turn asks for the same rows many times, so that more than
these saved no time in 60 matches (70 ms each; 180 ms without the cache), while 200,000 took 50 MB of every process."""


def _sums() -> tuple[float, ...]:
    """How likely each number is to be the next that can be written; 0 is never one."""
    tally = [0] * (NUMBERS.stop)
    for cards in product(VALUES, repeat=3):
        if sum(cards) in NUMBERS:
            tally[sum(cards)] += 1
    even = CHOICE / len(NUMBERS)
    return (0.0, *((1 - CHOICE) * count / sum(tally) + even for count in tally[1:]))


_CHANCE: Final = _sums()
_BELOW: Final = tuple(sum(_CHANCE[:number]) for number in range(NUMBERS.stop + 1))


def between(low: int, high: int) -> float:
    """How likely the next number is to lie between these two."""
    return _BELOW[high] - _BELOW[low + 1]


def fills(cells: int, hits: float) -> tuple[float, float]:
    """With this many hits on average (as a Poisson count): how many of the cells will be filled, and how likely all."""
    likely, expected, short = exp(-hits), 0.0, 0.0
    for count in range(cells):
        expected += count * likely
        short += likely
        likely *= hits / (count + 1)
    return expected + cells * (1 - short), 1 - short


@lru_cache(maxsize=ROWS_KEPT)
def row_heuristic(row: Row, chances: int) -> tuple[float, tuple[float, ...], tuple[float, ...]]:
    """A row with `chances` sums still to come: its expected points; for each cell, how likely it is filled, and the
    number to expect there."""
    filled = [1.0 if number else 0.0 for number in row]
    numbers = [float(number) for number in row]
    points, full = float(sum(filled)), 1.0
    at = 0
    while at < ROW:
        if row[at]:
            at += 1
            continue
        end = at
        while end < ROW and not row[end]:
            end += 1
        low, high = row[at - 1] if at else 0, row[end] if end < ROW else NUMBERS.stop
        fit = min(end - at, high - low - 1)
        expected, all_of_them = fills(fit, chances * between(low, high)) if fit > 0 else (0.0, 0.0)
        points += expected
        full *= all_of_them if fit == end - at else 0.0
        for cell in range(at, end):
            filled[cell] = expected / (end - at)
            numbers[cell] = low + (high - low) * (cell - at + 1) / (end - at + 1)
        at = end
    last = row[-1] or max(numbers[-1], min(USUAL_LAST, NUMBERS.stop - 1))
    return points + full * (last - ROW), tuple(filled), tuple(numbers)


def sheet_heuristic(sheet: Sheet, chances: int) -> float:
    """The expected points of a sheet, without misses."""
    rows = [row_heuristic(sheet[at : at + ROW], chances) for at in range(0, len(sheet), ROW)]
    total = sum(row[0] for row in rows)
    for cells, bonus in TRIPLES:
        chance = 1.0
        for cell in cells:
            chance *= rows[cell // ROW][1][cell % ROW]
        total += chance * rows[bonus // ROW][2][bonus % ROW]
    return total
