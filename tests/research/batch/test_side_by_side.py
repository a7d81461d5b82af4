"""Hypothesis drives engine and simulator side by side: every choice and every card is its own."""

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cartable.games.registry import game as game_of
from cartable.kernel import DEALER, Stepped
from cartable.matches.deal.dealers import SeededDealer
from tests.kit.options import made, values
from tests.kit.sample import Sampled, Setup, Turn
from tests.research.batch.trace import COMPILED, differences, judge, trace

FEWER = settings(max_examples=max(5, settings().max_examples // 2))


def driven(game_id: str, seats: int, named: dict[str, Any], choices: list[int]) -> Sampled:
    """A match in which everybody, the dealer included, does what these numbers say."""
    game = game_of(game_id)
    setup = Setup(seats, made(game, named), "uniform", 0)
    state, turns = game.start(setup.options, seats), []
    for number in choices:
        actors = sorted(game.actors(state))
        if not actors:
            break
        seat = actors[number % len(actors)]
        offered = [act for act, _ in game.chances(state)] if seat == DEALER else game.legal(state, seat)
        act = offered[number // len(actors) % len(offered)]
        answer = game.step(state, seat, act)
        assert isinstance(answer, Stepped)
        turns.append(Turn(state, seat, act, answer))
        state = answer.state
    return Sampled(setup, tuple(turns), state, SeededDealer(0))


@pytest.mark.parametrize("game_id", ["push", "quinto"])
@FEWER
@given(data=st.data())
def test_any_acts_and_any_cards(game_id: str, data: st.DataObject) -> None:
    game = game_of(game_id)
    seats = data.draw(st.sampled_from(COMPILED))
    among = {name: st.sampled_from(each) for name, each in values(game.options).items()}
    named = data.draw(st.fixed_dictionaries(among))
    choices = data.draw(st.lists(st.integers(0, 10_000), min_size=30, max_size=250))
    found = trace(game_id, [driven(game_id, seats, named, choices)])
    assert not any(differences(found, judge(game_id)).values())
