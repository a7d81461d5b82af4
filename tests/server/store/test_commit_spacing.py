"""How long writes gather: not at all after a quiet moment, and longer the more there are."""

from itertools import cycle, islice

import pytest

from cartable.server.store.group_commit import BUSY_S, GATHER_MOST_S, GATHER_S, CommitSpacing


def waits(groups: list[int], commits_a_second: int) -> list[float]:
    """How long each of these groups lets the next one gather."""
    spacing = CommitSpacing()
    begins = [number / commits_a_second for number in range(len(groups))]
    return [spacing.next(began, group) - began for began, group in zip(begins, groups, strict=True)]


def test_rare_writes_never_wait() -> None:
    assert waits(200 * [1], 20) == pytest.approx(200 * [GATHER_S])


@pytest.mark.parametrize("many", [200, 500, 2000])
def test_many_small_groups_are_made_to_share(many: int) -> None:
    found = waits(list(islice(cycle((1, 2, 1)), many)), many)
    assert found[0] == pytest.approx(GATHER_S)
    assert found[many // 5 :] == pytest.approx([BUSY_S] * (many - many // 5))


def test_who_writes_alone_does_not_wait_for_others() -> None:
    assert waits(2000 * [1], 2000) == pytest.approx(2000 * [GATHER_S])


def test_after_a_quiet_moment_all_is_as_at_first() -> None:
    spacing = CommitSpacing()
    for number in range(100):
        spacing.next(number / 500, 2)
    assert spacing.next(0.2, 2) - 0.2 == pytest.approx(BUSY_S)
    assert spacing.next(2.0, 1) - 2.0 == pytest.approx(GATHER_S)


def test_no_group_gathers_for_long() -> None:
    assert waits(100 * [500], 125) == pytest.approx(100 * [GATHER_MOST_S])
