"""Push: an expert sees at play what its network saw in training, and a draw is worth the average of what may come."""

import jax
import jax.numpy as jnp
import numpy as np
import pytest

from cartable.bots import Level
from cartable.bots.packed_network import PackedNetwork
from cartable.games.push import PUSH
from cartable.games.push.acts import PushDraw
from cartable.games.push.bots import table_value
from cartable.games.push.bots.position import OVER, PushPosition
from cartable.games.push.bots.table_value import TableValue
from cartable.games.push.options import PushOptions
from cartable.games.push.simulator import rules as push
from cartable.games.push.state import PushPhase, PushState
from cartable.kernel import DEALER
from cartable.research.encodings import encoding
from lab.train.push.look import looks
from lab.train.push.play import sight_of
from tests.bots.exact import after
from tests.research.batch.trace import by_bots
from tests.research.batch.words import push_words, stacked


def decisions(players: int) -> list[PushState]:
    """Those of a match of bots."""
    return [turn.state for turn in by_bots(PUSH, Level.FAIR, players, 5).turns if turn.seat != DEALER]


def seen_in_training(states: list[PushState], acts: list[int], seats: list[int]) -> np.ndarray:
    """[feature, position]: what the network learned from, after these acts."""
    words = jax.tree.map(jnp.asarray, stacked([push_words(state) for state in states]))

    @jax.jit
    def seen(words: push.PackedPush, acts: jax.Array, seats: jax.Array) -> jax.Array:
        return jnp.stack(looks(jnp, sight_of(push.step(words, acts), seats)))

    return np.asarray(seen(words, jnp.asarray(acts, jnp.uint32), jnp.asarray(seats, jnp.uint32)))


@pytest.mark.parametrize("players", [2, 4])
def test_play_shows_the_network_what_training_did(players: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """The position after every act of every decision of a match, as the mover sees it and as the next one does."""
    monkeypatch.setattr(table_value, "packed_network", lambda _package, _name: None)  # only two have one
    coding = encoding("push")
    states, acts, seats, shown = [], [], [], []
    for state in decisions(players):
        (mover,) = PUSH.actors(state)
        for act in PUSH.legal(state, mover):
            for seat in (mover, (mover + 1) % players):
                position = TableValue(PUSH.view(state, mover), mover).leads_to(act)
                if position.phase == OVER:
                    continue
                states.append(state)
                acts.append(coding.number[act])
                seats.append(seat)
                shown.append(TableValue(PUSH.view(state, mover), seat).inputs(position))
    assert len(shown) > 600
    assert np.abs(np.array(shown).T - seen_in_training(states, acts, seats)).max() < 1e-4


def worth_of(state: PushState, me: int) -> float:
    """What a position is worth where the card that came is to be placed, or was bad, or was none to place."""
    view = PUSH.view(state, me)
    value = TableValue(view, me)
    if state.phase is PushPhase.PLACE:
        return max(value.worth(value.leads_to(act)) for act in PUSH.legal(state, me))
    return value.worth(PushPosition.of(view) if state.phase is PushPhase.TURN else PushPosition.of(view).bust())


@pytest.mark.parametrize("options", [PushOptions(), PushOptions(risk=True, switch_cards="kept")])
def test_a_draw_is_worth_the_average_of_what_may_come(options: PushOptions) -> None:
    """Card by card, as the rules deal them."""
    compared = 0
    for state in decisions(2)[::5]:
        here = PUSH.start(options, 2) if not compared else state
        (me,) = PUSH.actors(here)
        if me == DEALER or PushDraw() not in PUSH.legal(here, me):
            continue
        due = after(here, me, PushDraw())
        chances = PUSH.chances(due)
        average = sum(float(chance) * worth_of(after(due, DEALER, card), me) for card, chance in chances)
        worths = TableValue(PUSH.view(here, me), me).weigh([PushDraw()])
        assert worths == pytest.approx([average], abs=1e-9)
        compared += 1
    assert compared > 5


def test_a_network_of_real_inputs_is_worked_out_as_it_is_written_down() -> None:
    """Against the same sums in floats: no lane of the packed numbers runs over into the next."""
    random = np.random.default_rng(3)
    weights = {
        "w1": random.integers(-127, 128, (9, 8)).astype(np.float64), "w1_step": np.full(8, 0.01),
        "b1": random.normal(0, 1, 8), "w2": random.normal(0, 1, (8, 4)), "b2": random.normal(0, 1, 4),
        "w3": random.normal(0, 1, (4, 1)), "b3": random.normal(0, 1, 1),
    }  # fmt: skip
    plain = {name: _Flat(part) for name, part in weights.items()}
    for _ in range(50):
        inputs = random.integers(-3000, 3000, 9)
        first = np.maximum(inputs / 1024 @ (weights["w1"] * weights["w1_step"]) + weights["b1"], 0)
        second = np.maximum(first @ weights["w2"] + weights["b2"], 0)
        expected = float((second @ weights["w3"] + weights["b3"])[0])
        assert PackedNetwork(plain).value(inputs.tolist()) == pytest.approx(expected, abs=0.05)


class _Flat:
    """An array as the plain ones are: a flat list and a shape."""

    def __init__(self, part: np.ndarray) -> None:
        self.flat, self.shape = part.reshape(-1).tolist(), part.shape
