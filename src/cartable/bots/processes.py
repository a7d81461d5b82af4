"""Processes in which bots think: they leave Ctrl-C to whoever started them, and end with it, however it ends."""

import os
import signal
from multiprocessing import get_context, parent_process
from threading import Thread
from typing import Final

CONTEXT: Final = get_context("spawn")
"""Started afresh: a copy of a process that has threads and open sockets is good for nothing."""


def live_with_parent() -> None:
    """To be called first in such a process: one whose parent was killed would wait for questions for ever.

    numpy, which is loaded later, is told to stay on one core: the others are for tables and for other bots.
    """
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    Thread(target=_watch, name="cartable-watch", daemon=True).start()


def _watch() -> None:
    parent = parent_process()
    if parent is not None:
        parent.join()
        os._exit(0)
