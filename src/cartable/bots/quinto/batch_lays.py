"""Quinto: every way to lay, for many hands and grids at once in arrays (QUIN-11, QUIN-15)."""

from typing import Final, NamedTuple

import numpy as np

from cartable.bots.quinto.batch_sheets import CARD_BITS, CARD_VALUES, CARDS, Ints
from cartable.games.quinto.cards import HAND, NEIGHBOURS, PLACES

NONE: Final = CARDS
"""No card at all."""

GRID: Final = len(PLACES)
ACROSS: Final = ((0, 3), (1, 2))
"""A card and its neighbours: the one laid, and two that lie across from one another, so places pair up."""


class _Shapes(NamedTuple):
    """Each way as places among hand, grid and nothing: the cards that are added up, the grid after it, the cards kept;
    and the two cards laid, the same one twice if it is one.
    """

    added: Ints
    grid: Ints
    kept: Ints
    laid: Ints


def _shapes() -> _Shapes:
    added, grids, kept, laid = [], [], [], []
    beside = [[PLACES.index(place) for place in NEIGHBOURS[at]] for at in PLACES]
    bare, nothing = list(range(HAND, HAND + GRID)), HAND + GRID
    for first in range(HAND):
        for place in range(GRID):
            after = [first if at == place else card for at, card in enumerate(bare)]
            added.append([first, *(bare[at] for at in beside[place])])
            grids.append(after)
            kept.append([card for card in range(HAND) if card != first])
            laid.append([first, first])
            for second in range(HAND):
                for then in beside[place] if second != first else ():
                    both = [second if at == then else card for at, card in enumerate(after)]
                    added.append([second, *(both[at] for at in beside[then])])
                    grids.append(both)
                    kept.append([HAND - first - second, nothing])
                    laid.append([first, second])
    return _Shapes(*(np.array(part) for part in (added, grids, kept, laid)))


_SHAPES: Final = _shapes()
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
