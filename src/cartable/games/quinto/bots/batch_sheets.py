"""Quinto: many sheets at once in arrays: what may be written where, what it counts, and what a network is shown."""

from functools import cache
from typing import Final

from cartable.bots.arrays import NDArray, np
from cartable.bots.network import Floats
from cartable.games.quinto.bots import lay_shapes
from cartable.games.quinto.bots.features import LEFT, MISSES, MOST_TO_GO, NUMBERS, TO_GO, WAITS
from cartable.games.quinto.cards import COLOURS
from cartable.games.quinto.sheet import CELLS, EMPTY, MISS, ROW, TRIPLES, room, write
from cartable.games.quinto.sheet import NUMBERS as WRITTEN

SIZE: Final = len(CELLS)
ROWS: Final = SIZE // ROW

Ints = NDArray[np.int64]
Flags = NDArray[np.bool_]

CARD_VALUES: Final[Ints] = np.array(lay_shapes.CARD_VALUES)
CARD_BITS: Final[Ints] = np.array(lay_shapes.CARD_BITS)

_TRIPLES: Final = np.array([cells for cells, _ in TRIPLES])
_BONUSES: Final = np.array([bonus for _, bonus in TRIPLES])


@cache
def _forbidden() -> NDArray[np.uint8]:
    """[cell, number there]: what cannot be written any more, a bit for each cell and number, 0 among them.

    It asks the rules themselves (QUIN-05 to 08): each number on a sheet forbids others whatever else stands there.
    """
    forbidden = np.ones((SIZE, NUMBERS, SIZE, NUMBERS), np.bool_)
    for cell, there in np.ndindex(SIZE, NUMBERS):
        sheet = write(EMPTY, cell, there)
        for number in WRITTEN:
            forbidden[cell, there, room(sheet, number, COLOURS), number] = False
    return np.packbits(forbidden.reshape(SIZE, NUMBERS, SIZE * NUMBERS), axis=-1)


def writable(sheets: Ints) -> Flags:
    """[sheet, cell, number]: may this number be written there?"""
    forbidden = np.bitwise_or.reduce(_forbidden()[np.arange(SIZE), sheets], axis=1)
    fits: Flags = np.unpackbits(~forbidden, axis=-1, count=SIZE * NUMBERS).view(np.bool_)
    return fits.reshape(len(sheets), SIZE, NUMBERS)


def points(sheets: Ints, misses: Ints) -> Ints:
    """What sheets count (QUIN-24 to 28)."""
    rows = sheets.reshape(*sheets.shape[:-1], ROWS, ROW)
    count = (rows > 0).sum(-1)
    total = np.where(count == ROW, rows[..., -1], count).sum(-1)
    full = (sheets[..., _TRIPLES] > 0).all(-1)
    counted: Ints = total + (full * sheets[..., _BONUSES]).sum(-1) + MISS * misses
    return counted


def empty_cells(sheets: Ints) -> Ints:
    """[..., row]: how many cells are empty."""
    empty: Ints = (sheets.reshape(*sheets.shape[:-1], ROWS, ROW) == 0).sum(-1)
    return empty


def ended(sheets: Ints, misses: Ints) -> Flags:
    """[game]: is it over, by anybody's two full rows or fourth miss (QUIN-23)?"""
    over: Flags = ((empty_cells(sheets) == 0).sum(-1) >= 2).any(-1) | (misses >= MISSES).any(-1)
    return over


def one_hot(index: Ints, size: int) -> Floats:
    """Rows of zeros with a one at `index`; an index out of range is a row of zeros."""
    hot: Floats = (index[..., None] == np.arange(size)).astype(np.float64)
    return hot


def inputs(sheets: Ints, context: Floats) -> Floats:
    """What the network sees: every cell's number, and the context."""
    seen = one_hot(sheets, NUMBERS).reshape(*sheets.shape[:-1], SIZE * NUMBERS)
    return np.concatenate([seen, context], axis=-1)


def contexts(sheets: Ints, misses: Ints, following: int, left: Ints) -> Floats:
    """[game, seat, CONTEXT]: see `features`. `following` lays next; `left` cards are to be laid if one is alone."""
    many, seats = misses.shape
    waits = (np.arange(seats) - following) % seats
    parts = [one_hot(misses, MISSES), one_hot(np.broadcast_to(waits, misses.shape), WAITS)]
    if seats == 1:
        nobody = np.zeros((many, 1, TO_GO + 1 + MISSES), dtype=np.float64)
        return np.concatenate([*parts, nobody, one_hot(left[:, None], LEFT)], axis=-1)
    to_go = np.sort(empty_cells(sheets), axis=-1)[..., :2].sum(-1)
    others = np.asarray([[other for other in range(seats) if other != me] for me in range(seats)])
    theirs = np.sort(to_go[:, others], axis=-1)
    second = theirs[..., min(1, seats - 2), None] / MOST_TO_GO
    parts += [one_hot(theirs[..., 0], TO_GO), second]
    parts += [one_hot(misses[:, others].max(-1), MISSES), np.zeros((many, seats, LEFT), dtype=np.float64)]
    return np.concatenate(parts, axis=-1)
