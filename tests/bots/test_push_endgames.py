"""Push: the expert beside endgames that were solved to the end."""

from statistics import mean

import pytest

from cartable.bots import Level, bot
from cartable.games.push import PUSH
from tests.bots.exact import Solver, endgames


def costs(level: Level, cards: int, seeds: range) -> list[float]:
    """What the choices of a level give away of the victory, one endgame each."""
    solver, given_away = Solver(), []
    for state in endgames(seeds, cards):
        (mover,) = PUSH.actors(state)
        intent = bot("push", level, 1, mover).decide(PUSH.view(state, mover), PUSH.legal(state, mover), 0.0)
        assert intent is not None
        given_away.append(solver.cost(state, mover, intent.act))
    return given_away


def test_the_best_act_costs_nothing_and_no_act_gains() -> None:
    """The solver itself: what is lost is between nothing and all."""
    solver = Solver()
    for state in endgames(range(10), 1):
        given_away = [solver.cost(state, 0, act) for act in PUSH.legal(state, 0)]
        assert min(given_away) == pytest.approx(0.0)
        assert max(given_away) <= 1.0


@pytest.mark.parametrize(("cards", "seeds"), [(1, range(20)), (2, range(3))])
def test_an_expert_gives_little_away(cards: int, seeds: range) -> None:
    """Measured over 12 endgames of two cards: 0.5 % of the victory, a strong player 3.5 %, a fair one 8.6 %."""
    assert mean(costs(Level.EXPERT, cards, seeds)) <= 0.015


def test_an_expert_gives_less_away_than_an_easy_player() -> None:
    seeds = range(20)
    assert mean(costs(Level.EXPERT, 1, seeds)) < mean(costs(Level.EASY, 1, seeds))
