"""What comes in crowds is taken on a few at a time: however much arrives at once, tables have their turn in between."""

import asyncio
from collections import deque
from collections.abc import Callable
from functools import partial
from typing import Final

AT_ONCE: Final = 4
"""Requests, and sockets to be opened, that are begun in one round of the event loop; each takes up to a millisecond."""


class WorkQueue:
    """A limited number of pieces of work in a round of the event loop, in the order in which they came."""

    def __init__(self) -> None:
        self._left = AT_ONCE
        self._waiting: deque[Callable[[], None]] = deque()
        self._scheduled = False

    def run(self, work: Callable[[], None]) -> None:
        """Now, which is usual, or in one of the next rounds."""
        if not self._scheduled:
            self._scheduled = True
            asyncio.get_running_loop().call_soon(self._next)
        if self._left:
            self._left -= 1
            work()
        else:
            self._waiting.append(work)

    async def wait(self) -> None:
        """Return when it is the caller's turn."""
        turn: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.run(partial(_begin, turn))
        await turn

    def _next(self) -> None:
        """The loop has gone round."""
        self._left = AT_ONCE
        while self._waiting and self._left:
            self._left -= 1
            self._waiting.popleft()()
        self._scheduled = bool(self._waiting) or self._left < AT_ONCE
        if self._scheduled:
            asyncio.get_running_loop().call_soon(self._next)


def _begin(turn: "asyncio.Future[None]") -> None:
    if not turn.done():  # or whoever waited has gone
        turn.set_result(None)
