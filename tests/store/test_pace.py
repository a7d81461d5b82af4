"""How long writes gather: not at all after a quiet moment, and longer the more there are."""

import pytest

from cartable.server.store.settling import BUSY_S, GATHER_MOST_S, GATHER_S, Pace


def test_seldom_writes_never_wait() -> None:
    pace = Pace()
    for number in range(200):
        began = number / 20
        assert pace.next(began, 1) - began == pytest.approx(GATHER_S)


@pytest.mark.parametrize("many", [200, 500, 2000])
def test_many_small_groups_are_made_to_share(many: int) -> None:
    pace = Pace()
    waits = [pace.next(number / many, 1) - number / many for number in range(many)]
    assert waits[0] == pytest.approx(GATHER_S)
    assert waits[many // 5 :] == pytest.approx([BUSY_S] * (many - many // 5))
    assert pace.next(2.0, 1) - 2.0 == pytest.approx(GATHER_S)  # after a quiet second


def test_no_group_gathers_for_long() -> None:
    pace = Pace()
    for number in range(100):
        began = number * GATHER_MOST_S
        assert pace.next(began, 500) - began == pytest.approx(GATHER_MOST_S)
