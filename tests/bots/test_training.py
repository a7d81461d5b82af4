"""Where learned values come from: training runs, learns, and does so again the same."""

import numpy as np

from cartable.bots.network import PARTS, Network
from cartable.games.quinto.bots.features import INPUTS
from lab.train.network import NumpyLearner
from lab.train.quinto.alone import train


def learned() -> tuple[NumpyLearner, list[str]]:
    net = NumpyLearner(INPUTS, (16, 8), 2, seed=1)
    return net, list(train(net, 2, games=24, rounds=3, rate=1e-3, seed=1))


def test_the_same_seed_learns_the_same() -> None:
    (one, told), (again, _) = learned(), learned()
    assert len(told) == 1
    assert "3 of 3 rounds" in told[0]
    for part in PARTS:
        assert np.array_equal(getattr(one, part), getattr(again, part))
    assert not np.array_equal(one.w1, NumpyLearner(INPUTS, (16, 8), 2, seed=1).w1)


def test_a_byte_a_weight_is_enough() -> None:
    """What is kept says nearly what was learned."""
    net, _ = learned()
    looks = np.random.default_rng(2).random((50, INPUTS), dtype=np.float32)
    assert np.abs(Network(net.weights())(looks) - net(looks)).max() < 0.05 * np.abs(net(looks)).max()
