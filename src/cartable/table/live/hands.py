"""Everybody acts at once: between acts that contend for one thing and the referee's contest."""

from collections.abc import Iterator, Mapping
from itertools import count
from math import inf

from cartable.kernel import Seat
from cartable.table.live.attempt import Attempt
from cartable.table.referee import Contest, Entry, Line, Receipt, Sight


class Hands:
    """The acts on their way to the judge in a game of tempo HANDS. Empty and idle in all others."""

    def __init__(self) -> None:
        self.paint = -inf
        """When the newest events are painted for everybody: what bots do about them counts from there."""
        self._contest = Contest()
        self._attempts: dict[tuple[Seat, int], Attempt] = {}
        self._numbers = count()

    def shown(self, n: int, paint: float, due: Mapping[Seat | None, float]) -> None:
        """The events of act `n` are written to whom at which instant, to be painted for all at `paint`."""
        self.paint = paint
        for seat, sent in due.items():
            if seat is not None:
                self._contest = self._contest.shown(seat, Sight(n, paint, sent))

    def seen(self, seat: Seat, n: int, at: float, lines: Mapping[Seat, Line]) -> None:
        """A device painted the events of act `n`."""
        self._contest = self._contest.seen(seat, n, at, lines)

    def left(self, seat: Seat) -> None:
        """A connection is gone, and with it what was shown on it."""
        self._contest = self._contest.left(seat)

    def enter(self, attempt: Attempt, stakes: frozenset[str], lines: Mapping[Seat, Line]) -> None:
        """One more act that others may contend with."""
        number = next(self._numbers)
        self._attempts[attempt.seat, number] = attempt
        entry = Entry(
            seat=attempt.seat,
            k=number,
            act=str(attempt.act),
            stakes=stakes,
            saw=-1 if attempt.saw is None else attempt.saw,
            claim=attempt.interval,
            at=attempt.at,
        )
        self._contest = self._contest.entered(entry, lines)

    def due(self, lines: Mapping[Seat, Line]) -> float | None:
        """When the next act can be judged."""
        return self._contest.due(lines) if self._attempts else None

    def of(self, seat: Seat) -> list[Attempt]:
        """The acts of this seat that still wait, in their order."""
        return [attempt for (holder, _), attempt in self._attempts.items() if holder == seat]

    def waits_since(self, instant: float) -> bool:
        """Is an act waiting that came by then?"""
        return any(attempt.at <= instant for attempt in self._attempts.values())

    def release(self, now: float, lines: Mapping[Seat, Line]) -> Iterator[tuple[Attempt, tuple[Receipt, ...]]]:
        """The acts to judge now, in this order, with receipts where they were contested."""
        self._contest, released = self._contest.release(now, lines)
        for each in released:
            yield self._attempts.pop((each.held.entry.seat, each.held.entry.k)), each.receipts

    def flush(self) -> Iterator[tuple[Attempt, tuple[Receipt, ...]]]:
        """All that waits, at once: nobody else will be heard."""
        yield from self.release(inf, {})
