"""Trio: the deck, the three piles (TRIO-01, TRIO-02) and their laws (TRIO-09 to 11)."""

from collections.abc import Callable
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


# --- the laws of the piles -------------------------------------------------------------------------------------------


def _same(card: str, top: str) -> bool:
    """TRIO-09: the same colour or the same symbol, or both."""
    (_, colour, symbol), (_, its_colour, its_symbol) = card.split("-"), top.split("-")
    return colour == its_colour or symbol == its_symbol


def _apart(card: str, top: str) -> int:
    return abs(int(card[0]) - int(top[0]))


def _step(card: str, top: str) -> bool:
    """TRIO-10: one higher or one lower; no step from 6 to 1."""
    return _apart(card, top) == 1


def _different(card: str, top: str) -> bool:
    """TRIO-11: another colour, another symbol, and at least two apart."""
    return not _same(card, top) and _apart(card, top) >= 2


_LAWS: Final[dict[str, Callable[[str, str], bool]]] = {SAME: _same, STEP: _step, DIFFERENT: _different}

# What fits on each top of each pile, so that a whole hand is looked through at once.
FITTING: Final = {
    pile: {top: frozenset(card for card in CARDS if card != top and _LAWS[pile](card, top)) for top in CARDS}
    for pile in PILES
}


def fits(pile: str, card: str, top: str) -> bool:
    """Does the card obey the law of the pile on this top?"""
    return card in FITTING[pile][top]
