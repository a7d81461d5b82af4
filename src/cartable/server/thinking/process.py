"""What happens in the processes in which bots think: one question after another, each of which can be called off."""

import os
import signal
import time
from collections import OrderedDict
from collections.abc import Callable
from concurrent.futures import Future, ProcessPoolExecutor
from types import FrameType
from typing import Any, Final, NamedTuple

from cartable.bots import AnyBot, bot
from cartable.bots.thinking import CONTEXT, live_with_parent
from cartable.kernel import Act

KEPT_BOTS: Final = 4000
CALL_OFF: Final = getattr(signal, "SIGUSR1", None)
"""What tells a process to look at the board; a system without it lets every thought come to its end."""


class Mind(NamedTuple):
    """Which bot: of which match and seat, of which kind, with which luck."""

    match: str
    seat: int
    game: str
    level: str
    seed: int


class Thought(NamedTuple):
    """What a bot decided, and how long it took."""

    act: Act | None
    at: float
    took_ms: float


class CalledOff(Exception):
    """The table has moved on: nobody needs this thought any more."""


class Bots:
    """Bots with their memories, the longest unasked forgotten first."""

    def __init__(self) -> None:
        self._of: OrderedDict[Mind, AnyBot] = OrderedDict()

    def decide(self, mind: Mind, view: Any, legal: tuple[Act, ...], now: float) -> Thought:
        began = time.perf_counter()
        known = self._of.pop(mind, None) or bot(mind.game, mind.level, mind.seed, mind.seat)
        self._of[mind] = known
        if len(self._of) > KEPT_BOTS:
            self._of.popitem(last=False)
        intent = known.decide(view, legal, now)
        took = 1000 * (time.perf_counter() - began)
        return Thought(None, now, took) if intent is None else Thought(intent.act, intent.at_ms, took)

    def forget(self, match: str) -> None:
        for mind in [mind for mind in self._of if mind.match == match]:
            del self._of[mind]


class Head:
    """A process that thinks, from the server's side. What it is asked it does in order."""

    def __init__(self) -> None:
        self._board: Any = CONTEXT.Array("q", 2, lock=False)
        self._tickets = 0
        self._pool = ProcessPoolExecutor(1, mp_context=CONTEXT, initializer=begin, initargs=(self._board,))

    def ask(self, do: Callable[..., Any], *about: Any) -> "tuple[int, Future[Any]]":
        """Let it do something; with the number under which that can be called off."""
        self._tickets += 1
        return self._tickets, self._pool.submit(think, self._tickets, do, *about)

    def call_off(self, ticket: int, future: "Future[Any]") -> None:
        """Nobody waits for this any more: it is not begun, or broken off."""
        if future.cancel() or future.done() or CALL_OFF is None:
            return
        called_off, process = self._board
        if process and called_off != ticket:
            self._board[0] = ticket
            os.kill(process, CALL_OFF)

    def close(self) -> None:
        self._pool.shutdown(wait=False, cancel_futures=True)


# --- in the process ---------------------------------------------------------------------------------------------------


class _Desk:
    """What the process is at: the number of the question, and the board on which it can be called off."""

    ticket = 0
    board: Any = None


def begin(board: Any) -> None:
    """The first thing a process does."""
    live_with_parent()
    _Desk.board = board
    board[1] = os.getpid()
    if CALL_OFF is not None:
        signal.signal(CALL_OFF, look)


def look(_number: int, _frame: FrameType | None) -> None:
    """Something was called off. It may have been done before that was heard."""
    if _Desk.ticket and _Desk.ticket == _Desk.board[0]:
        raise CalledOff


def think(ticket: int, do: Callable[..., Any], *about: Any) -> Any:
    """Do what is asked, unless it is called off meanwhile."""
    _Desk.ticket = ticket
    try:
        return do(*about)
    finally:
        _Desk.ticket = 0


_BOTS: Final = Bots()


def decide(mind: Mind, view: Any, legal: tuple[Act, ...], now: float) -> Thought:
    """Ask a bot. One that was interrupted may have lost its thread: it begins anew."""
    try:
        return _BOTS.decide(mind, view, legal, now)
    except CalledOff:
        _BOTS.forget(mind.match)
        raise
