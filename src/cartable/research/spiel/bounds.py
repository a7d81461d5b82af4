"""What OpenSpiel wants to know beforehand of each game it is offered: how long it can last, and what can be scored."""

from collections.abc import Callable
from typing import Final

import msgspec

from cartable.games.push.cards import COPIES, DECK, NUMBERS, value
from cartable.games.quinto.cards import HAND, PLACES
from cartable.games.quinto.rules import MISSES
from cartable.games.quinto.sheet import CELLS, MISS
from cartable.research.encodings.quinto import HIGHEST


class Bounds(msgspec.Struct, frozen=True):
    """At most so many decisions and acts of chance; no score outside of this range."""

    decisions: int
    chances: int
    scores: tuple[int, int]


def _push(_seats: int) -> Bounds:
    """Each card is drawn once, placed once, taken once with its column and protected once; each can bring one roll."""
    points = COPIES * sum(map(value, NUMBERS))
    return Bounds(decisions=4 * DECK.size, chances=2 * DECK.size, scores=(0, points))


def _quinto(seats: int) -> Bounds:
    """In each turn the active player fills a cell or takes a miss; everybody decides, and two cards are drawn."""
    turns = seats * (len(CELLS) + MISSES)
    dealt = HAND * seats + len(PLACES) + 1
    return Bounds(decisions=turns * (1 + seats), chances=dealt + 2 * turns, scores=(MISS * MISSES, HIGHEST))


BOUNDS: Final[dict[str, Callable[[int], Bounds]]] = {"push": _push, "quinto": _quinto}
"""The games that OpenSpiel is offered: races have no place in its model of time."""

STUDIED: Final = {"push": ("pile",)}
"""The keys of a position that can be given as a parameter, cards apart by blanks: a few cards make a small game."""
