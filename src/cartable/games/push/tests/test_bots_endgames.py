"""Push: the expert beside endgames that were solved to the end."""

from random import Random
from statistics import mean

import pytest

from cartable.bots import Level, bot
from cartable.games.push import PUSH
from cartable.games.push.bots import endgame
from cartable.games.push.bots.endgame import exact
from cartable.kernel import DEALER
from tests.bots.exact import Solver, after, endgames


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
    """Before it played the last cards out it was 0.5 % of the victory with two cards; a strong player 3.5 %."""
    assert mean(costs(Level.EXPERT, cards, seeds)) <= 0.001


@pytest.mark.parametrize(("cards", "seeds"), [(1, range(20, 30)), (2, range(4, 6))])
@pytest.mark.parametrize("risk", [False, True])
def test_the_last_cards_are_played_out_as_the_solver_does(cards: int, seeds: range, risk: bool) -> None:
    """Every act of every position on the way to the end, of matches by chance."""
    solver, random, looked_at = Solver(), Random(5), 0
    for state in endgames(seeds, cards, risk=risk):
        while PUSH.outcome(state) is None:
            (mover,) = PUSH.actors(state)
            acts = [act for act, _ in PUSH.chances(state)] if mover == DEALER else list(PUSH.legal(state, mover))
            if mover != DEALER:
                worths = exact(PUSH.view(state, mover), mover, acts)
                truth = solver.choices(state, mover)
                assert worths == pytest.approx([truth[act] if mover == 0 else 1 - truth[act] for act in acts])
                looked_at += len(acts) > 1
            state = after(state, mover, random.choice(acts))  # noqa: PLW2901 - the match goes on
    assert looked_at > 10


def test_too_many_positions_are_left_to_learned_values(monkeypatch: pytest.MonkeyPatch) -> None:
    (state,) = endgames(range(1), 2)
    legal = PUSH.legal(state, 0)
    assert exact(PUSH.view(state, 0), 0, legal) is not None
    monkeypatch.setattr(endgame, "MOST", 3)
    assert exact(PUSH.view(state, 0), 0, legal) is None
    assert bot("push", Level.EXPERT, 1, 0).decide(PUSH.view(state, 0), legal, 0.0) is not None


def test_an_expert_gives_less_away_than_an_easy_player() -> None:
    seeds = range(20)
    assert mean(costs(Level.EXPERT, 1, seeds)) < mean(costs(Level.EASY, 1, seeds))
