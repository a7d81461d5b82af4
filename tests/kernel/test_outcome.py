"""Places, seats, events and refusals."""

from itertools import pairwise, permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cartable.kernel import CLOCK, DEALER, Event, Outcome, Refusals, Refused, clockwise, only, ranks

merits = st.lists(st.integers(-3, 3), min_size=1, max_size=6)


@given(merits)
def test_places_follow_merit(values: list[int]) -> None:
    places = ranks(values)
    for one, two in permutations(range(len(values)), 2):
        assert (values[one] > values[two]) == (places[one] < places[two])
        assert (values[one] == values[two]) == (places[one] == places[two])


@given(merits)
def test_shared_places_leave_the_next_ones_out(values: list[int]) -> None:
    """1 2 2 4: a place is one more than those ahead."""
    places = sorted(ranks(values))
    assert places[0] == 1
    for number, (before, after) in enumerate(pairwise(places), 2):
        assert after in (before, number)


def test_places_of_pairs_are_decided_by_the_second_where_the_first_are_equal() -> None:
    assert ranks([(5, 1), (5, 2), (7, 0), (5, 1)]) == (3, 2, 1, 3)


@given(merits)
def test_the_best_win(values: list[int]) -> None:
    winners = Outcome("why", ranks(values), tuple(values)).winners
    assert winners == tuple(seat for seat, value in enumerate(values) if value == max(values))


@given(st.integers(1, 8), st.data())
def test_clockwise_goes_around(seats: int, data: st.DataObject) -> None:
    seat, by = data.draw(st.integers(0, seats - 1)), data.draw(st.integers(-10, 10))
    there = clockwise(seat, seats, by)
    assert 0 <= there < seats
    assert clockwise(there, seats, -by) == seat
    assert clockwise(seat, seats, seats) == seat


def test_the_table_has_seats_that_no_player_has() -> None:
    assert DEALER != CLOCK
    assert max(DEALER, CLOCK) < 0
    assert all(only(seat) == {seat} and only(seat) is only(seat) for seat in range(20))


# --- events and refusals -------------------------------------------------------------------------------------------


class PushCardTurnedOver(Event, frozen=True, gc=False):
    card: str


def test_events_are_named_after_their_class_without_the_game() -> None:
    assert PushCardTurnedOver.name() == "card-turned-over"
    assert PushCardTurnedOver("ace").to is None
    assert PushCardTurnedOver("ace", to=2).to == 2


CODES = {"not-now": "TOY-01", "not-you": "TOY-02"}


def test_refusals_are_a_closed_list() -> None:
    refusals = Refusals(CODES)
    assert {code: refused.rule for code, refused in refusals.items()} == CODES
    assert len(refusals) == 2
    with pytest.raises(KeyError):
        refusals["not-here"]


def test_a_refusal_says_what_it_is_about() -> None:
    refused = Refusals(CODES)["not-now"].because(column=2, card="ace")
    assert refused == Refused("not-now", "TOY-01", (("column", 2), ("card", "ace")))
    assert Refusals(CODES)["not-now"].about == ()
