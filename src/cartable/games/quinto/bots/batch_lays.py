"""Quinto: every way to lay, for many hands and grids at once in arrays (QUIN-11, QUIN-15)."""

from typing import Final, NamedTuple

from cartable.bots.arrays import np
from cartable.games.quinto.bots.batch_sheets import CARD_BITS, CARD_VALUES, Ints
from cartable.games.quinto.bots.lay_shapes import NONE, SHAPES


class _Shapes(NamedTuple):
    """`LayShape`, all of them in arrays."""

    added: Ints
    grid: Ints
    kept: Ints
    laid: Ints


_SHAPES: Final = _Shapes(*(np.array(part) for part in zip(*SHAPES, strict=True)))
WAYS: Final = len(_SHAPES.added)
"""How many ways there are with the best of hands."""


class LayBatch(NamedTuple):
    """One row a way that is allowed: of which game, its number there, what it offers, and what it leaves."""

    game: Ints
    number: Ints
    sum: Ints
    bits: Ints
    grid: Ints
    kept: Ints


def ways(hands: Ints, grids: Ints) -> LayBatch:
    """All ways to lay: `hands` [game, 3], where `NONE` is no card, and `grids` [game, 4]."""
    there = np.concatenate([hands, grids, np.full_like(hands[:, :1], NONE)], axis=1)
    one, other = hands[:, _SHAPES.laid[:, 0]], hands[:, _SHAPES.laid[:, 1]]
    allowed = (one != NONE) & (other != NONE) & (CARD_VALUES[one] == CARD_VALUES[other])
    game, number = np.nonzero(allowed)
    at = game[:, None]
    return LayBatch(
        game,
        number,
        *offers(there[at, _SHAPES.added[number]]),
        there[at, _SHAPES.grid[number]],
        there[at, _SHAPES.kept[number]],
    )


def offers(added: Ints) -> tuple[Ints, Ints]:
    """Sum and colours of three cards [..., 3], the colours as bits (QUIN-12, QUIN-13)."""
    bits = CARD_BITS[added]
    return CARD_VALUES[added].sum(-1), bits[..., 0] | bits[..., 1] | bits[..., 2]
