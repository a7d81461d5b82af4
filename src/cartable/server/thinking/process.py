"""The processes in which bots think: one question after another, each of which can be cancelled."""

import os
import signal
from collections.abc import Callable
from concurrent.futures import Future, ProcessPoolExecutor
from contextlib import suppress
from multiprocessing.context import SpawnContext, SpawnProcess
from multiprocessing.util import Finalize
from threading import Thread
from types import FrameType
from typing import Any, Final

from cartable.bots.thinking import CONTEXT, live_with_parent
from cartable.kernel import Act
from cartable.server.thinking.bot_cache import BotCache, Thought
from cartable.server.thinking.contract import BotId

CANCEL_SIGNAL: Final = getattr(signal, "SIGUSR1", None)
"""What tells a process to look whether its question was cancelled; a system without it lets every thought finish."""


class ThoughtCancelled(Exception):
    """The table has moved on: nobody needs this thought any more."""


BEFORE_QUEUES: Final = 100
"""When something is done at the end of a process. The queues of multiprocessing are closed at 10."""

BOTS: Final = 5
APART: Final = 15
"""By how much others go before the processes that think: where cores are few, no act of a person waits for a bot, and
no bot for an analysis."""

LOWEST: Final = 19
"""The highest niceness that every system has."""


class LowProcess(SpawnProcess):
    """A process that others go before from its very start: to load what it needs takes longer than most answers."""

    niceness = 0

    def start(self) -> None:
        """Start the process and lower its priority from here: a Mac has no priority of a thread to hand down."""
        super().start()
        if hasattr(os, "setpriority") and self.pid is not None:  # not on Windows
            own = os.getpriority(os.PRIO_PROCESS, 0)
            with suppress(ProcessLookupError):  # it has ended already
                os.setpriority(os.PRIO_PROCESS, self.pid, min(LOWEST, own + self.niceness))


class LowContext(SpawnContext):
    """Makes such processes."""

    def __init__(self, niceness: int) -> None:
        super().__init__()
        self._niceness = niceness

    def Process(self, *args: Any, **kwargs: Any) -> LowProcess:  # type: ignore[override]  # noqa: N802 - its name
        process = LowProcess(*args, **kwargs)
        process.niceness = self._niceness
        return process


class BotProcess:
    """A process that thinks, from the server's side. It does what it is asked in order."""

    def __init__(self, niceness: int = BOTS) -> None:
        self._shared: Any = CONTEXT.Array("q", 2, lock=False)
        """The number of the question that was cancelled last, and the process's id."""
        self._tickets = 0
        self._pool = ProcessPoolExecutor(
            1, mp_context=LowContext(niceness), initializer=start_process, initargs=(self._shared,)
        )
        self._closing = Thread(target=self._pool.shutdown, kwargs={"cancel_futures": True})
        # One of `--workers` ends as multiprocessing lets its processes end: it closes all queues, also the one by which
        # the process that thinks is told to end, and then waits for that process. So it has to be told before.
        Finalize(None, self._end, exitpriority=BEFORE_QUEUES)

    def ask(self, do: Callable[..., Any], *about: Any) -> "tuple[int, Future[Any]]":
        """Let it do something; with the number under which that can be cancelled."""
        self._tickets += 1
        return self._tickets, self._pool.submit(run, self._tickets, do, *about)

    def cancel(self, ticket: int, future: "Future[Any]") -> None:
        """Nobody waits for this any more: it is not begun, or interrupted."""
        if future.cancel() or future.done() or CANCEL_SIGNAL is None:
            return
        cancelled, process = self._shared
        if process and cancelled != ticket:
            self._shared[0] = ticket
            os.kill(process, CANCEL_SIGNAL)

    def close(self) -> None:
        """Let it end. Nobody waits for that."""
        if self._closing.ident is None:
            self._closing.start()

    def _end(self) -> None:
        self.close()
        self._closing.join()


def started(niceness: int = BOTS) -> BotProcess:
    """A process that runs already, or is about to."""
    process = BotProcess(niceness)
    process.ask(int)
    return process


# --- in the process ---------------------------------------------------------------------------------------------------


class _Current:
    """What the process is doing: the number of the question, and where it reads that it was cancelled."""

    ticket = 0
    shared: Any = None


def start_process(shared: Any) -> None:
    """The first thing a process does."""
    live_with_parent()
    _Current.shared = shared
    shared[1] = os.getpid()
    if CANCEL_SIGNAL is not None:
        signal.signal(CANCEL_SIGNAL, on_cancel_signal)


def on_cancel_signal(_number: int, _frame: FrameType | None) -> None:
    """Something was cancelled. It may have been done before that was heard."""
    if _Current.ticket and _Current.ticket == _Current.shared[0]:
        raise ThoughtCancelled


def run(ticket: int, do: Callable[..., Any], *about: Any) -> Any:
    """Do what is asked, unless it is cancelled meanwhile."""
    _Current.ticket = ticket
    try:
        return do(*about)
    finally:
        _Current.ticket = 0


_BOTS: Final = BotCache()


def decide(bot_id: BotId, view: Any, legal: tuple[Act, ...], now: float, pace: float = 1.0) -> Thought:
    """Ask a bot. One that was interrupted may be in disorder: it starts again without its memory."""
    try:
        return _BOTS.decide(bot_id, view, legal, now, pace)
    except ThoughtCancelled:
        _BOTS.forget(bot_id.match)
        raise
