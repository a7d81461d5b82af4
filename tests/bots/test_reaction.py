"""The model of a search, held against the figures it was designed to: by level, in milliseconds."""

from random import Random
from statistics import correlation, mean, stdev

import pytest

from cartable.bots import Level
from cartable.bots.pace import pace_of
from cartable.bots.reaction import DIFFICULTY_RANGE, SPEEDS, Reaction, difficulty
from tests.kit.toy import TOY

# level: an early card of Hexa (1.8 rows of two things looked at), and a late "impossible" (six rows of five things)
DESIGNED = {Level.EASY: (2700, 7700), Level.FAIR: (1600, 4400), Level.STRONG: (1100, 2900), Level.EXPERT: (800, 1900)}


def times(search_ms: float, sigma_ms: float, tau_ms: float, *, matches: int = 1500, pace: float = 1.0) -> list[float]:
    """One time in each of so many matches."""
    return [Reaction(Random(seed)).time_ms(search_ms, sigma_ms, tau_ms, pace=pace) for seed in range(matches)]


@pytest.mark.parametrize("level", DESIGNED)
def test_times_are_as_designed(level: Level) -> None:
    speed = SPEEDS[level]
    for rows, things, expected in zip((1.8, 6), (2, 5), DESIGNED[level], strict=True):
        drawn = times(speed.t0_ms + rows * speed.look_ms(things), speed.sigma_ms, speed.tau_ms)
        assert mean(drawn) == pytest.approx(expected, rel=0.07)


def test_bell_curve_and_tail_are_what_they_say() -> None:
    drawn = times(5000, 300, 600, matches=6000)
    assert mean(drawn) == pytest.approx(5000 + 600 + 50, rel=0.01)
    assert stdev(drawn) == pytest.approx((300**2 + 600**2 + (0.05 * 5600) ** 2) ** 0.5, rel=0.05)


def test_pace_stretches_all_but_the_bell_curve() -> None:
    """The device's 50 ms are not stretched either."""
    for pace in (0.5, 2.0):
        assert mean(times(4000, 0, 500, pace=pace)) - 50 == pytest.approx(
            pace * (mean(times(4000, 0, 500)) - 50), rel=1e-3
        )
        assert stdev(times(4000, 300, 0.001, pace=pace)) == pytest.approx((300**2 + (200 * pace) ** 2) ** 0.5, rel=0.06)


def test_nobody_is_faster_than_people_can_be() -> None:
    drawn = times(100, 10, 1)
    assert mean(drawn) == pytest.approx(300 + 50, abs=1)
    assert stdev(drawn) == pytest.approx(6, rel=0.1)  # what is left is the device's


def test_a_slow_moment_lasts() -> None:
    """One time tells a quarter of what the next will be."""
    who = Reaction(Random(2))
    drawn = [who.time_ms(2000, 100, 0.001) for _ in range(6000)]
    assert correlation(drawn[:-1], drawn[1:]) == pytest.approx(0.25, abs=0.04)


def test_form_differs_from_match_to_match() -> None:
    assert stdev(times(1000, 0.001, 0.001)) == pytest.approx(50, rel=0.08)


def test_difficulty_is_the_same_for_all_and_differs_from_card_to_card() -> None:
    low, high = DIFFICULTY_RANGE
    cards = [difficulty(9, f"card {number}") for number in range(2000)]
    assert cards == [difficulty(9, f"card {number}") for number in range(2000)]
    assert mean(cards) == pytest.approx(1.0, abs=0.01)
    assert stdev(cards) == pytest.approx(0.06, abs=0.005)
    assert low <= min(cards) < max(cards) <= high
    assert difficulty(9, "card 1") != difficulty(10, "card 1")


def test_a_race_without_a_pace_of_its_own_has_the_plain_one() -> None:
    """It looks at one act after another: on average at half of them."""
    speed = SPEEDS[Level.FAIR]
    drawn = [pace_of(TOY.id, "fair", Random(seed)).took_ms(None, ("a",) * 5, "a", 1.0) for seed in range(3000)]
    assert mean(drawn) == pytest.approx(speed.t0_ms + 3 * speed.look_ms(1) + speed.tau_ms + 50, rel=0.02)
