"""A table for the tests of Trio: positions by keys, acts by their texts, cards dealt as a position or a seed says."""

from collections.abc import Iterator
from typing import Any, Final

from cartable.games.trio import TRIO
from cartable.games.trio.cards import CARDS, PILES
from cartable.games.trio.options import TrioOptions
from cartable.games.trio.state import TrioState
from cartable.kernel import CLOCK, CardSource, Event, Refused, Seat, Stepped
from cartable.matches.deal.dealers import ScriptedDealer, SeededDealer, deal_on

CENTRE: Final = {"same": ["1-red-sun"], "step": ["3-blue-moon"], "different": ["5-green-drop"]}
"""Starting cards. On `step`, the 2s and 4s below are right and the 1s are wrong."""

HANDS: Final = [
    ["1-red-leaf", "4-red-leaf", "2-red-moon"],
    ["1-orange-star", "4-orange-star", "2-orange-sun"],
    ["1-yellow-moon", "4-yellow-moon", "2-yellow-star"],
    ["1-purple-moon", "4-purple-moon", "2-purple-star"],
]
STACKS: Final = [
    ["2-red-drop", "5-red-drop", "3-red-star", "6-red-star"],
    ["2-orange-leaf", "5-orange-leaf", "3-orange-drop"],
    ["2-yellow-bolt", "5-yellow-bolt", "3-yellow-leaf"],
    ["2-purple-bolt", "5-purple-bolt", "3-purple-leaf"],
]

DEAD_CENTRE: Final = {"same": ["3-orange-moon"], "step": ["3-orange-drop"], "different": ["3-blue-moon"]}
"""Three cards on which none of `DEAD` ever fits, in any order: all numbers are 3, and no colour or symbol is shared."""

DEAD: Final = ["3-red-star", "3-red-bolt", "3-green-star", "3-green-bolt", "3-purple-leaf", "3-purple-sun"]


def step(state: TrioState, seat: Seat, text: str) -> Stepped[TrioState]:
    """One act that must be let through, and nothing after it."""
    stepped = TRIO.step(state, seat, TRIO.act(text))
    assert not isinstance(stepped, Refused), f"{text} by {seat}: {stepped}"
    return stepped


def code(state: TrioState, seat: Seat, text: str) -> str:
    """The code of a refusal that must come."""
    refused = TRIO.step(state, seat, TRIO.act(text))
    assert isinstance(refused, Refused), f"{text} by {seat} was let through"
    assert TRIO.refusals[refused.code].rule == refused.rule
    return refused.code


class Table:
    """A match in progress whose dealer acts by himself."""

    def __init__(self, state: TrioState, dealer: CardSource) -> None:
        self.state = state
        self.dealer = dealer
        self.events: list[Event] = []
        self._deal()

    def act(self, seat: Seat, text: str) -> "Table":
        """An act that must be let through. `events` are then those of this act and of what the dealer does after it."""
        stepped = step(self.state, seat, text)
        self.state, self.events = stepped.state, list(stepped.events)
        self._deal()
        return self

    def clock(self, text: str) -> "Table":
        return self.act(CLOCK, text)

    def refused(self, seat: Seat, text: str) -> str:
        """The code of a refusal that must come."""
        return code(self.state, seat, text)

    def told(self, *kinds: type[Event]) -> list[Event]:
        """The events of these kinds, in order."""
        return [event for event in self.events if isinstance(event, kinds)]

    @property
    def keys(self) -> dict[str, Any]:
        return TRIO.to_position(self.state, self.dealer)

    @property
    def to_move(self) -> list[Seat]:
        return sorted(TRIO.actors(self.state) - {CLOCK})

    def _deal(self) -> None:
        for _, stepped in deal_on(TRIO, self.state, self.dealer):
            self.state = stepped.state
            self.events += stepped.events


def placed(seats: int = 3, options: TrioOptions | None = None, **keys: Any) -> Table:
    """A position: where nothing else is said, CENTRE, HANDS and STACKS, and play runs."""
    given = {"centre": CENTRE, "hands": HANDS[:seats], "stacks": STACKS[:seats], **keys}
    position = TRIO.from_position(given, options or TrioOptions(), seats, list)
    return Table(position.state, ScriptedDealer(position.script, 0))


def blocked(hands: list[list[str]], stacks: list[list[str]], options: TrioOptions | None = None, **keys: Any) -> Table:
    """A position in which nobody can play."""
    table = placed(len(hands), options, **{"centre": DEAD_CENTRE, "hands": hands, "stacks": stacks, **keys})
    assert table.state.blocked
    return table


def fresh(seats: int, seed: int = 0, options: TrioOptions | None = None) -> Table:
    """A match from its start, dealt and waiting for the start signal."""
    return Table(TRIO.start(options or TrioOptions(), seats), SeededDealer(seed))


def every_act() -> Iterator[str]:
    """Acts of every form; of those that name a top card as well, `TRIO.with_defaults` makes the rest."""
    yield from ("go", "relief", "settle")
    yield from (f"lay {card} {pile}" for card in CARDS for pile in PILES)
    yield from (f"fault {pile}" for pile in PILES)
    yield from (f"deal {card}" for card in CARDS)
