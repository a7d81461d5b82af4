"""Running a tournament on all cores of this machine, or on a Ray cluster; results come in the order of the deals."""

import logging
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from multiprocessing import get_context
from typing import Any, Final, Protocol

from cartable.arena.plan import Plan
from cartable.arena.playing import play_deal
from cartable.arena.results import Result
from cartable.kernel import BadInput

AHEAD: Final = 4
"""How many deals are handed out for each worker before the first of them must be back."""

Played = tuple[list[Result], list[bytes]]


class Workers(Protocol):
    """Whoever plays deals."""

    def play(self, plan: Plan, deals: Iterable[int]) -> Iterator[Played]:
        """The results of these deals, in their order."""

    def close(self) -> None:
        """No more deals."""


class Here:
    """This process alone: for tests and for bots under a debugger."""

    def play(self, plan: Plan, deals: Iterable[int]) -> Iterator[Played]:
        return (play_deal(plan, deal) for deal in deals)

    def close(self) -> None:
        """There is nothing to close."""


class Processes:
    """Processes on this machine."""

    def __init__(self, jobs: int) -> None:
        self._jobs = jobs
        self._pool = ProcessPoolExecutor(jobs, mp_context=get_context("spawn"))

    def play(self, plan: Plan, deals: Iterable[int]) -> Iterator[Played]:
        def submit(deal: int) -> "Future[Played]":
            return self._pool.submit(play_deal, plan, deal)

        return _in_order(deals, submit, lambda future: future.result(), AHEAD * self._jobs)

    def close(self) -> None:
        self._pool.shutdown(wait=True, cancel_futures=True)


class Cluster:
    """A Ray cluster that is there already: `auto`, `local`, or its address."""

    def __init__(self, address: str) -> None:
        try:
            import ray  # noqa: PLC0415 - an extra: only those who ask for a cluster need it
        except ImportError as error:
            raise BadInput("--ray", "expected Ray to be installed: pip install cartable[ray]") from error
        self._ray: Any = ray
        self._own = not ray.is_initialized()
        if self._own:
            try:
                ray.init(address=address, log_to_driver=False, logging_level=logging.ERROR)
            except (ConnectionError, RuntimeError, ValueError) as error:
                raise BadInput(f"--ray {address}", f"expected a Ray cluster there: {error}") from error
        self._play: Any = ray.remote(play_deal)

    def play(self, plan: Plan, deals: Iterable[int]) -> Iterator[Played]:
        shared = self._ray.put(plan)
        window = AHEAD * max(1, int(self._ray.cluster_resources().get("CPU", 1)))
        return _in_order(deals, lambda deal: self._play.remote(shared, deal), self._ray.get, window)

    def close(self) -> None:
        if self._own:
            self._ray.shutdown()


def _in_order(
    deals: Iterable[int], submit: Callable[[int], Any], wait: Callable[[Any], Played], window: int
) -> Iterator[Played]:
    """So many at once, and the results as the deals come."""
    under_way: deque[Any] = deque()
    for deal in deals:
        under_way.append(submit(deal))
        if len(under_way) >= window:
            yield wait(under_way.popleft())
    while under_way:
        yield wait(under_way.popleft())
