"""What comes of a tournament, match by match: JSON Lines that say what was played, so that a run can be continued."""

from collections import Counter
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import msgspec

from cartable.arena.plan import Fixture, TournamentPlan
from cartable.kernel import BadInput
from cartable.matches.deal.duplicate import points_of

FORMAT = 1


class Failure(msgspec.Struct, frozen=True):
    """A bot that broke down: which, how, and the log that led to it."""

    seat: int
    why: str
    log: str


class Result(msgspec.Struct, frozen=True, omit_defaults=True):
    """One match. `bots` are numbers of entrants by seat; `thought_ms` is what their decisions took on average,
    `slowest_ms` the longest one.
    """

    deal: int
    bots: tuple[int, ...]
    ranks: tuple[int, ...] = ()
    scores: tuple[int, ...] | None = None
    acts: int = 0
    thought_ms: tuple[float, ...] = ()
    slowest_ms: tuple[float, ...] = ()
    failure: Failure | None = None

    @property
    def fixture(self) -> Fixture:
        """Which match it was."""
        return Fixture(self.deal, self.bots)

    @property
    def points(self) -> tuple[float, ...]:
        """By seat, as matches with the same cards are compared everywhere."""
        return points_of(self.ranks, self.scores)

    @property
    def won(self) -> tuple[float, ...]:
        """By seat: 1 for a victory, its share for a shared one."""
        winners = self.ranks.count(1)
        return tuple(1 / winners if rank == 1 else 0.0 for rank in self.ranks)


class ResultsHeader(msgspec.Struct, frozen=True):
    """The first line."""

    arena: int
    plan: TournamentPlan


def header_line(plan: TournamentPlan) -> bytes:
    """The first line of a new file."""
    return msgspec.json.encode(ResultsHeader(FORMAT, plan)) + b"\n"


def result_lines(results: Iterable[Result]) -> bytes:
    """Lines for the file."""
    return b"".join(msgspec.json.encode(result) + b"\n" for result in results)


def read_results(path: Path) -> tuple[TournamentPlan, list[Result]]:
    """What a file holds. A last line that was cut off is left out."""
    try:
        lines = path.read_bytes().split(b"\n")
    except OSError as error:
        raise BadInput(str(path), f"cannot be read: {error.strerror}") from error
    plan = _decoded(lines[0], ResultsHeader, path, 1).plan
    return plan, [_decoded(line, Result, path, number) for number, line in enumerate(lines[1:-1], 2)]


def _decoded(line: bytes, kind: Any, path: Path, number: int) -> Any:
    try:
        return msgspec.json.decode(line, type=kind)
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        wanted = "results of an arena" if number == 1 else "a match"
        raise BadInput(f"{path}, line {number}", f"expected {wanted}: {error}") from error


def complete_deals(plan: TournamentPlan, results: Iterable[Result]) -> list[Result]:
    """The results of deals that were played in every arrangement: only there luck cancels. Of a tournament that was
    stopped before the first of them, all there are.
    """
    known = list(results)
    count = Counter(result.deal for result in known)
    each = len(plan.arrangements())
    return [result for result in known if count[result.deal] == each] or known
