"""What the writers of both stores share: how long writes gather before they are committed together, and how the
callers are told."""

import asyncio
from collections.abc import Callable, Iterable
from functools import partial
from math import exp, inf
from typing import Final

from cartable.server.common.logs import log_error
from cartable.server.store.contract import Done

GATHER_S: Final = 0.0004
GATHER_MOST_S: Final = 0.008
"""How long after the last commit began the next one may begin: for each write of the last one, and at most."""

BUSY: Final = 100.0
BUSY_S: Final = 0.004
SHARED: Final = 1.1
"""From `BUSY` writes a second on the next commit begins no sooner than `BUSY_S` after the last one, but only where a
commit has `SHARED` writes on average: a caller that writes alone, one after another, would wait for nobody."""

LATELY_S: Final = 0.1
"""The time over which these rates are measured."""


class CommitSpacing:
    """When the next commit may begin. A commit costs much more than a write, so where there are many they are made to
    share one; but the first write after a quiet moment never waits. With 500 tables and as many acts a second, 2.2 acts
    share a commit instead of 1.3, and the writer works a quarter less for each; but an act is answered after 3 ms
    instead of 1, and the slowest in a hundred after 5 to 10, by the run, instead of 2 to 10."""

    def __init__(self) -> None:
        self._began = -inf
        self._writes = self._commits = 0.0
        """Of late: what is longer ago counts less."""

    def next(self, began: float, writes: int) -> float:
        """A commit of this many writes has begun: when the next one may begin."""
        fades = exp((self._began - began) / LATELY_S)
        self._began = began
        self._writes = self._writes * fades + writes
        self._commits = self._commits * fades + 1
        busy = self._writes > max(BUSY * LATELY_S, SHARED * self._commits)
        least = BUSY_S if busy else 0.0
        return began + max(least, min(GATHER_MOST_S, GATHER_S * writes))


def notify(results: Iterable[tuple[Done, Exception | None]]) -> None:
    """Tell every caller, in the order in which they handed in."""
    for done, error in results:
        try:
            done(error)
        except Exception:  # the caller's: the others have to be told too
            log_error("a caller failed when it was told what was stored")


def as_future(loop: asyncio.AbstractEventLoop, hand_in: Callable[[Done], None]) -> "asyncio.Future[None]":
    """For callers that would rather wait than be called."""
    future: asyncio.Future[None] = loop.create_future()
    hand_in(partial(_resolve, future))
    return future


def _resolve(future: "asyncio.Future[None]", error: Exception | None) -> None:
    if future.cancelled():
        return
    if error is None:
        future.set_result(None)
    else:
        future.set_exception(error)
