"""Push: the expert for many matches at once does what the expert of the package does."""

import jax
import jax.numpy as jnp
import numpy as np

from cartable.bots import Level
from cartable.games.push import PUSH
from cartable.games.push.bots.expert import first_best, weigh_by_values
from cartable.kernel import DEALER
from cartable.research.encodings import encoding
from lab.train.push.expert import TurnTables, expert_act
from tests.research.batch.trace import by_bots
from tests.research.batch.words import push_words, stacked


def test_both_choose_the_same() -> None:
    states = [
        turn.state
        for seed in range(1)
        for turn in by_bots(PUSH, Level.FAIR, 2, seed).turns
        if turn.seat != DEALER and not turn.state.pile.left.of("S") and not turn.state.switches
    ]
    assert len(states) > 60
    words = jax.tree.map(jnp.asarray, stacked([push_words(state) for state in states]))
    acts = np.asarray(jax.jit(expert_act)(TurnTables.of_package(), words))
    coding, same = encoding("push"), 0
    for state, act in zip(states, acts, strict=True):
        (mover,) = PUSH.actors(state)
        view, legal = PUSH.view(state, mover), PUSH.legal(state, mover)
        same += coding.number[legal[first_best(weigh_by_values(view, mover, legal))]] == act
    assert same >= 0.99 * len(states)
