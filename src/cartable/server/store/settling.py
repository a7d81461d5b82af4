"""What the writers of both stores do alike: how long a group gathers, and how those who wait for it are told."""

import asyncio
from collections.abc import Callable, Iterable
from functools import partial
from typing import Final

from cartable.server.logs import log_error
from cartable.server.store.contract import Done

GATHER_S: Final = 0.0004
GATHER_MOST_S: Final = 0.008


def gathering(writes: int) -> float:
    """The next commit begins no sooner than so long after one of so many writes, in seconds."""
    return min(GATHER_MOST_S, GATHER_S * writes)


def settle(results: Iterable[tuple[Done, Exception | None]]) -> None:
    """Tell everybody, in the order in which they handed in."""
    for done, error in results:
        try:
            done(error)
        except Exception:  # of whoever was told: the others have to be told too
            log_error("what was stored could not be gone on with")


def awaited(loop: asyncio.AbstractEventLoop, hand_in: Callable[[Done], None]) -> "asyncio.Future[None]":
    """For those who would rather wait than be told."""
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
