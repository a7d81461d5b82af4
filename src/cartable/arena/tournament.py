"""A tournament from its first match to its last: it writes down every result at once, and goes on where it stopped."""

from collections.abc import Iterator
from pathlib import Path
from typing import BinaryIO

import msgspec

from cartable.arena.plan import Plan
from cartable.arena.results import Result, opening, read_results, written
from cartable.arena.running import Played, Workers
from cartable.kernel import BadInput


class Tournament:
    """Results in memory and, if `path` is given, in a file. A file that is there is gone on with."""

    def __init__(self, plan: Plan, path: Path | None = None) -> None:
        self.plan = plan
        self.results: list[Result] = []
        self._path = path
        if path is not None and path.exists() and path.stat().st_size:
            self._take_up(path)

    @property
    def left(self) -> list[int]:
        """The deals still to be played."""
        done = {result.deal for result in self.results}
        return [deal for deal in range(self.plan.deals) if deal not in done]

    def run(self, workers: Workers) -> Iterator[list[Result]]:
        """Play what is left; each deal's results as soon as they are written down."""
        file = None if self._path is None else self._open(self._path)
        try:
            for played in workers.play(self.plan, self.left):
                results = self._logged(played)
                if file is not None:
                    file.write(written(results))
                    file.flush()
                self.results += results
                yield results
        finally:
            if file is not None:
                file.close()

    def _open(self, path: Path) -> BinaryIO:
        """The file, from what is whole in it on."""
        mended = path.with_name(path.name + ".new")
        try:
            mended.write_bytes(opening(self.plan) + written(self.results))
            mended.replace(path)
            return path.open("ab")
        except OSError as error:
            raise BadInput(str(path), f"cannot be written: {error.strerror}") from error

    def _take_up(self, path: Path) -> None:
        plan, results = read_results(path)
        same = msgspec.structs.replace(plan, deals=self.plan.deals)
        if same != self.plan:
            raise BadInput(str(path), "holds another tournament: other bots, seed, players, options or seats")
        self.results = [result for result in results if result.deal < self.plan.deals]

    def _logged(self, played: Played) -> list[Result]:
        """The results, with the name of the log of each failure, which lies in a folder beside the file."""
        results, logs = played
        if not logs or self._path is None:
            return results
        folder = self._path.with_suffix(".failures")
        folder.mkdir(exist_ok=True)
        left, named = iter(logs), []
        for number, result in enumerate(results):
            if result.failure is None:
                named.append(result)
                continue
            log = folder / f"deal-{result.deal}-{number}.jsonl"
            log.write_bytes(next(left))
            failure = msgspec.structs.replace(result.failure, log=str(log))
            named.append(msgspec.structs.replace(result, failure=failure))
        return named
