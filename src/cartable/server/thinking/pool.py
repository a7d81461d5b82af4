"""Where bots think: in processes of their own, so that nobody at any table waits for them.

A bot that has been quick every time is asked in place in the next matches: that costs less than the message would. It
is measured there too, and one that takes longer now thinks in a process again from the next match on.
"""

import asyncio
import random
from collections import deque
from collections.abc import Callable
from concurrent.futures import BrokenExecutor, Future
from typing import Any, Final

from cartable.matches.live import Think
from cartable.server.common.logs import log_error
from cartable.server.common.metrics import Metrics
from cartable.server.thinking.bot_cache import BotCache, Thought, load_bots
from cartable.server.thinking.contract import BotId, Decided
from cartable.server.thinking.process import APART, BotProcess, decide, started

QUICK_MS: Final = 1.0
QUICK_TIMES: Final = 40
"""A kind of bot counts as quick when `QUICK_TIMES` decisions in a row took less than `QUICK_MS`."""

PATIENCE_S: Final = 15.0
"""A bot that thinks for longer acts at random instead: nobody waits without end."""

PATIENCE_APART_S: Final = 60.0
"""The same for hints and analyses."""


class BotPool:
    """All bots of a server, and whatever else takes a while to work out."""

    def __init__(self, workers: int, metrics: Metrics) -> None:
        self._loop = asyncio.get_running_loop()
        self._metrics = metrics
        self._processes: list[BotProcess | None] = [None] * workers
        self._here = BotCache()
        self._took: dict[tuple[str, str], deque[float]] = {}
        self._in_place: dict[BotId, bool] = {}
        self._asked: dict[tuple[str, int], _Question] = {}
        self._apart: BotProcess | None = None
        self._starting = asyncio.Lock()

    def start(self) -> None:
        """Load and start what is needed, before anybody plays: the first bot then costs nobody a pause."""
        load_bots()
        for number in range(len(self._processes)):
            self._processes[number] = started()

    # --- bots --------------------------------------------------------------------------------------------------

    def ask(self, bot: BotId, think: Think, decided: Decided) -> None:
        """Let a bot decide; `decided` is called once, at once or later, unless it is cancelled before."""
        self.cancel(bot.match, bot.seat)
        self._metrics.thoughts += 1
        if bot not in self._in_place:
            self._in_place[bot] = not self._processes or self._quick(bot)
        if self._in_place[bot]:
            self._ask_here(bot, think, decided)
        else:
            self._asked[bot.match, bot.seat] = _Question(self, bot, think, decided)

    def cancel(self, match: str, seat: int) -> None:
        """The table has moved on: nobody needs what the bot of this seat is thinking about."""
        asked = self._asked.pop((match, seat), None)
        if asked is not None:
            asked.cancel()

    def answered(self, asked: "_Question") -> None:
        """A question is out of the way."""
        bot = asked.bot
        if self._asked.get((bot.match, bot.seat)) is asked:
            del self._asked[bot.match, bot.seat]

    def forget(self, match: str) -> None:
        """A match is over."""
        self._here.forget(match)
        for bot in [bot for bot in self._in_place if bot.match == match]:
            del self._in_place[bot]
        for of, seat in [key for key in self._asked if key[0] == match]:
            self.cancel(of, seat)

    def record_time(self, bot: BotId, took_ms: float) -> None:
        """How long a decision took."""
        self._took.setdefault((bot.game, bot.level), deque(maxlen=QUICK_TIMES)).append(took_ms)

    def _quick(self, bot: BotId) -> bool:
        took = self._took.get((bot.game, bot.level), ())
        return len(took) == QUICK_TIMES and max(took) < QUICK_MS

    def _ask_here(self, bot: BotId, think: Think, decided: Decided) -> None:
        try:
            thought = self._here.decide(bot, think.view, think.legal, think.now, think.pace)
        except Exception:
            log_error("bot failed", game=bot.game, bot=bot.level)
            thought = at_random(think)
        else:
            self.record_time(bot, thought.took_ms)
        decided(thought.act, thought.at)

    # --- the processes -----------------------------------------------------------------------------------------

    def submit(self, match: str, do: Callable[..., Any], *about: Any) -> "tuple[BotProcess, int, Future[Any]]":
        """Send something to the process that has this match's bots."""
        number = hash(match) % len(self._processes)
        process = self._processes[number]
        if process is None:
            process = self._processes[number] = BotProcess()
        try:
            return process, *process.ask(do, *about)
        except RuntimeError:  # the process was killed: the next question starts another
            self._processes[number] = None
            raise

    async def run_for_match(self, match: str, do: Callable[..., Any], *about: Any) -> Any:
        """The result of something small about a match, from where its bots think."""
        if not self._processes:
            return do(*about)
        return await _result(*self.submit(match, do, *about))

    async def run_apart(self, do: Callable[..., Any], *about: Any) -> Any:
        """The result of something large, in a process of its own: no bot has to wait for it."""
        if not self._processes:
            return do(*about)
        async with self._starting:
            if self._apart is None:  # to start a process takes tens of milliseconds, in which tables would wait
                self._apart = await asyncio.to_thread(started, APART)
        try:
            return await _result(self._apart, *self._apart.ask(do, *about))
        except BrokenExecutor:
            self._apart = None
            raise

    def close(self) -> None:
        """Stop thinking."""
        for process in (*self._processes, self._apart):
            if process is not None:
                process.close()


async def _result(process: BotProcess, ticket: int, future: "Future[Any]") -> Any:
    """What comes of it. When the caller stops waiting, it is cancelled."""
    try:
        return await asyncio.wait_for(asyncio.wrap_future(future), PATIENCE_APART_S)
    finally:
        process.cancel(ticket, future)


def at_random(think: Think) -> Thought:
    """Any legal act, when a bot cannot say; where there is only waiting, none."""
    return Thought(random.choice(think.legal) if think.legal else None, think.now, 0.0)


class _Question:
    """One question to a worker process, until it is answered in one way or another."""

    def __init__(self, pool: BotPool, bot: BotId, think: Think, decided: Decided) -> None:
        self.bot = bot
        self._pool = pool
        self._think = think
        self._decided: Decided | None = decided
        self._cancel: Callable[[], None] | None = None
        loop = asyncio.get_running_loop()
        self._timer = loop.call_later(PATIENCE_S, self._give_up)
        try:
            process, ticket, future = pool.submit(
                bot.match, decide, bot, think.view, think.legal, think.now, think.pace
            )
        except RuntimeError:
            loop.call_soon(self._give_up)
            return
        self._cancel = lambda: process.cancel(ticket, future)
        future.add_done_callback(lambda done: loop.call_soon_threadsafe(self._done, done))

    def cancel(self) -> None:
        """Nobody waits for the answer any more."""
        self._timer.cancel()
        self._decided = None
        if self._cancel is not None:
            self._cancel()

    def _done(self, future: "Future[Thought]") -> None:
        if self._decided is None or future.cancelled():
            return
        error = future.exception()
        if error is not None:
            log_error("bot failed", game=self.bot.game, bot=self.bot.level, why=repr(error))
            self._give_up()
            return
        thought = future.result()
        self._pool.record_time(self.bot, thought.took_ms)
        self._give(thought)

    def _give_up(self) -> None:
        decided = self._decided
        self._give(at_random(self._think))
        if decided is not None and self._cancel is not None:
            self._cancel()

    def _give(self, thought: Thought) -> None:
        self._timer.cancel()
        self._pool.answered(self)
        if self._decided is not None:
            decided, self._decided = self._decided, None
            decided(thought.act, thought.at)
