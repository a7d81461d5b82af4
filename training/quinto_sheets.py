"""Quinto's sheets in arrays: what may be written where, what it counts, and how a network sees it."""

from typing import Any, Final

from cartable.bots.quinto.sight import LEFT, NUMBERS, TO_GO
from cartable.games.quinto.cards import KINDS, VALUE
from cartable.games.quinto.score import MISS
from cartable.games.quinto.sheet import CELLS, MATES, ROW, TRIPLES
from training.arrays import one_hot, xp

SIZE: Final = len(CELLS)
CARD_VALUES: Final = xp.asarray([VALUE[card] for card in KINDS.names])
CARD_BITS: Final = xp.asarray([0 if card[0] == "X" else 1 << "OYP".index(card[0]) for card in KINDS.names])
_MATES: Final = xp.asarray([[*mates, *[SIZE] * (2 - len(mates))] for mates in MATES])
_TRIPLE: Final = xp.asarray([cells for cells, _ in TRIPLES])
_BONUS: Final = xp.asarray([bonus for _, bonus in TRIPLES])
HIGH: Final = 99


def writable(sheets: Any) -> Any:
    """[..., cell, number]: may this number be written there (QUIN-05 to 08)?"""
    rows = sheets.reshape(-1, 3, ROW)
    many = len(rows)
    left = xp.zeros_like(rows)
    right = xp.full_like(rows, HIGH)
    for at in range(1, ROW):
        left[:, :, at] = xp.maximum(left[:, :, at - 1], rows[:, :, at - 1])
        back = ROW - 1 - at
        after = rows[:, :, back + 1]
        right[:, :, back] = xp.where(after > 0, after, right[:, :, back + 1])
    flat = rows.reshape(many, SIZE)
    numbers = xp.arange(NUMBERS)
    fits = (flat == 0)[:, :, None] & (left.reshape(many, SIZE)[:, :, None] < numbers)
    fits &= numbers < right.reshape(many, SIZE)[:, :, None]
    padded = xp.concatenate([flat, xp.zeros((many, 1), dtype=flat.dtype)], axis=1)
    for mate in range(2):
        fits &= padded[:, _MATES[:, mate]][:, :, None] != numbers
    return fits.reshape(*sheets.shape, NUMBERS)


def points(sheets: Any, misses: Any) -> Any:
    """What sheets count (QUIN-24 to 28)."""
    rows = sheets.reshape(*sheets.shape[:-1], 3, ROW)
    count = (rows > 0).sum(-1)
    total = xp.where(count == ROW, rows[..., -1], count).sum(-1)
    full = (sheets[..., _TRIPLE] > 0).all(-1)
    return total + (full * sheets[..., _BONUS]).sum(-1) + MISS * misses


def empty_cells(sheets: Any) -> Any:
    """Empty cells by row, fewest first."""
    return xp.sort((sheets.reshape(*sheets.shape[:-1], 3, ROW) == 0).sum(-1), axis=-1)


def inputs(sheets: Any, context: Any) -> Any:
    """What the network sees: every cell's number, and the context."""
    seen = one_hot(sheets, NUMBERS).reshape(*sheets.shape[:-1], SIZE * NUMBERS)
    return xp.concatenate([seen, context], axis=-1)


def contexts(sheets: Any, misses: Any, turn: Any, left: Any) -> Any:
    """[game, seat, CONTEXT]: misses, how soon it is one's turn, how far the others are; alone, the cards left."""
    seats = sheets.shape[1]
    seat = xp.arange(seats)
    waits = one_hot((seat[None, :] - turn[:, None]) % seats, 4)
    to_go = empty_cells(sheets)[..., :2].sum(-1)
    parts = [one_hot(misses, 4), waits]
    if seats == 1:
        nobody = xp.zeros((*misses.shape, TO_GO + 1 + 4), dtype=xp.float32)
        parts += [nobody, one_hot(xp.broadcast_to(left[:, None], misses.shape), LEFT)]
    else:
        others = xp.asarray([[other for other in range(seats) if other != me] for me in range(seats)])
        theirs = xp.sort(to_go[:, others], axis=-1)
        second = theirs[..., min(1, seats - 2)]
        parts += [one_hot(theirs[..., 0], TO_GO), second[..., None].astype(xp.float32) / 18]
        parts += [one_hot(misses[:, others].max(-1), 4)]
        parts += [xp.zeros((*misses.shape, LEFT), dtype=xp.float32)]
    return xp.concatenate(parts, axis=-1)
