"""Trio: which acts contend, so that the referee puts them in order (TRIO-14, TRIO-20 to 22)."""

import pytest

from cartable.games.trio import TRIO
from cartable.games.trio.tests.table import HANDS, STACKS, Table, placed
from cartable.kernel import Seat, Tempo

LAST = [["4-red-leaf"], ["2-orange-sun"], HANDS[2]]
"""Seats 0 and 1 have one card each and nothing face down; seat 2 has more."""


@pytest.fixture
def table() -> Table:
    return placed(hands=LAST, stacks=[[], [], STACKS[2]])


def contend(table: Table, one: tuple[Seat, str], two: tuple[Seat, str]) -> bool:
    stakes = [TRIO.stakes(table.state, seat, TRIO.act(text)) for seat, text in (one, two)]
    return not stakes[0].isdisjoint(stakes[1])


def test_everybody_acts_at_once() -> None:
    assert TRIO.tempo is Tempo.HANDS
    assert TRIO.open_race(placed().state) is None


@pytest.mark.parametrize(
    ("one", "two"),
    [
        ((1, "lay 2-orange-sun step"), (2, "lay 4-yellow-moon step")),  # TRIO-21: two cards aimed at one top
        ((2, "lay 4-yellow-moon step"), (1, "fault step")),  # TRIO-14: the card that covers what is accused
        ((1, "fault same"), (2, "fault step")),  # TRIO-20: the first accusation counts
        ((0, "lay 4-red-leaf step"), (1, "lay 2-orange-sun same")),  # TRIO-13: the first last card wins
        ((0, "lay 4-red-leaf step"), (2, "fault same")),  # TRIO-22: after a last card no other pile can be accused
    ],
)
def test_who_is_first_matters(table: Table, one: tuple[Seat, str], two: tuple[Seat, str]) -> None:
    assert contend(table, one, two)
    assert contend(table, two, one)


@pytest.mark.parametrize(
    ("one", "two"),
    [
        ((0, "lay 4-red-leaf step"), (2, "lay 4-yellow-moon different")),
        ((2, "lay 4-yellow-moon different"), (1, "fault step")),
        ((0, "go"), (2, "fault step")),
    ],
)
def test_who_is_first_does_not_matter(table: Table, one: tuple[Seat, str], two: tuple[Seat, str]) -> None:
    assert not contend(table, one, two)


def test_what_is_no_players_act_contends_for_nothing(table: Table) -> None:
    assert not any(
        TRIO.stakes(table.state, 0, TRIO.act(text)) for text in ("go", "relief", "settle", "deal 2-red-drop")
    )
