"""Quinto: the sheet. Its cells (QUIN-03, 04), what may be written where (QUIN-05 to 09), its points (QUIN-24 to 28)."""

from collections.abc import Iterable, Mapping
from typing import Final

import msgspec

from cartable.games.quinto.cards import COLOURS
from cartable.kernel import with_entry

Sheet = tuple[int, ...]
"""The numbers along `CELLS`; 0 is an empty cell."""

_COLUMNS: Final[dict[str, list[int]]] = {
    "o": [column for column in range(3, 13) if column != 6],
    "y": [column for column in range(2, 12) if column != 7],
    "p": [column for column in range(1, 11) if column != 5],
}
ROW: Final = 9
CELLS: Final = tuple(f"{row}{column}" for row, columns in _COLUMNS.items() for column in columns)
AT: Final = {cell: at for at, cell in enumerate(CELLS)}
EMPTY: Final[Sheet] = (0,) * len(CELLS)
NUMBERS: Final = range(1, 19)  # QUIN-05

COLOUR_OF: Final = tuple(colour for colour in COLOURS for _ in range(ROW))
ROWS: Final = {colour: range(row * ROW, row * ROW + ROW) for row, colour in enumerate(COLOURS)}

# The other cells of each cell's column.
MATES: Final = tuple(tuple(AT[other] for other in CELLS if other != cell and other[1:] == cell[1:]) for cell in CELLS)

BONUS: Final = {"3": "p3", "4": "o4", "8": "o8", "9": "y9", "10": "p10"}
"""The three-cell columns, each with its bonus cell (QUIN-04)."""

# Per three-cell column: its cells, and its bonus cell.
TRIPLES: Final = tuple((tuple(AT[row + column] for row in _COLUMNS), AT[cell]) for column, cell in BONUS.items())


def room(sheet: Sheet, number: int, colours: Iterable[str]) -> list[int]:
    """Where a number can be written in rows of these colours, row by row from left to right."""
    cells: list[int] = []
    for colour in colours:
        row = ROWS[colour]
        low, high = row.start, row.stop
        for at in row:  # QUIN-07: only the gap between the next lower and the next higher number
            there = sheet[at]
            if there:
                if there < number:
                    low = at + 1
                else:
                    high = at if there > number else low
                    break
        cells += [at for at in range(low, high) if number not in [sheet[mate] for mate in MATES[at]]]  # QUIN-08
    return cells


def out_of_order(sheet: Sheet, at: int, number: int) -> int:
    """QUIN-07: a number of the row that forbids this one at this cell, or 0."""
    row = ROWS[COLOUR_OF[at]]
    for other in row:
        there = sheet[other]
        if there and other != at and (there >= number if other < at else there <= number):
            return there
    return 0


def twice_in_column(sheet: Sheet, at: int, number: int) -> bool:
    """QUIN-08."""
    return any(sheet[mate] == number for mate in MATES[at])


def write(sheet: Sheet, at: int, number: int) -> Sheet:
    """The sheet with one more number; the cell was empty."""
    return with_entry(sheet, at, number)


def full_rows(sheet: Sheet) -> int:
    """How many colour rows are full (QUIN-23)."""
    return all(sheet[:9]) + all(sheet[9:18]) + all(sheet[18:])


def numbers_by_cell(sheet: Sheet) -> dict[str, int]:
    """The numbers on it by cell."""
    return {cell: number for cell, number in zip(CELLS, sheet, strict=True) if number}


def sheet_of(numbers: Mapping[str, int]) -> Sheet:
    """The sheet with these numbers; the inverse of `numbers_by_cell`."""
    return tuple([numbers.get(cell, 0) for cell in CELLS])


# --- points ----------------------------------------------------------------------------------------------------------

MISS: Final = -5  # QUIN-28
MISSES: Final = 4  # QUIN-23


class SheetScore(msgspec.Struct, frozen=True, gc=False):
    """A sheet counted up: rows from orange to purple, bonuses of columns 3, 4, 8, 9 and 10, the cost of misses."""

    rows: tuple[int, ...]
    bonuses: tuple[int, ...]
    misses: int
    total: int


def score_of(sheet: Sheet, misses: int) -> SheetScore:
    """What a sheet counts now."""
    rows = []
    for row in ROWS.values():
        numbers = sheet[row.start : row.stop]
        count = ROW - numbers.count(0)
        rows.append(numbers[-1] if count == ROW else count)  # QUIN-24, QUIN-25
    bonuses = [
        sheet[bonus] if sheet[one] and sheet[two] and sheet[three] else 0  # QUIN-26, QUIN-27
        for (one, two, three), bonus in TRIPLES
    ]
    return SheetScore(tuple(rows), tuple(bonuses), misses * MISS, sum(rows) + sum(bonuses) + misses * MISS)
