"""What the writers of both stores do alike: how long a group gathers, and how those who wait for it are told."""

import asyncio
from collections.abc import Iterable
from typing import Final, Protocol

GATHER_S: Final = 0.0004
GATHER_MOST_S: Final = 0.008


class Awaited(Protocol):
    """A write."""

    @property
    def done(self) -> "asyncio.Future[None]":
        """Done when it is stored, or when it has failed."""


def gathering(writes: int) -> float:
    """The next commit begins no sooner than so long after one of so many writes, in seconds."""
    return min(GATHER_MOST_S, GATHER_S * writes)


def settle(results: Iterable[tuple[Awaited, Exception | None]]) -> None:
    """Tell everybody who has not stopped waiting."""
    for write, error in results:
        if write.done.cancelled():
            continue
        if error is None:
            write.done.set_result(None)
        else:
            write.done.set_exception(error)
