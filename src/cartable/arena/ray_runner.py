"""A tournament on more than one machine: on a Ray cluster that is there already."""

import logging
import socket
from collections.abc import Iterable, Iterator
from itertools import islice
from typing import Any, Final

from cartable.arena.matches import PlayedMatch, play_batch
from cartable.arena.plan import Fixture, TournamentPlan
from cartable.arena.runners import ProcessRunner
from cartable.kernel import BadInput

AHEAD: Final = 2
"""How many batches are handed out for each core before the first of them must be back."""

BATCH: Final = 6
"""Matches in a batch: handing one out costs about a millisecond."""

REACH_S: Final = 5.0


class RayRunner:
    """A cluster by its address; `auto` finds the one of this machine, `local` starts one for this run."""

    def __init__(self, address: str) -> None:
        try:
            import ray  # noqa: PLC0415 - an extra: only those who ask for a cluster need it
        except ImportError as error:
            raise BadInput("--ray", "expected Ray to be installed: pip install cartable[ray]") from error
        _check_reachable(address)
        self._ray: Any = ray
        self._own = not ray.is_initialized()
        if self._own:
            try:
                ray.init(address=address, log_to_driver=False, logging_level=logging.ERROR)
            except (ConnectionError, RuntimeError, ValueError) as error:
                raise BadInput(f"--ray {address}", f"expected a Ray cluster there: {error}") from error
        self._play: Any = ray.remote(max_retries=0)(play_batch)
        self._careful = ProcessRunner(1)

    def play(self, plan: TournamentPlan, fixtures: Iterable[Fixture]) -> Iterator[PlayedMatch]:
        shared = self._ray.put(plan)
        window = AHEAD * max(1, int(self._ray.cluster_resources().get("CPU", 1)))
        left = iter(fixtures)
        under_way: dict[Any, tuple[Fixture, ...]] = {}
        while True:
            while len(under_way) < window and (batch := tuple(islice(left, BATCH))):
                under_way[self._play.remote(shared, batch)] = batch
            if not under_way:
                return
            ready, _ = self._ray.wait(list(under_way))
            for each in ready:
                yield from self._collect(plan, each, under_way.pop(each))

    def _collect(self, plan: TournamentPlan, ready: Any, batch: tuple[Fixture, ...]) -> Iterator[PlayedMatch]:
        """The results of a batch. If its process or machine died, play it again here to find out which bot did it."""
        gone = self._ray.exceptions
        try:
            played: list[PlayedMatch] = self._ray.get(ready)
        except (gone.WorkerCrashedError, gone.OutOfMemoryError, gone.NodeDiedError):
            yield from self._careful.play(plan, batch)
            return
        yield from played

    def close(self) -> None:
        self._careful.close()
        if self._own:
            self._ray.shutdown()


def _check_reachable(address: str) -> None:
    """Fail at once if nothing listens there: Ray itself would try for minutes."""
    host, _, port = address.removeprefix("ray://").rpartition(":")
    if not port.isdecimal():
        return
    try:
        socket.create_connection((host.strip("[]"), int(port)), REACH_S).close()
    except (OSError, OverflowError) as error:
        raise BadInput(f"--ray {address}", f"expected a Ray cluster there: {error}") from error
