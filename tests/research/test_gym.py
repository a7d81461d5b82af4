"""Gymnasium's own check of Quinto alone, and what it does not look for."""

from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

import cartable.research.gym  # noqa: F401 - registers our environment
from cartable.games.quinto.acts import REFUSALS
from cartable.games.quinto.solo import QuintoSoloEnv
from cartable.research.encodings import encoding

NAME = f"CartableQuintoSolo-v{encoding('quinto').version}"


def play(env: Any, seed: int) -> tuple[float, int]:
    """A random match: its return, and its steps."""
    dice = np.random.default_rng(seed)
    _, info = env.reset(seed=seed)
    total, steps, over = 0.0, 0, False
    while not over:
        action = dice.choice(np.flatnonzero(info["action_mask"]))
        _, reward, over, _, info = env.step(action)
        total, steps = total + reward, steps + 1
    return total, steps


def test_their_check() -> None:
    check_env(gymnasium.make(NAME).unwrapped)


def test_the_return_is_the_score() -> None:
    env = QuintoSoloEnv()
    for seed in range(5):
        total, _ = play(env, seed)
        outcome = env.episode.outcome()
        assert outcome is not None
        assert outcome.scores == (total,)


def test_a_refused_action_changes_nothing() -> None:
    env = QuintoSoloEnv()
    before, info = env.reset(seed=1)
    wrong = int(np.flatnonzero(info["action_mask"] == 0)[0])
    after, reward, over, cut, info = env.step(np.int64(wrong))
    assert np.array_equal(before, after)
    assert (reward, over, cut) == (0.0, False, False)
    assert info["refused"] in REFUSALS


def test_who_is_always_refused_is_cut() -> None:
    env = gymnasium.make(NAME)
    _, info = env.reset(seed=1)
    wrong, cut, steps = int(info["action_mask"].argmin()), False, 0
    while not cut:
        _, _, _, cut, _ = env.step(np.int64(wrong))
        steps += 1
    assert steps == 1000


@pytest.mark.parametrize("how", ["sync", "async"])
def test_many_at_once(how: str) -> None:
    """Vector environments: masks come with the infos, and who is through begins again."""
    # Spawned, not forked: JAX may be loaded in this process, and it does not survive a fork.
    settings = {"context": "spawn"} if how == "async" else {}
    envs = gymnasium.make_vec(NAME, num_envs=3, vectorization_mode=how, vector_kwargs=settings)
    dice = np.random.default_rng(1)
    seen, infos = envs.reset(seed=1)
    assert seen.shape == (3, encoding("quinto").size(1))
    ended = 0
    for _ in range(60):
        masks = infos["action_mask"]
        actions = np.array([dice.choice(np.flatnonzero(mask)) if mask.any() else 0 for mask in masks])
        seen, _, over, _, infos = envs.step(actions)
        ended += int(over.sum())
    envs.close()
    assert ended >= 3


def test_it_can_be_looked_at() -> None:
    for mode, kind in (("ansi", str), ("rgb_array", np.ndarray)):
        env = gymnasium.make(NAME, render_mode=mode)
        env.reset(seed=1)
        assert isinstance(env.render(), kind)


def test_the_mask_is_also_a_method() -> None:
    env = QuintoSoloEnv()
    _, info = env.reset(seed=1)
    assert np.array_equal(env.action_masks(), info["action_mask"])
