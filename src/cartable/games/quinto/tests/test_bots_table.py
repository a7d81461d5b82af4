"""Quinto for several: play sees what training saw, and the expert beats strong players."""

from random import Random

import jax.numpy as jnp
import numpy as np
import pytest

from cartable.bots.network import network
from cartable.games.quinto import QUINTO
from cartable.games.quinto.bots.features import cells_to_go
from cartable.games.quinto.bots.rivals import RIVAL, SCORE_AT, SCORES, TO_GO_AT, inputs_for, rival_places
from cartable.games.quinto.bots.sheet_value import SCALE
from cartable.games.quinto.bots.table_value import TableEvaluator, TablePosition
from cartable.games.quinto.sheet import EMPTY, write
from cartable.games.quinto.state import QuintoPhase, QuintoState
from cartable.kernel import DEALER, Stepped
from lab.train.quinto.among import wanted
from lab.train.quinto.table_look import look
from tests.research.batch.words import quinto_words, stacked


def some_states(seed: int, seats: int) -> list[QuintoState]:
    """The moments of a random match at which all have written, and the next card is to be drawn."""
    random, state, found = Random(seed), QUINTO.start(QUINTO.options(), seats), []
    while QUINTO.outcome(state) is None:
        seat = min(QUINTO.actors(state))
        acts = [act for act, _ in QUINTO.chances(state)] if seat == DEALER else list(QUINTO.legal(state, seat))
        stepped = QUINTO.step(state, seat, random.choice(acts))
        assert isinstance(stepped, Stepped)
        state = stepped.state
        if state.phase is QuintoPhase.DRAW and len(state.hands[state.active]) == 2:
            found.append(state)
    return found


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_play_sees_what_training_saw(seats: int) -> None:
    states = some_states(seats, seats)
    words = stacked([quinto_words(state, 0) for state in states])
    following = jnp.asarray([(state.active + 1) % seats for state in states], jnp.uint32)
    for seat in range(seats):
        looks = np.asarray(look(words, seat, following), np.float32)
        assert looks.shape == (len(states), inputs_for(seats))
        said = network("cartable.games.quinto.bots", f"table-{seats}.npz")(looks)
        for state, (points, logit) in zip(states, said, strict=True):
            now = TableEvaluator(TablePosition.of(QUINTO.view(state, seat), seat), 0.0).now(seat)
            assert now.points * SCALE == pytest.approx(points * SCALE, abs=0.05)
            assert now.ahead == pytest.approx(1 / (1 + np.exp(-logit)), abs=0.002)


def test_what_is_seen_of_a_rival() -> None:
    sheet = write(EMPTY, 3, 7)
    assert rival_places(sheet, 2, 1) == [3, 27 + 2, TO_GO_AT + cells_to_go(sheet), SCORE_AT + 7]
    assert max(rival_places(sheet, 4, 1000)) == SCORE_AT + SCORES - 1 == RIVAL - 1
    assert SCORE_AT in rival_places(sheet, 0, -50)


def test_what_a_look_should_have_said() -> None:
    """The end of a match is certain; before it, the next look and the end are mixed. Nothing carries over."""
    values = jnp.array([1.0, 2.0, 5.0, 7.0])[:, None, None, None] * jnp.ones(2)
    over = jnp.array([False, False, True, False])[:, None]
    ends = jnp.array([0.0, 0.0, 4.0, 0.0])[:, None, None, None] * jnp.ones(2)
    ahead = wanted(values, over, ends)
    assert float(ahead[1, 0, 0, 0]) == pytest.approx(4.0)
    assert float(ahead[0, 0, 0, 1]) == pytest.approx(0.1 * 2.0 + 0.9 * 4.0)
    assert float(ahead[2, 0, 0, 0]) == pytest.approx(7.0)
