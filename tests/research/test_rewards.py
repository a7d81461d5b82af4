"""What a finished match is worth."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cartable.kernel import BadInput, Outcome, ranks
from cartable.research.rewards import Reward, exact_rewards, read_reward, rewards

scores = st.lists(st.integers(-50, 300), min_size=2, max_size=6)


@given(scores, st.sampled_from(Reward))
def test_rewards_sum_to_zero_and_keep_the_order(points: list[int], kind: Reward) -> None:
    outcome = Outcome("over", ranks(points), tuple(points))
    found = exact_rewards(outcome, kind)
    assert sum(found) == 0
    for one, its in zip(points, found, strict=True):
        for other, theirs in zip(points, found, strict=True):
            assert (one > other) == (its > theirs)
    assert rewards(outcome, kind) == pytest.approx([float(each) for each in found])


@given(scores)
def test_ranks_lie_between_one_and_minus_one(points: list[int]) -> None:
    found = rewards(Outcome("over", ranks(points), tuple(points)), Reward.RANK)
    assert all(-1 <= each <= 1 for each in found)
    if points.count(max(points)) == 1:
        assert max(found) == 1


def test_alone_the_score_counts() -> None:
    for kind in Reward:
        assert rewards(Outcome("cards-laid", (1,), (42,)), kind) == (42.0,)


def test_a_game_without_points_is_counted_by_rank() -> None:
    assert rewards(Outcome("last-card", (1, 2, 3)), Reward.SCORE) == (1.0, 0.0, -1.0)


def test_an_unknown_reward_is_named() -> None:
    with pytest.raises(BadInput, match="fame"):
        read_reward("fame")
