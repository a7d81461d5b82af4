"""What is told to whom, at which instant and in which order; and the numbered events for those who were away."""

from bisect import bisect_right
from collections import deque
from collections.abc import Iterable, Mapping
from itertools import islice
from math import inf
from typing import Any, Final

from cartable.kernel import Seat
from cartable.matches.live.effects import Publish, visible_to
from cartable.matches.live.judge import Uncommitted
from cartable.matches.match import Numbered

KEPT_EVENTS: Final = 1024
"""More than a long sleep's worth in any game; a reader who missed more is served faster with a fresh view."""

LAST_INDEX: Final = 2**31 - 1
"""Stands for the last event of an act, where it is not known how many there were."""

SendTimes = dict[Seat | None, float]
"""When each seat is sent something; None stands for spectators."""


class Publisher:
    """Turns stored acts into `Publish` effects. Nobody gets a later one before an earlier one."""

    def __init__(self, state: Any, before: int) -> None:
        """`state` is what everybody knows so far, which is the state after `before` log entries."""
        self.feed = Feed(before=before)
        self._published = state
        self._last: SendTimes = {}
        self._latest = -inf

    @property
    def spectators_at(self) -> float:
        """When spectators, who come last, get what was published last."""
        return self._last.get(None, -inf)

    def publish(self, done: Uncommitted, send_at: Mapping[Seat | None, float], *, race: bool = False) -> Publish:
        """Everything that came of an act, together."""
        events, state = done.played.events, done.played.states[-1]
        self.feed.add(events)
        self._published = state
        return Publish(done.last, events, send_at, state, done.receipts, done.stood_in, race)

    def publish_card(self, done: Uncommitted, now: float, card_at: SendTimes, seats: Iterable[Seat]) -> list[Publish]:
        """What led to a race, at once; then the raced card, which is the last entry of the act, at its own instants."""
        events, states, n = done.played.events, done.played.states, done.last
        earlier = states[-2] if len(states) > 1 else self._published
        before = tuple(numbered for numbered in events if numbered.n < n)
        self.feed.add(events)
        self._published = states[-1]
        stages = []
        if before or done.receipts:
            stages.append(Publish(n - 1, before, self.at_once(seats, now), earlier, done.receipts, done.stood_in))
        card = tuple(numbered for numbered in events if numbered.n == n)
        stages.append(Publish(n, card, self.in_order(card_at), states[-1], stood_in=done.stood_in, race=True))
        return stages

    def at_once(self, seats: Iterable[Seat], now: float) -> SendTimes:
        """To everybody as soon as the order allows."""
        send_at: SendTimes = dict.fromkeys((None, *seats), now)
        if now < self._latest:
            return self.in_order(send_at)
        self._last, self._latest = send_at, now
        return send_at

    def in_order(self, send_at: Mapping[Seat | None, float]) -> SendTimes:
        """The same, but to nobody before what is still on its way to them: a card that was called off before it was
        shown, or an update that waited for a far player. Spectators come last, and whoever joins counts as one."""
        last = self._last.get(None, -inf)
        self._last = {seat: max(at, self._last.get(seat, last)) for seat, at in send_at.items()}
        self._latest = max(self._last.values())
        return self._last


class Feed:
    """The newest events by number (n, index), which are the same on every match host of the same log."""

    def __init__(self, kept: int = KEPT_EVENTS, before: int = 0) -> None:
        """A feed that begins with the events of act `before`: those of earlier acts are not kept."""
        self._events: deque[Numbered] = deque(maxlen=kept)
        self._first: tuple[int, int] = (before - 1, LAST_INDEX if before else -1)
        """The number up to which events have been dropped: a reader that knows it misses nothing."""

    @property
    def last(self) -> tuple[int, int]:
        """The number of the newest event, or (-1, -1)."""
        return (self._events[-1].n, self._events[-1].index) if self._events else self._first

    def last_of(self, n: int) -> tuple[int, int]:
        """The number of the newest event up to act `n`."""
        return next(((each.n, each.index) for each in reversed(self._events) if each.n <= n), self._first)

    def latest(self, count: int, n: int) -> tuple[Numbered, ...]:
        """The newest events up to act `n`, for everybody or somebody, oldest first."""
        found = [each for each in islice(reversed(self._events), 4 * count) if each.n <= n]
        return tuple(reversed(found[:count]))

    def add(self, events: tuple[Numbered, ...]) -> None:
        """Append newly published events."""
        kept = self._events
        over = len(kept) + len(events) - (kept.maxlen or 0)
        if over > 0:
            last = kept[over - 1] if over <= len(kept) else events[over - len(kept) - 1]
            self._first = last.n, last.index
        kept.extend(events)

    def since(self, seat: Seat | None, n: int, index: int) -> tuple[Numbered, ...] | None:
        """What a seat may know of all that came after (n, index); None when that is too long ago, or never was."""
        known = (n, index)
        if known < self._first or known > self.last:
            return None
        numbers = [(numbered.n, numbered.index) for numbered in self._events]
        return visible_to(tuple(self._events)[bisect_right(numbers, known) :], seat)
