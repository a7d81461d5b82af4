"""Template: the deck (TMPL-01)."""

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
