"""Shares, points and ratings, and how sure they are."""

from random import Random

import numpy as np
import pytest

from cartable.arena.entrants import Entrant
from cartable.arena.plan import TournamentPlan, plan
from cartable.arena.ratings import elo, standings
from cartable.arena.results import Failure, Result
from cartable.arena.standings_figure import figure
from cartable.games.push import PUSH

NAMES = ("weak", "middle", "able")


def drawn(strengths: list[float], deals: int, seed: int = 1) -> tuple[TournamentPlan, list[Result]]:
    """Matches of two, won as often as these strengths say."""
    settled = plan(PUSH, [Entrant(name, level="easy") for name in NAMES[: len(strengths)]], games=deals, players=2)
    dice, results = Random(seed), []
    for deal in range(deals):
        for one, other in settled.arrangements():
            first = dice.random() < strengths[one] / (strengths[one] + strengths[other])
            ranks, scores = ((1, 2), (30, 20)) if first else ((2, 1), (20, 30))
            results.append(Result(deal, (one, other), ranks, scores, 99, (1.0, 3.0), (2.0, 9.0)))
    return settled, results


def test_ratings_find_the_strengths_behind_the_results() -> None:
    """Odds of 3 to 1 are 190 points of Elo, 9 to 1 are 382."""
    settled, results = drawn([1.0, 3.0, 9.0], deals=3000)
    report = standings(settled, results)
    assert [bot.name for bot in report.bots] == ["able", "middle", "weak"]
    able, middle, weak = (bot.rating for bot in report.bots)
    assert able.value - middle.value == pytest.approx(191, abs=15)
    assert able.value - weak.value == pytest.approx(382, abs=20)
    assert np.mean([able.value, middle.value, weak.value]) == pytest.approx(1500)
    assert all(each.low < each.value < each.high for each in (able, middle, weak))
    duel = report.duels[0][1]
    assert duel is not None
    assert duel.value == pytest.approx(0.75, abs=0.02)


@pytest.mark.parametrize("deals", [4, 60])
def test_intervals_hold_the_truth_as_often_as_they_say(deals: int) -> None:
    """95 of 100, give or take what 60 draws can show; with few deals too."""
    won_inside = rating_inside = 0
    truth = 1500 + 400 * np.log10(2) / 2
    for seed in range(60):
        settled, results = drawn([1.0, 2.0], deals=deals, seed=seed)
        middle = next(bot for bot in standings(settled, results).bots if bot.name == "middle")
        won_inside += middle.won.low <= 2 / 3 <= middle.won.high
        rating_inside += middle.rating.low <= truth <= middle.rating.high
    assert won_inside >= 52
    assert rating_inside >= 52


def test_who_never_won_may_have_been_unlucky() -> None:
    settled, results = drawn([1e-9, 1.0], deals=20)
    worst = standings(settled, results).bots[-1]
    assert worst.won.value == worst.won.low == 0.0
    assert 0.05 < worst.won.high < 0.25
    assert worst.rating.high - worst.rating.low > 100


def test_more_matches_make_it_surer() -> None:
    few, many = (standings(*drawn([1.0, 2.0], deals)).bots[0].won for deals in (50, 800))
    assert 3 < (few.high - few.low) / (many.high - many.low) < 5.5


def test_who_never_lost_is_rated_all_the_same() -> None:
    settled, results = drawn([1e-9, 1.0], deals=20)
    best = standings(settled, results).bots[0]
    assert best.won.value == 1.0
    assert 1600 < best.rating.value < 2500


def test_a_shared_victory_counts_half() -> None:
    settled, _ = drawn([1.0, 1.0], deals=1)
    results = [Result(0, bots, (1, 1), (5, 5), 9, (1.0, 1.0), (1.0, 1.0)) for bots in settled.arrangements()]
    report = standings(settled, results)
    assert [bot.won.value for bot in report.bots] == [0.5, 0.5]
    assert report.bots[0].rating.value == pytest.approx(1500)


def test_points_and_times_are_means_over_matches() -> None:
    settled, results = drawn([1.0, 1.0], deals=200)
    for bot in standings(settled, results).bots:
        assert bot.score is not None
        assert bot.score.value == pytest.approx(25, abs=1)
        assert bot.thought_ms == pytest.approx(2.0, abs=0.2)
        assert bot.slowest_ms == 9.0


def test_failures_are_counted_and_left_out() -> None:
    settled, results = drawn([1.0, 1.0], deals=10)
    results[0] = Result(0, (0, 1), failure=Failure(1, "ValueError: no", "log"))
    report = standings(settled, results)
    assert report.matches == 19
    assert report.failures == 1
    assert {bot.name: bot.failures for bot in report.bots} == {"weak": 0, "middle": 1}


def test_nothing_but_failures_is_no_reason_to_fall_over() -> None:
    settled, _ = drawn([1.0, 1.0], deals=1)
    report = standings(settled, [Result(0, (0, 1), failure=Failure(0, "why", "log"))])
    assert report.matches == 0


def test_equal_results_give_equal_ratings() -> None:
    met = np.full((3, 3), 10.0) * (1 - np.eye(3))
    assert elo(met, met / 2) == pytest.approx(np.full(3, 1500.0))


def test_the_figure_shows_every_bot() -> None:
    settled, results = drawn([1.0, 2.0, 3.0], deals=20)
    drawing = figure("push & friends", standings(settled, results))
    assert drawing.startswith("<svg ")
    assert "push &amp; friends" in drawing
    assert all(f">{name}</text>" in drawing for name in NAMES)
    assert drawing.count("<circle") == 6


def test_who_met_nobody_is_rated_in_the_middle() -> None:
    nobody = np.zeros((1, 1))
    assert elo(nobody, nobody) == pytest.approx([1500.0])
