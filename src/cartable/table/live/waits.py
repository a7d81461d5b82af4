"""What a live match waits for: the rules' deadlines, bots' intents, idle players, absent ones."""

from collections.abc import Collection, Container, Iterable

import msgspec

from cartable.kernel import Act, Deadline, Seat


class Alarm(msgspec.Struct, frozen=True):
    """An act that CLOCK does at an instant if nothing changes before."""

    at: float
    act: Act


class Intent(msgspec.Struct, frozen=True):
    """An act that a bot has in mind for an instant."""

    at: float
    act: Act


class Deadlines:
    """The rules' deadlines that are running. One that is asked for again unchanged keeps its instant."""

    def __init__(self) -> None:
        self._running: dict[tuple[str, str], Alarm] = {}

    def set(self, wanted: Collection[Deadline[Act]], start: float, pace: float) -> None:
        """Run exactly these; a new one starts at `start`."""
        if not wanted and not self._running:
            return  # as in every turn game
        self._running = {
            name: self._running.get(name)
            or Alarm(start + 1000 * deadline.after_s * (pace if deadline.courtesy else 1.0), deadline.act)
            for deadline in wanted
            for name in [(str(deadline.act), deadline.key)]
        }

    def clear(self) -> None:
        """Stop them all; they start afresh when set again."""
        self._running = {}

    def next(self) -> Alarm | None:
        """The one that runs out first."""
        return min(self._running.values(), key=lambda alarm: alarm.at) if self._running else None


class Turns:
    """Since when each seat has been the one to act, undisturbed."""

    def __init__(self) -> None:
        self._since: dict[Seat, float] = {}

    def set(self, seats: Iterable[Seat], acted: Container[Seat], now: float) -> None:
        """These seats may act now; those of them who have just acted begin anew."""
        self._since = {seat: now if seat in acted else self._since.get(seat, now) for seat in seats}

    def restart(self, seat: Seat, now: float) -> None:
        """One of them begins anew, having been away."""
        if seat in self._since:
            self._since[seat] = now

    def clear(self) -> None:
        """After a pause everybody begins anew."""
        self._since = {}

    def running(self) -> Iterable[tuple[Seat, float]]:
        """Those who may act, and since when."""
        return self._since.items()
