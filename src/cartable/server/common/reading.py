"""How often one connection is read: a client that sends many small pieces is read less often, and then more at a time.

To be woken for a byte costs the server nearly as much as to be woken for a thousand, whoever sends them. So a
connection that wakes it too often is put off for a moment. What was sent meanwhile waits with the system, and then with
the sender.
"""

import asyncio
from typing import Final

from cartable.server.common.clock import now_ms
from cartable.server.limits import Limits

PAUSE_S: Final = 0.1
"""How long nothing is read of a client that was read too often."""


class ReadBudget:
    """The reads of one connection. Time is looked at only when the last of a number of them is used up."""

    __slots__ = ("_at", "_burst", "_left", "_rate", "_timer")

    def __init__(self, limits: Limits) -> None:
        self._rate = limits.reads_s / 1000
        self._burst = limits.reads_burst
        self._left = limits.reads_burst
        self._at = now_ms()
        self._timer: asyncio.TimerHandle | None = None

    def take(self) -> bool:
        """One more; False when it is too many."""
        self._left -= 1
        if self._left >= 0:
            return True
        now = now_ms()
        self._left = min(self._burst, (now - self._at) * self._rate)
        self._at = now
        return self._left >= 1

    def pause(self, transport: asyncio.Transport, for_s: float = PAUSE_S) -> None:
        """Read nothing of this connection for a while."""
        if transport.is_closing():
            return
        transport.pause_reading()
        self.stop()
        self._timer = asyncio.get_running_loop().call_later(for_s, self._go_on, transport)

    @property
    def paused(self) -> bool:
        """Is nothing read now?"""
        return self._timer is not None

    def _go_on(self, transport: asyncio.Transport) -> None:
        self._timer = None
        if not transport.is_closing():
            transport.resume_reading()

    def stop(self) -> None:
        """The connection is gone."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
