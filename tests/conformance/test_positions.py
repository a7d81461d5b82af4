"""The laws hold in made-up positions too: a match goes on from every scenario."""

import tomllib
from itertools import cycle
from pathlib import Path

import msgspec
import pytest

from cartable.games.registry import ALL
from cartable.kernel import AnyGame, read_options
from tests.conformance.laws import LAWS
from tests.kit.policies import POLICIES
from tests.kit.sample import Setup, sampled

SCENARIOS = Path(__file__).parents[2] / "scenarios"


def setup_of(game: AnyGame, path: Path, policy: str) -> Setup:
    keys = tomllib.loads(path.read_text(encoding="utf-8"))
    options = read_options(game.options, keys.get("options", {}))
    return Setup(keys["players"], options, policy, keys.get("seed", 0), msgspec.json.encode(keys.get("given", {})))


@pytest.mark.parametrize("game", ALL, ids=lambda game: game.id)
def test_the_laws_hold_from_every_scenario_on(game: AnyGame) -> None:
    paths = sorted((SCENARIOS / game.id).rglob("*.toml"))
    assert paths
    for path, policy in zip(paths, cycle(POLICIES), strict=False):
        match = sampled(game, setup_of(game, path, policy))
        for name, law in LAWS.items():
            try:
                law(game, match)
            except AssertionError as error:
                raise AssertionError(f"{path.name}, played on {policy}: {name}: {error}") from error
