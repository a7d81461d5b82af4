"""Quinto: every way to lay, by number: which cards are added up, what lies on the grid then, and what is kept."""

from collections.abc import Iterator
from typing import Final, NamedTuple

from cartable.games.quinto.cards import HAND, KINDS, NEIGHBOURS, PLACES, VALUE

CARDS: Final = len(KINDS.names)
NONE: Final = CARDS
"""No card at all."""

CARD_VALUES: Final = (*(VALUE[card] for card in KINDS.names), 0)
CARD_BITS: Final = (*(0 if card[0] == "X" else 1 << "OYP".index(card[0]) for card in KINDS.names), 0)
"""Value and colour of every card by its number; the last one is no card at all."""

PILE: Final = 0
COVERED: Final = 1
GRID: Final = 2
HELD: Final = 3
"""Where a card is."""

GRID_SIZE: Final = len(PLACES)
ACROSS: Final = ((0, 3), (1, 2))
"""A card and its neighbours: the one laid, and two that lie across from one another, so places pair up."""


class LayShape(NamedTuple):
    """A way as places among hand, grid and nothing: the cards that are added up, the grid after it, the cards kept;
    and the two cards laid, the same one twice if it is one.
    """

    added: tuple[int, ...]
    grid: tuple[int, ...]
    kept: tuple[int, ...]
    laid: tuple[int, int]


def _shapes() -> Iterator[LayShape]:
    beside = [[PLACES.index(place) for place in NEIGHBOURS[at]] for at in PLACES]
    bare, nothing = list(range(HAND, HAND + GRID_SIZE)), HAND + GRID_SIZE
    for first in range(HAND):
        for place in range(GRID_SIZE):
            after = [first if at == place else card for at, card in enumerate(bare)]
            kept = tuple(card for card in range(HAND) if card != first)
            yield LayShape((first, *(bare[at] for at in beside[place])), tuple(after), kept, (first, first))
            for second in range(HAND):
                for then in beside[place] if second != first else ():
                    both = [second if at == then else card for at, card in enumerate(after)]
                    added = (second, *(both[at] for at in beside[then]))
                    yield LayShape(added, tuple(both), (HAND - first - second, nothing), (first, second))


SHAPES: Final = tuple(_shapes())
