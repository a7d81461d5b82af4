"""A simulator with any one rule broken is told from the engine."""

from dataclasses import fields, replace
from functools import cache
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType
from typing import Any

import jax
import msgspec
import numpy as np
import pytest

from cartable.bots import Level
from cartable.games.registry import game as game_of
from cartable.kernel import read_options
from cartable.research.batch.contract import Simulator
from cartable.research.batch.simulators import SIMULATORS
from tests.kit.sample import Setup, sampled
from tests.research.batch.mutants import PUSH, QUINTO, Mutant
from tests.research.batch.trace import Trace, by_bots, differences, judged, matches, trace
from tests.research.batch.words import push_words, quinto_words

# What hardly ever happens in whole matches: a last Switch card, and ties on points.
ONLY_A_SWITCH = {"pile": ["S"]}
TIED = {
    "pile": ["S"],
    "zones": [{"shown": ["G6"]}, {"shown": ["Y1", "Y5"]}, {"shown": ["R6"]}],
}
TIED_AGAIN = {"pile": ["S"], "zones": [{"shown": ["G6"]}, {"shown": ["Y6"]}, {"shown": ["R1"]}]}


@cache
def evidence(game_id: str) -> tuple[Trace, ...]:
    """Matches that show every rule at work."""
    game = game_of(game_id)
    if game_id == "quinto":  # bots reach the far end of a match
        return tuple(
            trace("quinto", [*matches("quinto", seats, 12), *(by_bots(game, Level.FAIR, seats, n) for n in range(6))])
            for seats in (1, 2)
        )
    made_up = [
        sampled(game, Setup(3, game.options(), "first", 0, msgspec.json.encode(given)))
        for given in (ONLY_A_SWITCH, TIED, TIED_AGAIN)
    ]
    return trace("push", [*made_up, *matches("push", 3, 24)]), trace("push", matches("push", 2, 4))


def broken(module: Any, old: str, new: str, folder: Path) -> ModuleType:
    """The module with one change."""
    source = Path(module.__file__).read_text(encoding="utf-8")
    assert source.count(old) == 1, f"{old!r} stands {source.count(old)} times in {module.__name__}"
    file = folder / "broken.py"
    file.write_text(source.replace(old, new), encoding="utf-8")
    spec = spec_from_file_location("broken", file)
    assert spec is not None
    assert spec.loader is not None
    made = module_from_spec(spec)
    spec.loader.exec_module(made)
    return made


def starts_alike(simulator: Simulator) -> bool:
    """Does a match begin as the engine's does?"""
    game = game_of(simulator.id)
    if simulator.id == "quinto":
        return all(same(simulator.init(n), quinto_words(game.start(game.options(), n), 0)) for n in game.seats)
    kinds = [(n, risk, kept) for n in game.seats for risk in (False, True) for kept in (False, True)]
    return all(
        same(
            simulator.init(seats, risk=risk, switch_cards=kept),
            push_words(game.start(read_options(game.options, {"risk": risk, "switch_cards": WORD[kept]}), seats)),
        )
        for seats, risk, kept in kinds
    )


WORD = {False: "removed", True: "kept"}


def same(one: Any, other: Any) -> bool:
    """Are the words of two matches the same?"""
    pairs = zip(jax.tree.leaves(one), jax.tree.leaves(other), strict=True)
    return all(int(np.asarray(mine)) == theirs for mine, theirs in pairs)


@pytest.mark.parametrize("game_id", SIMULATORS)
def test_a_match_begins_as_the_engines_does(game_id: str) -> None:
    assert starts_alike(SIMULATORS[game_id])


def caught(simulator: Simulator) -> bool:
    """Is anything different?"""
    if not starts_alike(simulator):
        return True
    return any(
        any(differences(found, lambda *given: judged(simulator, *given)).values()) for found in evidence(simulator.id)
    )


@pytest.mark.parametrize("game_id", SIMULATORS)
def test_the_whole_one_is_not_caught(game_id: str) -> None:
    assert not caught(SIMULATORS[game_id])


@pytest.mark.parametrize("mutant", [*PUSH, *QUINTO], ids=lambda mutant: mutant[0])
def test_a_broken_rule_is_caught(mutant: Mutant, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    _, module, old, new = mutant
    made = broken(module, old, new, tmp_path)
    for name, thing in vars(made).items():
        if getattr(thing, "__module__", "") == "broken":
            monkeypatch.setattr(module, name, thing)  # the other modules find it there
    whole = SIMULATORS["push" if mutant in PUSH else "quinto"]
    parts = {field.name: getattr(made, field.name, None) for field in fields(whole)}
    assert caught(replace(whole, **{name: part for name, part in parts.items() if callable(part)}))
