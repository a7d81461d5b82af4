"""A bot that never comes back from thinking fails, and the run goes on."""

import signal
import threading
from types import FrameType
from typing import Any, Final

from cartable.bots import AnyBot, Bot, Intent

HAS_ALARM: Final = hasattr(signal, "setitimer")


class Timed(Bot[Any, Any]):
    """A bot under a clock. Where the system has no alarm, or another thread plays, it is trusted."""

    def __init__(self, bot: AnyBot, patience_s: float) -> None:
        self._bot = bot
        self._patience_s = patience_s

    def decide(self, view: Any, legal: tuple[Any, ...], now_ms: float) -> Intent[Any] | None:
        if not HAS_ALARM or threading.current_thread() is not threading.main_thread():
            return self._bot.decide(view, legal, now_ms)
        before = signal.signal(signal.SIGALRM, self._ring)
        signal.setitimer(signal.ITIMER_REAL, self._patience_s)
        try:
            return self._bot.decide(view, legal, now_ms)
        finally:
            signal.setitimer(signal.ITIMER_REAL, 0)
            signal.signal(signal.SIGALRM, before)

    def _ring(self, _number: int, _frame: FrameType | None) -> None:
        raise TimeoutError(f"thought for over {self._patience_s:g} seconds")
