"""Run inside the WebAssembly build: golden games, logs, scenarios and the laws, with the rules the page gets.

Neither pytest nor hypothesis is there. One line of JSON for each check: its name, and what is wrong with it.
"""

import json
import random
import traceback
from collections.abc import Callable, Iterator
from functools import partial
from itertools import cycle, product

from cartable.games import registry
from cartable.kernel import AnyGame
from cartable.matches.log.verify import Verified, verify
from cartable.matches.scenarios import check_file
from tests.conformance.laws import LAWS
from tests.golden.counting import counts_text
from tests.golden.logs import log_path, reader
from tests.golden.ordering import order_text
from tests.golden.plan import Whole, folder_of, plan
from tests.golden.playing import acts_in, game_text
from tests.kit.folders import scenario_files_of
from tests.kit.options import any_options
from tests.kit.policies import POLICIES
from tests.kit.sample import Sampled, Setup, sampled

Check = tuple[str, Callable[[], None]]
SAMPLES = 6
"""Matches of each game that every law is held against."""


def main() -> None:
    """Run all checks and print what came of each."""
    for name, check in checks():
        wrong = ""
        try:
            check()
        except Exception:
            wrong = traceback.format_exc()
        print(json.dumps([name, wrong]), flush=True)


def checks() -> Iterator[Check]:
    """Every check by its name."""
    for game in registry.games():
        yield f"{game.id}: counts", partial(_same, game, "counts.txt", counts_text)
        yield f"{game.id}: order", partial(_same, game, "order.txt", order_text)
        for whole in plan(game).game:
            yield f"{game.id}: {whole.file}", partial(_plays_as_before, game, whole)
        for version in range(1, game.rules_version + 1):
            yield f"{game.id}: log {version}", partial(_verifies, game, version)
        for match in _samples(game):
            for law, holds in LAWS.items():
                yield f"{game.id}: {law}", partial(holds, game.under(match.setup.options), match)
    for game in registry.games():
        for path in scenario_files_of(game):
            yield f"scenario {path}", partial(_holds, path)


def _same(game: AnyGame, name: str, text: Callable[[AnyGame], str]) -> None:
    assert (folder_of(game) / name).read_text(encoding="utf-8") == text(game)


def _plays_as_before(game: AnyGame, whole: Whole) -> None:
    was = (folder_of(game) / f"{whole.file}.game").read_text(encoding="utf-8")
    assert was == game_text(game, whole, acts_in(game, was))


def _verifies(game: AnyGame, version: int) -> None:
    verdict = verify(reader(log_path(game, version)))
    assert isinstance(verdict, Verified), verdict


def _holds(path: object) -> None:
    assert not isinstance(path, Exception), path
    checked = check_file(path, _any_rule)  # type: ignore[arg-type]
    assert not checked.failure, checked.failure


def _any_rule(_game: str) -> frozenset[str]:
    """That a rule is one of the rulebook is checked elsewhere: the rulebooks are no part of the build."""
    return _EveryId()


class _EveryId(frozenset[str]):
    def __contains__(self, _id: object) -> bool:
        return True


def _samples(game: AnyGame) -> Iterator[Sampled]:
    rng = random.Random(game.id)
    for seed, (policy, seats) in zip(range(SAMPLES), cycle(product(POLICIES, game.seats)), strict=False):
        yield sampled(game, Setup(seats, any_options(game, rng), policy, seed))
