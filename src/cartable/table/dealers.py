"""Those who know what lies face down: for a place in a shuffle, a dealer tells what is there.

A dealer is a `CardSource`: it is called with what is due. All of them shuffle in the one way of `fairdeal`.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from cartable.kernel import DEALER, ONLY_DEALER, Act, AnyGame, CardSource, DealScript, NextReveal, Refused, Stepped
from cartable.table.fairdeal import deal_key, fingerprint, shuffled


class FairDealer:
    """Deals from a secret, a header and nonces, so that anyone who is told them later can check every draw."""

    def __init__(self, secret: bytes, header: bytes, nonces: Iterable[bytes]) -> None:
        self._key = deal_key(secret, header, nonces)
        self._orders: dict[tuple[str, int], list[str]] = {}

    def __call__(self, due: NextReveal) -> str:
        """What lies at that place. The sorted cards are shuffled once and the order kept."""
        made = (due.verb, due.shuffle)
        order = self._orders.get(made)
        if order is None:
            order = self._orders[made] = self._order(due)
        return order[due.slot]

    def _order(self, due: NextReveal) -> list[str]:
        return shuffled(self._key, due.verb, due.shuffle, list(due.among))


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

    def _order(self, due: NextReveal) -> list[str]:
        script = self._script.get(due.verb, ())
        if due.independent:
            first = list(script[due.shuffle : due.shuffle + 1])
        else:
            first = list(script) if due.shuffle == 0 else []
        left = Counter(due.among)
        left.subtract(first)
        if -left:
            raise ValueError(f"the script shows more {', '.join(-left)} than were shuffled for `{due.verb}`")
        return first + shuffled(self._key, due.verb, due.shuffle, sorted(left.elements()))


def shown(dealer: CardSource, due: NextReveal) -> str:
    """The act by which this dealer shows what is due, in writing."""
    return f"{due.verb} {dealer(due)}"


def deal_on(game: AnyGame, state: Any, dealer: CardSource) -> Iterator[tuple[Act, Stepped[Any]]]:
    """DEALER's acts one after another, as `dealer` knows them, until it is somebody else's turn."""
    while game.actors(state) == ONLY_DEALER:
        due = game.next_reveal(state)
        act = game.act(shown(dealer, due))
        stepped = game.step(state, DEALER, act)
        if isinstance(stepped, Refused):
            raise RuntimeError(f"{game.id} asks the dealer for {due.verb} and refuses `{act}`: {stepped.code}")
        yield act, stepped
        state = stepped.state
