"""Dealers know what lies face down: for a place in a shuffle, a dealer tells which card is there.

A dealer is a `CardSource`: it is called with the next reveal. All but `RandomDealer` shuffle as `fairdeal` says.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from random import Random
from typing import Any

from cartable.kernel import DEALER, ONLY_DEALER, Act, AnyGame, CardSource, DealScript, NextReveal, Refused, Stepped
from cartable.matches.deal.deal_number import cards_key, derived_deal_number, number_in
from cartable.matches.deal.fairdeal import deal_key, fingerprint, shuffled
from cartable.matches.log.entries import Reveal
from cartable.matches.log.header import Header


class FairDealer:
    """Deals from a secret, a header and nonces, so that anyone who is told them later can check every draw."""

    number = ""
    """The deal number; empty: these cards have none."""

    def __init__(self, secret: bytes, header: bytes, nonces: Iterable[bytes]) -> None:
        self._key = deal_key(secret, header, nonces)
        self._orders: dict[tuple[str, int], list[str]] = {}

    def __call__(self, reveal: NextReveal) -> str:
        """What lies at that place. The sorted cards are shuffled once and the order kept."""
        made = (reveal.verb, reveal.shuffle)
        order = self._orders.get(made)
        if order is None:
            order = self._orders[made] = self._order(reveal)
        return order[reveal.slot]

    def _order(self, reveal: NextReveal) -> list[str]:
        return shuffled(self._key, reveal.verb, reveal.shuffle, list(reveal.among))


class NumberedDealer(FairDealer):
    """Deals the cards of a deal number, which follows from the deal or stands in the secret."""

    def __init__(self, header: Header, secret: bytes, line: bytes, nonces: Iterable[bytes]) -> None:
        super().__init__(secret, line, nonces)
        self.number = number_of(header, self._key, secret)
        self._key = cards_key(self.number, header.game, header.players)


def number_of(header: Header, key: bytes, secret: bytes) -> str:
    """The deal number of a match that has one."""
    return derived_deal_number(key) if header.deal_number == "new" else number_in(secret)


def dealer_for(header: Header, line: bytes, secret: bytes, nonces: Iterable[bytes]) -> FairDealer:
    """The dealer of a match; `line` is its header as it was agreed on, to the byte."""
    if header.deal_number == "none":
        return FairDealer(secret, line, nonces)
    return NumberedDealer(header, secret, line, nonces)


def revealed_dealer(header: Header, line: bytes, reveal: Reveal) -> FairDealer:
    """The same, from what is told after the match."""
    return dealer_for(header, line, bytes.fromhex(reveal.secret), map(bytes.fromhex, reveal.nonces))


def secret_of(seed: int) -> bytes:
    """The secret a seed stands for: whoever knows the seed knows every card, so it is for studies and tests."""
    return bytes.fromhex(fingerprint(f"seed {seed}".encode("ascii")))


class SeededDealer(FairDealer):
    """Deals the same for the same seed: scenarios, tests, bots' practice."""

    def __init__(self, seed: int) -> None:
        super().__init__(secret_of(seed), b"", ())

    def shuffle(self, cards: Sequence[str]) -> list[str]:
        """These cards as this seed deals them at the start: the `Shuffle` that positions are placed with."""
        return shuffled(self._key, "deal", 0, sorted(cards))


class ScriptedDealer(SeededDealer):
    """Deals what a position says, and from a seed where it says nothing."""

    def __init__(self, script: DealScript, seed: int) -> None:
        super().__init__(seed)
        self._script = script

    def _order(self, reveal: NextReveal) -> list[str]:
        script = self._script.get(reveal.verb, ())
        if reveal.independent:
            first = list(script[reveal.shuffle : reveal.shuffle + 1])
        else:
            first = list(script) if reveal.shuffle == 0 else []
        left = Counter(reveal.among)
        left.subtract(first)
        if -left:
            raise ValueError(f"the script shows more {', '.join(-left)} than were shuffled for `{reveal.verb}`")
        return first + shuffled(self._key, reveal.verb, reveal.shuffle, sorted(left.elements()))


class RandomDealer:
    """Shuffles with an ordinary generator: quick, and the same for the same generator. For training and studies, where
    millions of cards are dealt and nobody needs proof."""

    def __init__(self, random: Random) -> None:
        self._random = random
        self._orders: dict[tuple[str, int], list[str]] = {}

    def __call__(self, reveal: NextReveal) -> str:
        """The card at that place."""
        made = (reveal.verb, reveal.shuffle)
        order = self._orders.get(made)
        if order is None:
            order = self._orders[made] = list(reveal.among)
            self._random.shuffle(order)
        return order[reveal.slot]


def next_deal(game: AnyGame, state: Any, dealer: CardSource) -> Any:
    """What DEALER does now, as `dealer` knows the cards. Only asked while DEALER is to act."""
    reveal = game.next_reveal(state)
    return game.reveal_act(reveal, dealer(reveal))


def deal_on(game: AnyGame, state: Any, dealer: CardSource) -> Iterator[tuple[Act, Stepped[Any]]]:
    """DEALER's acts one after another, as `dealer` knows them, until it is somebody else's turn."""
    while game.actors(state) == ONLY_DEALER:
        act = next_deal(game, state, dealer)
        stepped = game.step(state, DEALER, act)
        if isinstance(stepped, Refused):
            raise RuntimeError(f"{game.id} asks the dealer for `{act}` and refuses it: {stepped.code}")
        yield act, stepped
        state = stepped.state
