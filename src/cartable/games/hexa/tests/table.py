"""A table for the tests of Hexa: positions by keys, acts by their texts, cards dealt as a script or a shuffle says."""

from collections.abc import Iterator, Sequence
from random import Random
from typing import Any

from cartable.games.hexa import HEXA
from cartable.games.hexa.acts import DEAL
from cartable.games.hexa.cards import CARDS
from cartable.games.hexa.options import HexaOptions
from cartable.games.hexa.state import HexaState
from cartable.kernel import CLOCK, DEALER, Event, NextReveal, Refused, Seat, Shuffle, Stepped

ROWS = [["red-die"], ["blue-cup"], ["pink-car"], ["brown-flower"], ["yellow-cone"], ["green-butterfly"]]
"""Starting cards. `pink-telephone` fits all rows but 3; `purple-die` fits 3, 5 and 6."""

BLOCKED = [["pink-die"], ["blue-car"], ["pink-ball"], ["red-car"], ["pink-cone"], ["green-car"]]
"""Pink or a car stands in every row: `pink-car` fits nowhere."""

PILES = [
    ["pink-ball", "pink-cup"],
    ["brown-die", "brown-car"],
    ["red-car", "red-ball"],
    ["blue-die", "blue-car"],
    ["green-cup", "green-car"],
]


class Dealer:
    """Knows what lies at each slot: by script for the first shuffle, else by a seed."""

    def __init__(self, script: list[str] | None = None, seed: int = 0) -> None:
        self._seed = seed
        self._orders = {} if script is None else {0: script}

    def __call__(self, due: NextReveal) -> str:
        assert due.verb == "deal"
        if due.shuffle not in self._orders:
            self._orders[due.shuffle] = list(due.among)
            Random(f"{self._seed} {due.shuffle}").shuffle(self._orders[due.shuffle])
        return self._orders[due.shuffle][due.slot]


def step(state: HexaState, seat: Seat, text: str) -> Stepped[HexaState]:
    """One act that must be let through, and nothing after it."""
    stepped = HEXA.step(state, seat, HEXA.act(text))
    assert not isinstance(stepped, Refused), f"{text} by {seat}: {stepped}"
    return stepped


def code(state: HexaState, seat: Seat, text: str) -> str:
    """The code of a refusal that must come."""
    refused = HEXA.step(state, seat, HEXA.act(text))
    assert isinstance(refused, Refused), f"{text} by {seat} was let through"
    assert HEXA.refusals[refused.code].rule == refused.rule
    return refused.code


class Table:
    """A match in progress whose dealer acts by himself."""

    def __init__(self, state: HexaState, dealer: Dealer) -> None:
        self.state = state
        self.dealer = dealer
        self.events: list[Event] = []
        self._deal()

    def act(self, seat: Seat, text: str) -> "Table":
        """An act that must be let through. `events` are then those of this act and of what the dealer does after it."""
        self.events = []
        self._step(seat, text)
        self._deal()
        return self

    def clock(self, text: str) -> "Table":
        return self.act(CLOCK, text)

    def refused(self, seat: Seat, text: str) -> str:
        """The code of a refusal that must come."""
        return code(self.state, seat, text)

    @property
    def keys(self) -> dict[str, Any]:
        return HEXA.to_position(self.state, self.dealer)

    @property
    def to_move(self) -> list[Seat]:
        return sorted(HEXA.actors(self.state) - {CLOCK})

    def _step(self, seat: Seat, text: str) -> None:
        stepped = step(self.state, seat, text)
        self.state = stepped.state
        self.events += stepped.events

    def _deal(self) -> None:
        while DEALER in HEXA.actors(self.state):
            self._step(DEALER, str(DEAL[self.dealer(HEXA.next_reveal(self.state))]))


def placed(seats: int = 3, options: HexaOptions | None = None, **keys: Any) -> Table:
    """A position: where nothing else is said, ROWS and PILES, two neutral cards, and `open` as given."""
    given = {"rows": ROWS, "piles": PILES[:seats], "neutral": ["red-flower", "blue-telephone"], **keys}
    position = HEXA.from_position(given, options or HexaOptions(), seats, list)
    return Table(position.state, Dealer(list(position.script["deal"])))


def fresh(seats: int, seed: int = 0, options: HexaOptions | None = None) -> Table:
    """A game from its start, set up."""
    return Table(HEXA.start(options or HexaOptions(), seats), Dealer(seed=seed))


def by_seed(seed: int) -> Shuffle:
    """A shuffle to hand in from outside."""

    def shuffle(cards: Sequence[str]) -> list[str]:
        mixed = list(cards)
        Random(seed).shuffle(mixed)
        return mixed

    return shuffle


def every_act() -> Iterator[str]:
    """Acts of every form, possible and impossible numbers among them; of ties a few."""
    yield from ("turn", "unclaimed", "call impossible")
    yield from (f"call {row}" for row in range(-1, 9))
    yield from (f"deal {card}" for card in CARDS)
    yield from ("tie 0:5", "tie 0:5 1:5", "tie 1:impossible 2:7", "tie 1:2 0:2", "tie 0:1 0:2", "tie 0:1 9:2")
