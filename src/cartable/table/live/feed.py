"""The numbered events of a match, kept so that a reader who was away gets the rest."""

from bisect import bisect_right
from collections import deque
from itertools import islice
from typing import Final

from cartable.kernel import Seat
from cartable.table.live.effects import told_to
from cartable.table.match import Numbered

KEPT_EVENTS: Final = 1024
"""More than a long sleep's worth in any game; who missed more is quicker served with a fresh view."""

LAST_INDEX: Final = 2**31 - 1
"""Stands for the last event of an act, where it is not known how many there were."""


class Feed:
    """Events by number (n, index), alike on every host of the same log."""

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
        return told_to(tuple(self._events)[bisect_right(numbers, known) :], seat)
