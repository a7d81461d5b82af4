"""What plays the matches of a tournament: this process, or processes on all cores. Results come as they are ready."""

import contextlib
import tempfile
from collections.abc import Iterable, Iterator
from multiprocessing.connection import Connection, wait
from pathlib import Path
from typing import Final, Protocol, cast

from cartable.arena.bot_wrappers import BotRecord
from cartable.arena.matches import PlayedMatch, crashed_match, play_match
from cartable.arena.plan import Fixture, TournamentPlan
from cartable.bots.thinking import CONTEXT, live_with_parent

EXIT_S: Final = 5.0


class MatchRunner(Protocol):
    """Plays matches."""

    def play(self, plan: TournamentPlan, fixtures: Iterable[Fixture]) -> Iterator[PlayedMatch]:
        """These matches, in any order."""

    def close(self) -> None:
        """Stop: matches in progress are abandoned."""


class InProcessRunner:
    """This process alone: for bots under a debugger. A bot that ends its process ends the run."""

    def play(self, plan: TournamentPlan, fixtures: Iterable[Fixture]) -> Iterator[PlayedMatch]:
        return (play_match(plan, fixture) for fixture in fixtures)

    def close(self) -> None:
        """There is nothing to close."""


class ProcessRunner:
    """Processes on this machine. One that dies is replaced; its match is a failure of the bot that was thinking."""

    def __init__(self, jobs: int) -> None:
        self._jobs = jobs
        self._workers: dict[Connection, _Worker] = {}

    def play(self, plan: TournamentPlan, fixtures: Iterable[Fixture]) -> Iterator[PlayedMatch]:
        left = iter(fixtures)
        for fixture in _first(left, self._jobs):
            self._begin(plan, fixture)
        while self._workers:
            for ready in wait(list(self._workers)):
                worker = self._workers[cast("Connection", ready)]
                played = worker.played()
                if not worker.alive:
                    self._end(worker)
                yield played
                following = next(left, None)
                if following is None:
                    self._end(worker)
                elif worker.alive:
                    worker.begin(following)
                else:
                    self._begin(plan, following)

    def _begin(self, plan: TournamentPlan, fixture: Fixture) -> None:
        worker = _Worker(plan)
        self._workers[worker.line] = worker
        worker.begin(fixture)

    def _end(self, worker: "_Worker") -> None:
        if self._workers.pop(worker.line, None) is not None:
            worker.close(EXIT_S)

    def close(self) -> None:
        while self._workers:
            _, worker = self._workers.popitem()
            worker.close(0.0)


def _first(fixtures: Iterator[Fixture], count: int) -> Iterator[Fixture]:
    for _ in range(count):
        fixture = next(fixtures, None)
        if fixture is not None:
            yield fixture


class _Worker:
    """A process, and what it is at."""

    def __init__(self, plan: TournamentPlan) -> None:
        self._plan = plan
        self._fixture: Fixture | None = None
        self._folder = tempfile.TemporaryDirectory(prefix="cartable-arena-")
        self._notes = Path(self._folder.name) / "notes"
        self.line, theirs = CONTEXT.Pipe()
        self._process = CONTEXT.Process(target=_work, args=(plan, str(self._notes), theirs))
        self._process.start()
        theirs.close()
        self.alive = True

    def begin(self, fixture: Fixture) -> None:
        self._fixture = fixture
        try:
            self.line.send(fixture)
        except OSError:  # it died before it could be asked: `played` tells
            return

    def played(self) -> PlayedMatch:
        """What came of the match."""
        try:
            played: PlayedMatch = self.line.recv()
        except (EOFError, OSError):
            return self._died()
        return played

    def _died(self) -> PlayedMatch:
        self.alive = False
        self._process.join()
        if self._fixture is None or not self._notes.exists():
            raise RuntimeError(f"a worker process ended with status {self._process.exitcode} before its first match")
        code = self._process.exitcode or 0
        how = f"its process was killed by signal {-code}" if code < 0 else f"its process ended with status {code}"
        return crashed_match(self._plan, self._fixture, self._notes, how)

    def close(self, wait_s: float) -> None:
        """Let it end; after this long, make it."""
        self.line.close()
        self._process.join(wait_s)
        self._process.kill()
        self._process.join()
        self._process.close()
        self._folder.cleanup()


def _work(plan: TournamentPlan, notes_at: str, line: Connection) -> None:
    """What the process does: match after match, until its parent closes the pipe."""
    live_with_parent()
    notes = BotRecord(Path(notes_at))
    with contextlib.suppress(EOFError, OSError):  # the parent has closed the pipe
        while True:
            line.send(play_match(plan, line.recv(), notes))
