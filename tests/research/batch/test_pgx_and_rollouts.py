"""The simulators in use: as environments of Pgx, in rollouts for studies; and every card as likely as it should be."""

from collections.abc import Callable
from pathlib import Path
from typing import Any, Literal

import jax
import jax.numpy as jnp
import numpy as np
import pgx._src.api_test as pgx_tests
import pytest
from jax import Array

from cartable.games.push.simulator import SIMULATOR as PUSH
from cartable.games.push.simulator import rules as push
from cartable.games.quinto.simulator import SIMULATOR as QUINTO
from cartable.games.quinto.simulator import rules as quinto
from cartable.games.registry import game as game_of
from cartable.kernel import BadInput
from cartable.research.batch.bits import Planes, RandomBits, select, word
from cartable.research.batch.pgx_env import IDS, available_envs, make
from cartable.research.batch.rollout import rollout, spread, totals
from tests.research.batch.trace import matches


@pytest.fixture
def api_test(monkeypatch: pytest.MonkeyPatch) -> Callable[..., None]:
    """Pgx's own test. Its list of names is closed, and its random player asks for an axis that single states lack."""
    monkeypatch.setattr(pgx_tests, "EnvId", Literal[IDS])
    any_act = jax.jit(lambda key, legal: jax.random.categorical(key, jnp.log(legal.astype(jnp.float32)), axis=-1))
    monkeypatch.setattr(pgx_tests, "act_randomly", any_act)
    test: Callable[..., None] = pgx_tests.api_test
    return test


@pytest.mark.parametrize("env_id", ["push-2", "quinto-1"])
def test_pgx_finds_nothing_amiss(env_id: str, api_test: Callable[..., None]) -> None:
    api_test(make(env_id), num=1)


def test_environments_have_names() -> None:
    assert available_envs() == IDS
    assert {"push-2", "push-6", "quinto-1", "quinto-4"} <= set(IDS)
    with pytest.raises(BadInput, match="push-2"):
        make("chess")
    with pytest.raises(BadInput, match="reward"):
        make("push-2", reward="money")


def test_a_match_that_ends_begins_again(tmp_path: Path) -> None:
    env = make("quinto-1")
    step = jax.jit(jax.vmap(env.step_again))
    state = jax.jit(jax.vmap(env.init))(jax.random.split(jax.random.key(0), 8))
    ended, rewards = 0, []
    for key in jax.random.split(jax.random.key(1), 60):
        action = jnp.argmax(
            state.legal_action_mask, -1
        )  # the first card on the first place; the first cell, or to pass
        state = step(state, action, jax.random.split(key, 8))
        ended += int(state.terminated.sum())
        rewards += list(np.asarray(state.rewards)[np.asarray(state.terminated)])
        assert not bool((quinto.phase(state._match) == quinto.OVER).any())
    assert ended > 0
    assert len({float(reward[0]) for reward in rewards}) > 1
    state.save_svg(str(tmp_path / "matches.svg"))
    assert (tmp_path / "matches.svg").read_text(encoding="utf-8").count("quinto-1") == 8


def test_to_step_and_begin_again_is_what_pgx_does() -> None:
    """Within a match: the same states, observations and masks, by the same key."""
    env = make("push-2", reward="score")
    step, again = jax.jit(jax.vmap(env.step)), jax.jit(jax.vmap(env.step_again))
    state = other = jax.jit(jax.vmap(env.init))(jax.random.split(jax.random.key(0), 8))
    for key in jax.random.split(jax.random.key(2), 50):
        keys = jax.random.split(key, 8)
        action = jnp.argmax(state.legal_action_mask * jax.random.uniform(key, state.legal_action_mask.shape), -1)
        state, other = step(state, action, keys), again(other, action, keys)
        pairs = zip(jax.tree.leaves(state), jax.tree.leaves(other), strict=True)
        assert all((np.asarray(one) == np.asarray(two)).all() for one, two in pairs)
    wrong = again(other, jnp.argmin(other.legal_action_mask, -1), jax.random.split(jax.random.key(3), 8))
    assert bool(wrong.terminated.all())
    assert np.asarray(wrong.rewards).min(-1).max() == -1


def test_a_step_needs_a_key() -> None:
    env = make("push-2")
    with pytest.raises(BadInput, match="key"):
        jax.eval_shape(env.step, jax.eval_shape(env.init, jax.random.key(0)), jnp.int32(0))


# --- rollouts ------------------------------------------------------------------------------------------------------


def test_rollouts_come_out_as_the_engines_matches() -> None:
    """Random play of Quinto alone scores about -12, as the engine's does; the same key gives the same sums."""
    given: dict[str, Any] = {"policy": QUINTO.uniform, "batch": 256, "ticks": 600}
    found = totals(rollout(QUINTO, QUINTO.init(1), jax.random.key(5), **given))
    assert found["matches"] > 2000
    again = totals(rollout(QUINTO, QUINTO.init(1), jax.random.key(5), **given))
    assert all((found[name] == again[name]).all() for name in found)
    game = game_of("quinto")
    played = [match for match in matches("quinto", 1, 400) if match.setup.policy in ("uniform", "slow")]
    points = [game.view(match.last, None).scores[0] for match in played]
    mean, spread_ = found["points"][0] / found["matches"], float(np.std(points)) / len(points) ** 0.5
    assert abs(mean - np.mean(points)) < 4 * spread_
    acts = float(np.mean([len(match.turns) for match in played]))
    assert abs(found["acts"] / found["matches"] / acts - 1) < 0.08


def _shares(outcomes: Array, size: int) -> Any:
    return np.bincount(np.asarray(outcomes), minlength=size) / len(outcomes)


def test_every_card_is_as_likely_as_there_are_of_it() -> None:
    many = 1 << 16
    start = PUSH.init(3)._replace(pile=Planes(word(0b1011), word(0b0110)))  # 1, 3, 2 and 1 of four kinds
    state = spread(start, many)
    random, _ = RandomBits.of(jax.random.key(3), (many,)).draw()
    found = _shares(push.turned(state, random), 32)
    wanted = np.zeros(32)
    wanted[[0, 1, 2, 3, push.DICE, push.SWITCH]] = np.array([1, 3, 2, 1, 18, 12]) / 37
    assert np.abs(found - wanted).max() < 0.008


def test_every_legal_act_is_as_likely_as_the_others() -> None:
    many = 1 << 16
    hand = sum(1 << card for card in (0, 8, 17))  # two of one value, one of another: 12 lays of one card, 16 of two
    start = QUINTO.init(1)._replace(
        hands=(word(hand),),
        table=quinto.packed(quinto.QuintoFields(word(quinto.TURN), word(0), word(0), word((1 << 20) - 1))),
    )
    random, _ = RandomBits.of(jax.random.key(4), (many,)).draw()
    found = _shares(QUINTO.uniform(spread(start, many), random), QUINTO.acts)
    legal = np.asarray(QUINTO.legal(start))
    assert legal.sum() == 28
    assert np.abs(found - legal / 28).max() < 0.004


def test_a_bit_is_selected_by_its_rank() -> None:
    words = [0, 1, 0b1011, 0xFFFFFFFF, 0x80000001]
    for bits in words:
        places = [at for at in range(32) if bits >> at & 1]
        for rank, place in enumerate(places):
            assert int(select(word(bits), word(rank))) == place
    assert int(select(word(0b101), word(2), 9)) >= 9
