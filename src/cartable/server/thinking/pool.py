"""Where bots think: in processes of their own, so that nobody at any table waits for them.

A bot that has been quick every time is asked in place in the next matches: that costs less than the message would.
"""

import asyncio
import random
from collections import deque
from collections.abc import Callable
from concurrent.futures import BrokenExecutor, Future
from typing import Any, Final

from cartable.kernel import Act
from cartable.server.common.logs import log_error
from cartable.server.common.metrics import Metrics
from cartable.server.thinking.process import Bots, Head, Mind, Thought, decide
from cartable.table.live import Think

QUICK_MS: Final = 1.0
QUICK_TIMES: Final = 40
"""A kind of bot counts as quick when so many decisions in a row took less than that."""

PATIENCE_S: Final = 15.0
"""Who thinks for longer is moved by chance instead: nobody waits for ever."""

ASIDE_S: Final = 60.0
"""The same for what people ask for besides."""

Answer = Callable[[Act | None, float], None]


class Thinkers:
    """All bots of a server, and whatever else takes a while to work out."""

    def __init__(self, workers: int, metrics: Metrics) -> None:
        self._loop = asyncio.get_running_loop()
        self._metrics = metrics
        self._heads: list[Head | None] = [None] * workers
        self._here = Bots()
        self._took: dict[tuple[str, str], deque[float]] = {}
        self._in_place: dict[Mind, bool] = {}
        self._asked: dict[tuple[str, int], _Asked] = {}
        self._studying: Head | None = None

    # --- bots --------------------------------------------------------------------------------------------------

    def ask(self, mind: Mind, think: Think, answer: Answer) -> None:
        """Let a bot decide; `answer` is called once, at once or later, unless it is called off before."""
        self.call_off(mind.match, mind.seat)
        self._metrics.thoughts += 1
        if mind not in self._in_place:
            self._in_place[mind] = not self._heads or self._quick(mind)
        if self._in_place[mind]:
            self._ask_here(mind, think, answer)
        else:
            self._asked[mind.match, mind.seat] = _Asked(self, mind, think, answer)

    def call_off(self, match: str, seat: int) -> None:
        """The table has moved on: what the bot of this seat is thinking about is nobody's business any more."""
        asked = self._asked.pop((match, seat), None)
        if asked is not None:
            asked.call_off()

    def answered(self, asked: "_Asked") -> None:
        """A question is out of the way."""
        mind = asked.mind
        if self._asked.get((mind.match, mind.seat)) is asked:
            del self._asked[mind.match, mind.seat]

    def forget(self, match: str) -> None:
        """A match is over."""
        self._here.forget(match)
        for mind in [mind for mind in self._in_place if mind.match == match]:
            del self._in_place[mind]
        for of, seat in [key for key in self._asked if key[0] == match]:
            self.call_off(of, seat)

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

    # --- the processes -----------------------------------------------------------------------------------------

    def submit(self, match: str, do: Callable[..., Any], *about: Any) -> "tuple[Head, int, Future[Any]]":
        """Send something to the process that has this match's bots."""
        number = hash(match) % len(self._heads)
        head = self._heads[number]
        if head is None:
            head = self._heads[number] = Head()
        try:
            return head, *head.ask(do, *about)
        except RuntimeError:  # the process was killed: the next question starts another
            self._heads[number] = None
            raise

    async def aside(self, match: str, do: Callable[..., Any], *about: Any) -> Any:
        """The result of something small about a match, from where its bots think."""
        if not self._heads:
            return do(*about)
        return await _result(*self.submit(match, do, *about))

    async def study(self, do: Callable[..., Any], *about: Any) -> Any:
        """The result of something large, in a process of its own: no bot has to wait for it."""
        if not self._heads:
            return do(*about)
        if self._studying is None:
            self._studying = Head()
        try:
            return await _result(self._studying, *self._studying.ask(do, *about))
        except BrokenExecutor:
            self._studying = None
            raise

    def close(self) -> None:
        """Stop thinking."""
        for head in (*self._heads, self._studying):
            if head is not None:
                head.close()


async def _result(head: Head, ticket: int, future: "Future[Any]") -> Any:
    """What comes of it. Whoever stops waiting calls it off."""
    try:
        return await asyncio.wait_for(asyncio.wrap_future(future), ASIDE_S)
    finally:
        head.call_off(ticket, future)


def by_chance(think: Think) -> Thought:
    """Any legal act, when a bot cannot say; where there is only waiting, none."""
    return Thought(random.choice(think.legal) if think.legal else None, think.now, 0.0)


class _Asked:
    """One question to a worker process, until it is answered in one way or another."""

    def __init__(self, thinkers: Thinkers, mind: Mind, think: Think, answer: Answer) -> None:
        self.mind = mind
        self._thinkers = thinkers
        self._think = think
        self._answer: Answer | None = answer
        self._call_off: Callable[[], None] | None = None
        loop = asyncio.get_running_loop()
        self._timer = loop.call_later(PATIENCE_S, self._give_up)
        try:
            head, ticket, future = thinkers.submit(mind.match, decide, mind, think.view, think.legal, think.now)
        except RuntimeError:
            loop.call_soon(self._give_up)
            return
        self._call_off = lambda: head.call_off(ticket, future)
        future.add_done_callback(lambda done: loop.call_soon_threadsafe(self._done, done))

    def call_off(self) -> None:
        """Nobody waits for the answer any more."""
        self._timer.cancel()
        self._answer = None
        if self._call_off is not None:
            self._call_off()

    def _done(self, future: "Future[Thought]") -> None:
        if self._answer is None or future.cancelled():
            return
        error = future.exception()
        if error is not None:
            log_error("bot failed", game=self.mind.game, bot=self.mind.level, why=repr(error))
            self._give_up()
            return
        thought = future.result()
        self._thinkers.learn(self.mind, thought.took_ms)
        self._give(thought)

    def _give_up(self) -> None:
        answer = self._answer
        self._give(by_chance(self._think))
        if answer is not None and self._call_off is not None:
            self._call_off()

    def _give(self, thought: Thought) -> None:
        self._timer.cancel()
        self._thinkers.answered(self)
        if self._answer is not None:
            answer, self._answer = self._answer, None
            answer(thought.act, thought.at)
