"""The two clocks, and how late the event loop is.

One clock only goes forward: the table and the referee use it. The other is the calendar, for what is stored.
"""

import asyncio
import time
from collections import deque
from statistics import median
from typing import Final

EVERY_S: Final = 0.25
KEPT: Final = 21
"""Five seconds' worth: a pause of one moment is no usual lateness, a busy spell soon is."""

TICK_MS: Final = 1.0
"""Timers tick in whole milliseconds: that much lateness is not the loop's doing."""


def now_ms() -> float:
    """Milliseconds on the monotonic clock: every instant of a live match."""
    return time.monotonic() * 1000


def today_s() -> int:
    """Whole seconds since 1970."""
    return int(time.time())


class LoopLag:
    """Measured for as long as it is open."""

    def __init__(self) -> None:
        self.ms = 0.0
        """What is usual at present."""
        self._late: deque[float] = deque(maxlen=KEPT)
        self._loop = asyncio.get_running_loop()
        self._due = 0.0
        self._timer: asyncio.TimerHandle | None = None
        self._wait()

    def _wait(self) -> None:
        self.close()
        self._due = now_ms() + 1000 * EVERY_S
        self._timer = self._loop.call_later(EVERY_S, self._measure)

    def _measure(self) -> None:
        self._late.append(max(0.0, now_ms() - self._due - TICK_MS))
        self.ms = median(self._late)
        self._wait()

    def close(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
