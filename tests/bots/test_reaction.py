"""The reaction model, held against the figures it was designed to: by level, in milliseconds."""

from random import Random
from statistics import correlation, mean, quantiles, stdev

import pytest

from cartable.bots import Level
from cartable.bots.reaction import DIFFICULTY_RANGE, REFLEXES, Reaction, Reflexes, difficulty

# level: mean, standard deviation, 5 %, 50 %, 95 %
DESIGNED = {
    Level.EASY: (930, 276, 616, 865, 1467),
    Level.FAIR: (610, 141, 441, 580, 881),
    Level.STRONG: (515, 105, 386, 494, 716),
    Level.EXPERT: (450, 79, 351, 436, 599),
}

# level: how often it is ahead of one typical person, and of three
AHEAD = {
    Level.EASY: (0.13, 0.018),
    Level.FAIR: (0.52, 0.26),
    Level.STRONG: (0.73, 0.51),
    Level.EXPERT: (0.87, 0.72),
}

WITHOUT_TAIL = Reflexes(mu_ms=1000, sigma_ms=100, tau_ms=0.001, wrong=0, missed=0)


def times(level: Level, matches: int = 300, cards: int = 40) -> list[float]:
    """Reactions to so many cards in each of so many matches, form and difficulty included."""
    people = [(seed, Reaction(REFLEXES[level], Random(seed))) for seed in range(matches)]
    return [who.time_ms(6, hard=difficulty(seed, str(card))) for seed, who in people for card in range(cards)]


@pytest.mark.parametrize("level", DESIGNED)
def test_times_are_as_designed(level: Level) -> None:
    """Form and difficulty widen the spread by a few hundredths of the mean, no more."""
    drawn = times(level)
    mean_ms, sd_ms, *percentiles = DESIGNED[level]
    twentieths = quantiles(drawn, n=20)
    assert mean(drawn) == pytest.approx(mean_ms, rel=0.02)
    assert stdev(drawn) == pytest.approx(sd_ms, rel=0.12)
    assert [twentieths[0], twentieths[9], twentieths[18]] == pytest.approx(percentiles, rel=0.04)


def person(dice: Random) -> float:
    """A typical person as the table's referee sees one: reflexes of their own, and whatever device they have."""
    delay, between, jitter = dice.choices([(45, 14, 5), (25, 7, 3), (75, 16, 7)], [45, 10, 45])[0]
    human = dice.gauss(dice.gauss(430, 40), 55) + dice.expovariate(1 / 130)
    return max(240, human) + dice.gauss(dice.gauss(delay, between), jitter)


@pytest.mark.parametrize("level", AHEAD)
def test_people_are_beaten_as_often_as_designed(level: Level) -> None:
    dice, drawn = Random(3), times(level)
    rivals = [[person(dice) for _ in range(3)] for _ in drawn]
    one, three = AHEAD[level]
    assert mean(bot < people[0] for bot, people in zip(drawn, rivals, strict=True)) == pytest.approx(one, abs=0.02)
    assert mean(bot < min(people) for bot, people in zip(drawn, rivals, strict=True)) == pytest.approx(three, abs=0.02)


def test_each_doubling_of_the_choices_costs_the_same() -> None:
    few, many = (
        mean(Reaction(REFLEXES[Level.FAIR], Random(seed)).time_ms(choices) for seed in range(4000))
        for choices in (4, 8)
    )
    assert many - few == pytest.approx(60, abs=3)


def test_mistakes_come_sooner() -> None:
    """By 12 %, whatever the device adds."""
    hasty, calm = (
        mean(Reaction(REFLEXES[Level.EASY], Random(seed)).time_ms(6, hasty=haste) for seed in range(2000))
        for haste in (True, False)
    )
    assert hasty - 50 == pytest.approx(0.88 * (calm - 50), rel=0.01)


def test_nobody_is_faster_than_people_can_be() -> None:
    lightning = Reflexes(mu_ms=100, sigma_ms=10, tau_ms=1, wrong=0, missed=0)
    drawn = [Reaction(lightning, Random(seed)).time_ms(6) for seed in range(1000)]
    assert mean(drawn) == pytest.approx(240 + 50, abs=1)
    assert stdev(drawn) == pytest.approx(6, rel=0.1)  # what is left is the device's


def test_a_slow_moment_lasts() -> None:
    """One time tells a quarter of what the next will be."""
    who = Reaction(WITHOUT_TAIL, Random(2))
    drawn = [who.time_ms(6) for _ in range(6000)]
    assert correlation(drawn[:-1], drawn[1:]) == pytest.approx(0.25, abs=0.04)


def test_form_differs_from_match_to_match() -> None:
    steady = Reflexes(mu_ms=1000, sigma_ms=0.001, tau_ms=0.001, wrong=0, missed=0)
    drawn = [Reaction(steady, Random(seed)).time_ms(6) for seed in range(1500)]
    assert stdev(drawn) == pytest.approx(40, rel=0.08)


def test_difficulty_is_the_same_for_all_and_differs_from_card_to_card() -> None:
    low, high = DIFFICULTY_RANGE
    cards = [difficulty(9, f"card {number}") for number in range(2000)]
    assert cards == [difficulty(9, f"card {number}") for number in range(2000)]
    assert mean(cards) == pytest.approx(1.0, abs=0.01)
    assert stdev(cards) == pytest.approx(0.06, abs=0.005)
    assert low <= min(cards) < max(cards) <= high
    assert difficulty(9, "card 1") != difficulty(10, "card 1")
