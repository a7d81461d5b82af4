"""How bots think: the time one decision may take, and the processes in which they think."""

import os
import signal
import time
from collections.abc import Callable
from multiprocessing import get_context, parent_process
from threading import Thread
from typing import Final

CONTEXT: Final = get_context("spawn")
"""Spawned, not forked: a fork would copy threads and open sockets."""


def live_with_parent() -> None:
    """Call this first in such a process: it ends the process when its parent is gone, however that ended.

    It ignores Ctrl-C, which is the parent's business, and keeps numpy (loaded later) on one core: the other cores are
    for tables and for other bots.
    """
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    Thread(target=_watch, name="cartable-watch", daemon=True).start()


def _watch() -> None:
    parent = parent_process()
    if parent is not None:
        parent.join()
        os._exit(0)


EXPERT_MS: Final = 500.0
"""Time for one decision of an expert. The other levels take a few milliseconds and need no limit."""

Clock = Callable[[], float]
"""Seconds since an arbitrary moment."""


class ThinkingTime:
    """The time for one decision. Strength is counted in work done, so that a seed repeats; time only limits it."""

    def __init__(self, limit_ms: float, clock: Clock = time.monotonic) -> None:
        self._clock = clock
        self._began = clock()
        self._limit_s = limit_ms / 1000

    def allows(self, steps: int) -> bool:
        """Is there time for one more step, if it takes as long as the `steps` before it took on average?"""
        passed = self._clock() - self._began
        return passed * (1 + 1 / max(steps, 1)) <= self._limit_s
