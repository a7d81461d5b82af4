"""Trio: which card to lay where, and which wrong card a person would take for a right one."""

from collections.abc import Iterable
from random import Random
from typing import Final

from cartable.games.trio.acts import TrioLay
from cartable.games.trio.cards import COLOURS, SAME, STEP, fits

Tops = dict[str, str]
"""The top card of each pile."""


def right(lays: Iterable[TrioLay]) -> list[TrioLay]:
    """The lays that the laws of the piles allow on the tops they aim at (TRIO-09 to 11)."""
    return [lay for lay in lays if fits(lay.pile, lay.card, lay.on)]


def run(hand: tuple[str, ...], tops: Tops, ahead: int) -> float:
    """How many cards of a hand could be laid one after the other, looking so far ahead; then how many ways there are.

    One card more always counts for more than any choice.
    """
    ways = [(card, pile) for card in hand for pile, top in tops.items() if fits(pile, card, top)]
    if not ways or ahead == 0:
        return 0.0
    longest = max(run(without(hand, card), {**tops, pile: card}, ahead - 1) for card, pile in ways)
    return 1 + longest + len(ways) / 100


def without(hand: tuple[str, ...], card: str) -> tuple[str, ...]:
    """The hand after a card was laid."""
    at = hand.index(card)
    return hand[:at] + hand[at + 1 :]


def best(lays: list[TrioLay], hand: tuple[str, ...], tops: Tops, ahead: int, dice: Random) -> TrioLay:
    """The lay after which most of the hand stays playable; among equals, and without foresight, any."""
    worths = [run(without(hand, lay.card), {**tops, lay.pile: lay.card}, ahead) for lay in lays]
    most = max(worths)
    return dice.choice([lay for lay, worth in zip(lays, worths, strict=True) if worth == most])


CLOSE: Final = 3.0
"""Almost right: one thing amiss."""
FAR: Final = 1.0
"""Mistaken now and then."""
ABSURD: Final = 0.0
"""Nobody takes this for right."""

COUSINS: Final = frozenset(frozenset(pair) for pair in zip(COLOURS, (*COLOURS[1:], COLOURS[0]), strict=True))
"""Colours that lie side by side, and are mixed up in a hurry: red and orange, blue and purple."""


def likeness(pile: str, card: str, top: str) -> float:
    """How much a wrong card on a top looks right under the pile's law."""
    number, colour, symbol = card.split("-")
    its_number, its_colour, its_symbol = top.split("-")
    apart = abs(int(number) - int(its_number))
    if pile == SAME:  # TRIO-09: the number is alike, or nearly the colour
        return CLOSE if apart == 0 or frozenset((colour, its_colour)) in COUSINS else ABSURD
    if pile == STEP:  # TRIO-10: two apart, the same again, or from 6 to 1
        return CLOSE if apart == 2 else FAR if apart in (0, 5) else ABSURD
    amiss = (colour == its_colour) + (symbol == its_symbol) + (apart < 2)  # TRIO-11: of three things, some are not met
    return CLOSE if amiss == 1 else FAR if amiss == 2 else ABSURD
