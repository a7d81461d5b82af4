"""Trio: which card to lay where, so that the rest of the hand can still be laid."""

from collections.abc import Iterable
from random import Random

from cartable.games.trio.acts import Lay
from cartable.games.trio.laws import fits

Tops = dict[str, str]
"""The top card of each pile."""


def right(lays: Iterable[Lay]) -> list[Lay]:
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


def best(lays: list[Lay], hand: tuple[str, ...], tops: Tops, ahead: int, dice: Random) -> Lay:
    """The lay after which most of the hand stays playable; among equals, and without foresight, any."""
    worths = [run(without(hand, lay.card), {**tops, lay.pile: lay.card}, ahead) for lay in lays]
    most = max(worths)
    return dice.choice([lay for lay, worth in zip(lays, worths, strict=True) if worth == most])
