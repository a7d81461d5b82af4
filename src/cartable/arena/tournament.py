"""A tournament from its first match to its last: it writes down every result at once, and goes on where it stopped."""

from collections.abc import Iterator
from pathlib import Path
from typing import BinaryIO, Final

import msgspec

from cartable.arena.matches import PlayedMatch
from cartable.arena.plan import Fixture, TournamentPlan
from cartable.arena.results import Result, header_line, read_results, result_lines
from cartable.arena.runners import MatchRunner
from cartable.kernel import BadInput

LOGS: Final = 200
"""How many logs of failures are kept: a bot that fails every time fails in the same way."""


class Tournament:
    """Results in memory and, if `path` is given, in a file. A file that exists is continued."""

    def __init__(self, plan: TournamentPlan, path: Path | None = None) -> None:
        self.plan = plan
        self._results: dict[Fixture, Result] = {}
        self._path = path
        self._logs = 0
        if path is not None and path.exists():
            self._resume(path)

    @property
    def results(self) -> list[Result]:
        """Those there are, deal by deal."""
        return [self._results[fixture] for fixture in sorted(self._results)]

    @property
    def unplayed(self) -> list[Fixture]:
        """The matches still to be played."""
        return [fixture for fixture in self.plan.fixtures() if fixture not in self._results]

    def run(self, workers: MatchRunner) -> Iterator[Result]:
        """Play what is left; each result as soon as it is written down."""
        file = None if self._path is None else self._open(self._path)
        try:
            for played in workers.play(self.plan, self.unplayed):
                result = self._logged(played)
                if file is not None:
                    file.write(result_lines([result]))
                    file.flush()
                self._results[result.fixture] = result
                yield result
        finally:
            if file is not None:
                file.close()

    def _open(self, path: Path) -> BinaryIO:
        """The file, from what is whole in it on."""
        mended = path.with_name(path.name + ".new")
        try:
            mended.write_bytes(header_line(self.plan) + result_lines(self.results))
            mended.replace(path)
            return path.open("ab")
        except OSError as error:
            raise BadInput(str(path), f"cannot be written: {error.strerror}") from error

    def _resume(self, path: Path) -> None:
        if path.is_file() and not path.stat().st_size:
            return
        plan, results = read_results(path)
        if not plan.same(self.plan):
            raise BadInput(str(path), "holds another tournament: other bots, seed, players, options or seats")
        wanted = set(self.plan.fixtures())
        self._results = {result.fixture: result for result in results if result.fixture in wanted}

    def _logged(self, played: PlayedMatch) -> Result:
        """The result; a failure with the name of its log, which lies in a folder beside the file."""
        result, log = played
        if result.failure is None or log is None or self._path is None or self._logs >= LOGS:
            return result
        self._logs += 1
        folder = self._path.with_suffix(".failures")
        folder.mkdir(exist_ok=True)
        seats = "-".join(map(str, result.bots))
        path = folder / f"deal-{result.deal}-seats-{seats}.jsonl"
        path.write_bytes(log)
        return msgspec.structs.replace(result, failure=msgspec.structs.replace(result.failure, log=str(path)))
