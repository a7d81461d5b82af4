"""Quinto alone: play sees what training saw, and the expert fills a good sheet."""

from statistics import mean

import jax.numpy as jnp
import numpy as np
import pytest

from cartable.arena.simulation import play
from cartable.bots import bot
from cartable.bots.network import network
from cartable.games.quinto import QUINTO
from cartable.games.quinto.bots.alone import INPUTS, AloneEvaluator
from cartable.games.quinto.bots.sheet_value import SCALE
from cartable.games.quinto.tests.test_bots_table import some_states
from lab.train.quinto.batch import wanted
from lab.train.quinto.look import look
from tests.research.batch.words import quinto_words, stacked


def test_play_sees_what_training_saw() -> None:
    states = [state for seed in range(2) for state in some_states(seed, 1)]
    words, nobody = stacked([quinto_words(state, 0) for state in states]), jnp.zeros(len(states), jnp.uint32)
    looks = np.asarray(look(words, 0, nobody), np.float32)
    assert looks.shape == (len(states), INPUTS)
    said = network("cartable.games.quinto.bots", "alone.npz")(looks)
    for state, (points, _) in zip(states, said, strict=True):
        assert AloneEvaluator(QUINTO.view(state, 0)).now().points == pytest.approx(points * SCALE, abs=0.05)


def test_an_expert_fills_a_good_sheet() -> None:
    """Measured over 200 deals: 97.6 points on average, give or take 1.0."""
    games = [play(QUINTO, [bot("quinto", "expert", seed, 0)], seed) for seed in range(8)]
    assert mean(game.outcome.scores[0] for game in games if game.outcome.scores is not None) > 88


def test_what_a_look_should_have_said() -> None:
    """The end of a match is certain; before it, the next look and the end are mixed. Nothing carries over to the next
    match.
    """
    values = jnp.array([1.0, 2.0, 5.0, 7.0])[:, None, None]
    over = jnp.array([False, False, True, False])[:, None]
    points = jnp.array([0.0, 0.0, 4.0, 0.0])[:, None, None]
    ahead, wide = wanted(values, jnp.zeros_like(values), over, points)
    assert float(ahead[1, 0, 0]) == pytest.approx(4.0)
    assert float(ahead[0, 0, 0]) == pytest.approx(0.1 * 2.0 + 0.9 * 4.0)
    assert float(ahead[2, 0, 0]) == pytest.approx(7.0)
    assert float(wide[1, 0, 0]) == pytest.approx(4.0)
