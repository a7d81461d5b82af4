"""Template: the deck (TMPL-01), and what cards count (TMPL-09)."""

from collections.abc import Iterable
from typing import Final

from cartable.kernel import CardKinds, Multiset

# To change: your cards, written as the rules write them. Short names without blanks: they stand in acts and in logs.
VALUES: Final = range(1, 5)
COPIES: Final = 3

CARDS: Final = tuple(f"N{value}" for value in VALUES)
KINDS: Final = CardKinds(CARDS)
DECK: Final[Multiset] = KINDS.count(CARDS * COPIES)


def value(card: str) -> int:
    """What a card counts."""
    return int(card[1:])


LIMIT: Final = 9


def total(cards: Iterable[str]) -> int:
    """What cards count together."""
    return sum(map(value, cards))


def points(cards: Iterable[str]) -> int:
    """TMPL-09: the total, or nothing when it is too much."""
    count = total(cards)
    return count if count <= LIMIT else 0
