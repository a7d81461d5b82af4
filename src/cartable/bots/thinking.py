"""The processes in which bots think."""

import os
import signal
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
