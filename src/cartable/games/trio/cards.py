"""Trio: the deck and the three piles (TRIO-01, TRIO-02)."""

from typing import Final

from cartable.kernel import CardKinds, Multiset

COLOURS: Final = ("red", "orange", "yellow", "green", "blue", "purple")
SYMBOLS: Final = ("sun", "moon", "star", "leaf", "drop", "bolt")
NUMBERS: Final = range(1, 7)

SAME: Final = "same"
STEP: Final = "step"
DIFFERENT: Final = "different"
PILES: Final = (SAME, STEP, DIFFERENT)
AT: Final = {pile: at for at, pile in enumerate(PILES)}

# TRIO-01: the balanced composition, two numbers three apart for each symbol and colour.
CARDS: Final = tuple(
    f"{1 + (s + c + half) % 6}-{colour}-{symbol}"
    for s, symbol in enumerate(SYMBOLS)
    for c, colour in enumerate(COLOURS)
    for half in (0, 3)
)
KINDS: Final = CardKinds(CARDS)
DECK: Final[Multiset] = KINDS.count(CARDS)
