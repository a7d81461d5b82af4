"""People on bad connections, for `crowd`: what they are like, what they have sent, and what has reached them."""

from collections.abc import Iterable
from typing import Any

import msgspec

from cartable.bots import AnyBot
from cartable.kernel import Seat
from cartable.matches.live import Reply
from cartable.matches.match import Numbered


class Habits(msgspec.Struct, frozen=True):
    """What one person's connection and fingers are like. Times in ms, the rest are probabilities."""

    delay: float = 20.0
    jitter: float = 5.0
    cuts: float = 0.0
    """Of the connection, with every message sent: what is under way in it is lost."""
    doubles: float = 0.0
    """Of an act that is sent twice."""
    nonsense: float = 0.0
    """Of an act that makes no sense, for everything seen."""


class Chaos(msgspec.Struct, frozen=True):
    """What a simulation depends on."""

    seed: int
    kinds: str
    habits: tuple[Habits, ...]
    commit_ms: float = 0.0
    """Up to this much; 0: at once."""
    pauses: float = 0.0
    """How often a second the host pauses the match."""
    deaths: float = 0.0
    """How often a second the process dies and another goes on from what was committed."""
    wait_scale: float = 1.0
    until_ms: float = 60_000.0


class Sent(msgspec.Struct, frozen=True):
    """One sending of an act, as it reached the table."""

    seat: Seat
    k: int
    text: str
    saw: int
    at: float
    life: int


class Got(msgspec.Struct, frozen=True):
    """An answer as the table gave it."""

    answer: Reply
    at: float
    life: int
    committed: int


class Reader:
    """Somebody who is told what happens: everything that reached them, and how often they began with a fresh view."""

    def __init__(self, seat: Seat | None) -> None:
        self.seat = seat
        self.events: list[Numbered] = []
        self.last = (-1, -1)
        self.n = -1
        self.fresh: set[tuple[int, int]] = set()
        """The numbers up to which a view was shown in place of the events."""

    def begin_at(self, number: tuple[int, int]) -> None:
        """A view was shown, up to this event."""
        self.last = number
        self.fresh.add(number)

    def read(self, events: Iterable[Numbered], n: int) -> None:
        for numbered in events:
            self.events.append(numbered)
            self.last = numbered.n, numbered.index
        self.n = max(self.n, n)


class Person(Reader):
    """A player on a connection. `wire` counts connections: what was sent on an older one never arrives."""

    def __init__(self, seat: Seat, habits: Habits, mind: AnyBot) -> None:
        super().__init__(seat)
        self.habits = habits
        self.mind = mind
        self.wire = 0
        self.online = False
        self.down_at = self.up_at = 0.0
        self.k = -1
        self.waiting: dict[int, tuple[str, int, float]] = {}
        self.painted_at = 0.0
        self.state: Any = None
        self.plan = 0
