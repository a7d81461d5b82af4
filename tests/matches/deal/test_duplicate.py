"""Duplicate scoring: seats with the same cards are compared, and nothing else."""

from random import Random
from statistics import fmean

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from cartable.arena.entrants import Entrant
from cartable.arena.plan import plan
from cartable.arena.ratings import standings
from cartable.arena.results import Result
from cartable.games import registry
from cartable.kernel import Outcome
from cartable.matches.deal.duplicate import PlayedDeal, above_mean, compare, points_of, totals
from cartable.matches.log.header import Header, Player, header_for
from tests.matches.numbered import NUMBER, OTHER

PUSH, HEXA = registry.game("push"), registry.game("hexa")


def header(names: str, game: str = "push") -> Header:
    rules = registry.game(game)
    return header_for(rules, rules.options(), [Player(name, "human") for name in names], "0" * 64, deal_number="given")


def deal(match: str, names: str, scores: tuple[int, ...], number: str = NUMBER) -> PlayedDeal:
    ranks = tuple(1 + sum(other > own for other in scores) for own in scores)
    return PlayedDeal(match, 0, number, header(names), Outcome("pile-empty", ranks, scores))


scores = st.lists(st.integers(-50, 300), min_size=3, max_size=3).map(tuple)
three = st.permutations("abcd").map(lambda names: "".join(names[:3]))
nights = st.lists(st.tuples(three, scores), min_size=1, max_size=9)


@given(st.lists(st.lists(st.integers(-50, 300), min_size=4, max_size=4), min_size=1, max_size=9))
def test_results_of_a_seat_sum_up_to_nothing(points: list[list[int]]) -> None:
    for seat in zip(*above_mean(points), strict=True):
        assert sum(seat) == pytest.approx(0, abs=1e-9)


@given(nights, st.randoms(use_true_random=False))
def test_the_order_of_matches_does_not_matter(night: list[tuple[str, tuple[int, ...]]], rng: Random) -> None:
    matches = [deal(f"m{at}", names, points) for at, (names, points) in enumerate(night)]
    mixed = rng.sample(matches, len(matches))
    assert compare(mixed) == compare(matches)
    assert totals(compare(mixed)) == totals(compare(matches))
    assert compare([*matches, *mixed]) == compare(matches), "a match that is named twice counts once"


@given(nights)
def test_a_pair_of_seats_is_compared_by_its_lead(night: list[tuple[str, tuple[int, ...]]]) -> None:
    (found,) = compare(deal(f"m{at}", names, points) for at, (names, points) in enumerate(night))
    for match in found.matches:
        for pair in match.pairs:
            lead = match.seats[pair.first].points - match.seats[pair.second].points
            mean = fmean(each.seats[pair.first].points - each.seats[pair.second].points for each in found.matches)
            assert pair.above == pytest.approx(lead - mean, abs=1e-9)
    assert sum(total.above for total in totals([found])) == pytest.approx(0, abs=1e-9)


def test_deals_of_a_night_are_added_up_by_name() -> None:
    night = [
        deal("1", "ab", (40, 20)),
        deal("2", "cd", (30, 30)),
        deal("3", "ba", (10, 8), OTHER),
        deal("4", "dc", (16, 4), OTHER),
    ]
    one, other = sorted(compare(night), key=lambda each: each.number == OTHER)
    assert list(one.means) == [35, 25]
    assert [[seat.above for seat in match.seats] for match in one.matches] == [[5, -5], [-5, 5]]
    assert [[seat.above for seat in match.seats] for match in other.matches] == [[-3, 2], [3, -2]]
    assert [(total.name, total.matches, total.above) for total in totals([one, other])] == [
        ("d", 2, 8),
        ("a", 2, 7),
        ("c", 2, -7),
        ("b", 2, -8),
    ]


def test_only_the_same_cards_are_compared() -> None:
    """Another number, game, rules version, option or count of players makes another deal."""
    first = deal("1", "ab", (40, 20))
    others = [
        msgspec.structs.replace(first, id="2", number=OTHER),
        msgspec.structs.replace(first, id="3", header=header("ab", "trio")),
        msgspec.structs.replace(first, id="4", header=msgspec.structs.replace(first.header, rules_version=1_000)),
        msgspec.structs.replace(first, id="5", header=msgspec.structs.replace(first.header, options={"risk": True})),
        deal("6", "abc", (40, 20, 30)),
    ]
    assert len(compare([first, *others])) == 6


def test_without_points_players_beaten_are_counted() -> None:
    assert points_of((1, 2, 2, 4), None) == (3, 1.5, 1.5, 0)
    assert points_of((2, 1), (30, 41)) == (30, 41)


def test_the_arena_counts_the_same() -> None:
    """A seat that always has the better cards says nothing about the bot that sits there."""
    settled = plan(PUSH, [Entrant("able", level="easy"), Entrant("weak", level="easy")], games=8, players=2)
    results = []
    for at in range(4):
        luck = 100 * at
        results += [Result(at, (0, 1), (1, 2), (luck + 90, 4), thought_ms=(1, 1), slowest_ms=(1, 1))]
        results += [Result(at, (1, 0), (1, 2), (luck + 80, 10), thought_ms=(1, 1), slowest_ms=(1, 1))]
    report = standings(settled, results)
    assert {bot.name: bot.above.value for bot in report.bots} == pytest.approx({"able": 4, "weak": -4})
    able = next(bot for bot in report.bots if bot.name == "able")
    assert able.score is not None
    assert able.above.high - able.above.low < 0.01 * (able.score.high - able.score.low)
