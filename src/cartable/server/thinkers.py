"""Where bots think: in processes of their own, so that nobody at any table waits for them.

A bot that has been quick every time is asked in place in the next matches: that costs less than the message would.
"""

import asyncio
import os
import random
import signal
import time
from collections import OrderedDict, deque
from collections.abc import Callable
from concurrent.futures import Future, ProcessPoolExecutor
from multiprocessing import get_context, parent_process
from threading import Thread
from typing import Any, Final, NamedTuple

from cartable.bots import AnyBot, bot
from cartable.kernel import Act
from cartable.server.logs import log_error
from cartable.server.metrics import Metrics
from cartable.table.live import Think

QUICK_MS: Final = 1.0
QUICK_TIMES: Final = 40
"""A kind of bot counts as quick when so many decisions in a row took less than that."""

KEPT_BOTS: Final = 4000
PATIENCE_S: Final = 15.0
"""Who thinks for longer is moved by chance instead: nobody waits for ever."""

Answer = Callable[[Act | None, float], None]


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


_BOTS: Final = Bots()
"""The bots of a worker process."""


def _live_with_the_server() -> None:
    """End with the server, however it ends: a worker whose server was killed would wait for questions for ever."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the server's business, also when typed in its terminal
    Thread(target=_watch, name="cartable-watch", daemon=True).start()


def _watch() -> None:
    server = parent_process()
    if server is not None:
        server.join()
        os._exit(0)


def _decide(mind: Mind, view: Any, legal: tuple[Act, ...], now: float) -> Thought:
    return _BOTS.decide(mind, view, legal, now)


class Thinkers:
    """All bots of a server."""

    def __init__(self, processes: int, metrics: Metrics) -> None:
        self._loop = asyncio.get_running_loop()
        self._metrics = metrics
        self._pools: list[ProcessPoolExecutor | None] = [None] * processes
        self._here = Bots()
        self._took: dict[tuple[str, str], deque[float]] = {}
        self._in_place: dict[Mind, bool] = {}

    def ask(self, mind: Mind, think: Think, answer: Answer) -> None:
        """Let a bot decide; `answer` is called once, at once or later."""
        self._metrics.thoughts += 1
        if mind not in self._in_place:
            self._in_place[mind] = not self._pools or self._quick(mind)
        if self._in_place[mind]:
            self._ask_here(mind, think, answer)
        else:
            _Asked(self, mind, think, answer)

    def forget(self, match: str) -> None:
        """A match is over."""
        self._here.forget(match)
        for mind in [mind for mind in self._in_place if mind.match == match]:
            del self._in_place[mind]

    def close(self) -> None:
        """Stop thinking."""
        for pool in self._pools:
            if pool is not None:
                pool.shutdown(wait=False, cancel_futures=True)

    def submit(self, mind: Mind, think: Think) -> "Future[Thought]":
        """Send it to the process that has this match's bots."""
        number = hash(mind.match) % len(self._pools)
        pool = self._pools[number]
        if pool is None:
            pool = self._pools[number] = ProcessPoolExecutor(
                1, mp_context=get_context("spawn"), initializer=_live_with_the_server
            )
        try:
            return pool.submit(_decide, mind, think.view, think.legal, think.now)
        except RuntimeError:  # the process was killed: the next question starts another
            self._pools[number] = None
            raise

    def learn(self, mind: Mind, took_ms: float) -> None:
        """How long a decision took."""
        self._took.setdefault((mind.game, mind.level), deque(maxlen=QUICK_TIMES)).append(took_ms)

    def _quick(self, mind: Mind) -> bool:
        took = self._took.get((mind.game, mind.level), ())
        return len(took) == QUICK_TIMES and max(took) < QUICK_MS

    def _ask_here(self, mind: Mind, think: Think, answer: Answer) -> None:
        try:
            thought = self._here.decide(mind, think.view, think.legal, think.now)
        except Exception:
            log_error("bot failed", game=mind.game, bot=mind.level)
            thought = by_chance(think)
        answer(thought.act, thought.at)


def by_chance(think: Think) -> Thought:
    """Any legal act, when a bot cannot say."""
    return Thought(random.choice(think.legal), think.now, 0.0)


class _Asked:
    """One question to a worker process, until it is answered in one way or another."""

    def __init__(self, thinkers: Thinkers, mind: Mind, think: Think, answer: Answer) -> None:
        self._thinkers = thinkers
        self._mind = mind
        self._think = think
        self._answer: Answer | None = answer
        loop = asyncio.get_running_loop()
        self._timer = loop.call_later(PATIENCE_S, self._give_up)
        try:
            future = thinkers.submit(mind, think)
        except RuntimeError:
            loop.call_soon(self._give_up)
            return
        future.add_done_callback(lambda done: loop.call_soon_threadsafe(self._done, done))

    def _done(self, future: "Future[Thought]") -> None:
        if self._answer is None or future.cancelled():
            return
        error = future.exception()
        if error is not None:
            log_error("bot failed", game=self._mind.game, bot=self._mind.level, why=repr(error))
            self._give_up()
            return
        thought = future.result()
        self._thinkers.learn(self._mind, thought.took_ms)
        self._give(thought)

    def _give_up(self) -> None:
        self._give(by_chance(self._think))

    def _give(self, thought: Thought) -> None:
        self._timer.cancel()
        if self._answer is not None:
            answer, self._answer = self._answer, None
            answer(thought.act, thought.at)
