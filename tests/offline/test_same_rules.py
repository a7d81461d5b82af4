"""The rules in the WebAssembly build are the same: golden games, logs, scenarios and laws hold inside it, in Node."""

import json
import subprocess
import sys
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from cartable.games import registry
from cartable.kernel import AnyGame
from tests.conformance.laws import LAWS
from tests.golden.plan import plan
from tests.kit.folders import scenario_files_of
from tests.offline.same_rules import SAMPLES

ROOT = Path(__file__).parents[2]
NODE = Path(sys.executable).with_name("node")
BUILT = ROOT / "build/wasm/files/files.json"


def run_inside(module: str, starts: int = 1) -> list[Any]:
    """Run a module inside the WebAssembly build, in so many Pythons that go on from one memory: what they print."""
    assert BUILT.is_file(), "the WebAssembly part is not built: run `make wasm`"
    command = [str(NODE), str(ROOT / "tests/offline/inside.mjs"), str(ROOT), str(starts), module]
    ran = subprocess.run(command, capture_output=True, text=True, timeout=300, check=False)
    assert ran.returncode == 0, ran.stderr[-2000:]
    return [json.loads(line) for line in ran.stdout.splitlines()]


@pytest.fixture(scope="module")
def results() -> dict[str, list[str]]:
    """By check, what was wrong with it each time."""
    found: dict[str, list[str]] = {}
    for name, wrong in run_inside("tests.offline.same_rules"):
        found.setdefault(name, []).append(wrong)
    return found


def test_nothing_is_different_in_webassembly(results: dict[str, list[str]]) -> None:
    wrong = {name: texts for name, all_texts in results.items() if (texts := [text for text in all_texts if text])}
    assert not wrong, "\n".join(f"{name}: {texts[0]}" for name, texts in wrong.items())[:4000]


@pytest.mark.parametrize("game", registry.games(), ids=lambda game: game.id)
def test_every_game_was_looked_at(game: AnyGame, results: dict[str, list[str]]) -> None:
    for law in LAWS:
        assert len(results[f"{game.id}: {law}"]) == SAMPLES
    expected = {"counts", "order", *(whole.file for whole in plan(game).game)}
    expected |= {f"log {version}" for version in range(1, game.rules_version + 1)}
    assert {f"{game.id}: {name}" for name in expected} <= results.keys()


def test_every_scenario_was_run(results: dict[str, list[str]]) -> None:
    kinds = Counter(name.startswith("scenario ") for name in results)
    assert kinds[True] == sum(len(scenario_files_of(game)) for game in registry.games())


def test_chance_is_another_at_every_start() -> None:
    first, second = run_inside("tests.offline.chance", starts=2)
    assert first.keys() == second.keys()
    assert "random._inst" in first
    assert not {name for name in first if first[name] == second[name]}
