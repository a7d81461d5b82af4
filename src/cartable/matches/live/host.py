"""The simplest match host: one process, bots asked in place, every line stored before it is published.

The terminal plays on it with a real clock, tests with one that is counted up.
"""

from collections.abc import Callable

from cartable.kernel import Act
from cartable.matches.live.effects import Append, Over, Publish, Reply, Think
from cartable.matches.live.match import LiveMatch

Thinker = Callable[[Think], tuple[Act | None, float]]
"""A bot's answer: what it will do (or nothing) and at which instant."""

News = Publish | Reply | Over
"""What is meant for people."""


class LocalHost:
    """Does what a live match asks for; what is meant for people is handed on to `tell`."""

    def __init__(
        self, live: LiveMatch, think: Thinker, store: Callable[[tuple[bytes, ...]], None], tell: Callable[[News], None]
    ) -> None:
        self.live = live
        self._think = think
        self._store = store
        self._tell = tell

    def pump(self, now: float) -> None:
        """Do all that is asked for now, and what follows from it."""
        while effects := self.live.take():
            for effect in effects:
                match effect:
                    case Append(n, lines):
                        self._store(lines)
                        self.live.committed(n, now)
                    case Think(seat, _, asked):
                        act, at = self._think(effect)
                        self.live.bot_decided(seat, asked, act, at, now)
                    case _:
                        self._tell(effect)

    def wake(self, now: float) -> None:
        """Let time have come to `now`."""
        self.pump(now)
        while (due := self.live.next_wake()) is not None and due <= now:
            self.live.wake(now)
            self.pump(now)

    def run(self, now: float, until: float) -> float:
        """Let time pass from one thing that is waited for to the next, without waiting; the instant reached."""
        self.pump(now)
        while self.live.match.ending is None and (due := self.live.next_wake()) is not None and due <= until:
            now = max(now, due)
            self.wake(now)
        return now
