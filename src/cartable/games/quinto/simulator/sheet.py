"""A sheet of Quinto in three words, for many sheets at once.

Numbers rise along a row, so a row is told by which of its nine cells are filled (bits 0 to 8) and which numbers stand
in it (bits 9 to 26, the number 1 first): the lowest number stands in the first filled cell, and so on.
"""

from typing import Final

import jax.numpy as jnp
from jax import Array

from cartable.games.quinto.sheet import CELLS as CELL_NAMES
from cartable.games.quinto.sheet import ROW, TRIPLES
from cartable.research.batch.bits import count, keep, length, one_if, select, word

Rows = tuple[Array, Array, Array]
"""Orange, yellow, purple."""

CELLS: Final = (1 << ROW) - 1
MOST: Final = 18  # QUIN-05
MISS: Final = 5  # QUIN-28

# Per row: how many cells lie left of the blank one, and how far from column 1 the first one lies (QUIN-03).
_SPLIT: Final = (3, 5, 4)
_SHIFT: Final = (2, 1, 0)
# Per three-cell column: its bit among the columns, and the row and cell of its bonus (QUIN-04).
_BONUSES: Final = tuple((int(CELL_NAMES[bonus][1:]) - 1, bonus // ROW, bonus % ROW) for _, bonus in TRIPLES)

EMPTY: Final = (0, 0, 0)


def _columns(row: int, cells: Array) -> Array:
    """Cells of a row as columns of the sheet."""
    low = (1 << _SPLIT[row]) - 1
    return ((cells & low) << _SHIFT[row]) | ((cells & (CELLS ^ low)) << (_SHIFT[row] + 1))


def _cells(row: int, columns: Array) -> Array:
    """The inverse: which cells of a row lie in these columns."""
    low = (1 << _SPLIT[row]) - 1
    return ((columns >> _SHIFT[row]) & low) | ((columns >> (_SHIFT[row] + 1)) & (CELLS ^ low))


def room(rows: Rows, number: Array, colours: Array) -> Array:
    """Where a number from 1 to 18 can be written in rows of these colours (a bit each): a bit for each of 27 cells."""
    gaps, standing = [], []
    for row, words in enumerate(rows):
        cells, numbers = words & CELLS, words >> ROW
        there = ((numbers >> (number - 1)) & 1) != 0
        lower = count(numbers & ((1 << (number - 1)) - 1))
        nearest = select(cells, lower, ROW)  # the cell of the next higher number, or of the same one
        up_to = (1 << nearest) - 1
        past = (1 << length(cells & up_to)) - 1
        gaps.append(keep(~there, up_to & ~past & CELLS))  # QUIN-07: only between the next lower and the next higher
        standing.append(keep(there, _columns(row, 1 << nearest)))
    found = word(0)
    for row, gap in enumerate(gaps):
        others = standing[row - 1] | standing[row - 2]
        free = gap & ~_cells(row, others)  # QUIN-08
        found = found | (keep(((colours >> row) & 1) != 0, free) << (ROW * row))
    return found


def write(rows: Rows, cell: Array, number: Array, flag: Array) -> Rows:
    """The sheet with a number in a cell, where the flag is set."""
    row = one_if(cell >= ROW) + one_if(cell >= 2 * ROW)
    bits = keep(flag, (1 << (cell - ROW * row)) | (1 << (ROW - 1 + number)))
    first, second, third = (words | keep(row == at, bits) for at, words in enumerate(rows))
    return first, second, third


def full_rows(rows: Rows) -> Array:
    """How many rows are full (QUIN-23)."""
    first, second, third = (one_if((words & CELLS) == CELLS) for words in rows)
    return first + second + third


def number_at(words: Array, cell: int) -> Array:
    """The number in a cell of a row, which is filled."""
    return select(words >> ROW, count(words & ((1 << cell) - 1)), MOST) + 1


def score(rows: Rows, misses: Array) -> Array:
    """What a sheet counts (QUIN-24 to 28)."""
    total = -MISS * misses.astype(jnp.int32)
    for words in rows:
        cells = words & CELLS
        total += jnp.where(cells == CELLS, length(words >> ROW), count(cells)).astype(jnp.int32)
    full = _columns(0, rows[0] & CELLS) & _columns(1, rows[1] & CELLS) & _columns(2, rows[2] & CELLS)
    for column, row, cell in _BONUSES:
        total += keep(((full >> column) & 1) != 0, number_at(rows[row], cell)).astype(jnp.int32)
    return total


def numbers(rows: Rows) -> Array:
    """The numbers of all cells along a new last axis; 0 is an empty cell."""
    cell = jnp.arange(ROW, dtype=jnp.uint32)
    found = []
    for words in rows:
        wide = words[..., None]
        rank = count(wide & ((1 << cell) - 1))
        there = ((wide >> cell) & 1) != 0
        found.append(keep(there, select(jnp.broadcast_to(wide >> ROW, rank.shape), rank, MOST) + 1))
    return jnp.concatenate(found, -1)
