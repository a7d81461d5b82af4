"""Everybody acts at once: between acts that contend for one thing and the referee's contest."""

from collections.abc import Iterator, Mapping
from itertools import count

from cartable.kernel import Seat
from cartable.table.live.attempt import Attempt
from cartable.table.referee import Contest, Entry, Line, Receipt, Sight, stagger


class Hands:
    """The acts on their way to the judge in a game of tempo HANDS. Empty and idle in all others."""

    def __init__(self) -> None:
        self._contest = Contest()
        self._attempts: dict[tuple[Seat, int], Attempt] = {}
        self._numbers = count()

    def shown(self, n: int, now: float, lines: Mapping[Seat, Line]) -> dict[Seat | None, float]:
        """When to write the events of act `n` to whom, so that all see them at the same moment."""
        reveal = stagger(lines)
        due: dict[Seat | None, float] = {None: now + reveal.spectators}
        for seat, offset in reveal.offsets.items():
            due[seat] = now + offset
            self._contest = self._contest.shown(seat, Sight(n, now + reveal.paint, now + offset))
        return due

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

    def holds(self, seat: Seat) -> bool:
        """Is an act of this seat still waiting?"""
        return any(holder == seat for holder, _ in self._attempts)

    def release(self, now: float, lines: Mapping[Seat, Line]) -> Iterator[tuple[Attempt, tuple[Receipt, ...]]]:
        """The acts to judge now, in this order, with receipts where they were contested."""
        self._contest, released = self._contest.release(now, lines)
        for each in released:
            yield self._attempts.pop((each.held.entry.seat, each.held.entry.k)), each.receipts

    def flush(self) -> Iterator[tuple[Attempt, tuple[Receipt, ...]]]:
        """All that waits, at once: nobody else will be heard."""
        yield from self.release(float("inf"), {})
