"""Push: the network of experts sees at play what it saw in training, and an act leads where the rules say."""

import jax
import jax.numpy as jnp
import numpy as np
import pytest

from cartable.bots import Level
from cartable.bots.network import PARTS, Network
from cartable.bots.push.table_value import TableValue
from cartable.games.push import PUSH
from cartable.games.push.state import PushState
from cartable.kernel import DEALER
from cartable.research.encodings import encoding
from tests.research.batch.trace import by_bots
from tests.research.batch.words import push_words, stacked
from training.push_duel import worths


def decisions(players: int) -> list[PushState]:
    return [turn.state for turn in by_bots(PUSH, Level.FAIR, players, 5).turns if turn.seat != DEALER]


@pytest.mark.parametrize("players", [2])
def test_play_and_training_weigh_alike(players: int) -> None:
    states = decisions(players)
    assert len(states) > 60
    words = jax.tree.map(jnp.asarray, stacked([push_words(state) for state in states]))
    with np.load(f"src/cartable/bots/push/table-{players}.npz") as kept:
        net = Network({name: kept[name] for name in kept})
    weights = {name: jnp.asarray(getattr(net, name)) for name in PARTS}
    found = np.asarray(jax.jit(worths)(weights, words))
    coding = encoding("push")
    for state, trained in zip(states, found.T, strict=True):
        (mover,) = PUSH.actors(state)
        view, legal = PUSH.view(state, mover), PUSH.legal(state, mover)
        numbers = [coding.number[act] for act in legal]
        assert TableValue(view, mover).weigh(legal) == pytest.approx(trained[numbers].tolist(), abs=2e-3)
