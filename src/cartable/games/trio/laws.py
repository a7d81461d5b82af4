"""Trio: the laws of the three piles (TRIO-09 to 11)."""

from collections.abc import Callable
from typing import Final

from cartable.games.trio.cards import CARDS, DIFFERENT, PILES, SAME, STEP


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
