"""Quinto for several: a second look ahead, where a player writes and lays next."""

from collections.abc import Iterator
from statistics import mean

import pytest
from msgspec import structs

from cartable.games.quinto import QUINTO
from cartable.games.quinto.acts import QuintoAct, QuintoWrite
from cartable.games.quinto.bots.advice import weigh
from cartable.games.quinto.bots.second_look import MOST, SecondLook
from cartable.games.quinto.bots.table_value import TableEvaluator, TablePosition
from cartable.games.quinto.cards import Announced
from cartable.games.quinto.sheet import CELLS, ROW, ROWS
from cartable.games.quinto.view import QuintoView
from cartable.kernel import Seat
from tests.kit.sample import Setup, sampled

Choice = tuple[QuintoView, Seat, tuple[QuintoAct, ...]]


def choices(seats: int, seed: int) -> Iterator[Choice]:
    """Every choice of a match of fair players."""
    for turn in sampled(QUINTO, Setup(seats, QUINTO.options(), "bots fair", seed)).turns:
        for seat in range(seats):
            legal = QUINTO.legal(turn.state, seat)
            if len(legal) > 1:
                yield QUINTO.view(turn.state, seat), seat, legal


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_it_looks_twice_where_nothing_is_drawn_in_between(seats: int) -> None:
    looked = {SecondLook(view, seat).helps: (view, seat, legal) for view, seat, legal in choices(seats, 1)}
    view, seat, legal = looked[True]
    assert view.announced is not None
    assert view.active == (seat - 1) % seats
    view, seat, legal = looked[False]
    position = TablePosition.of(view, seat)
    assert SecondLook(view, seat).weigh(legal) == TableEvaluator(position, position.aim).weigh(legal)


def test_what_it_takes_is_among_the_best_by_one_look_and_the_best_by_two() -> None:
    for view, seat, legal in list(choices(2, 2))[::9]:
        look, position = SecondLook(view, seat), TablePosition.of(view, seat)
        worths = TableEvaluator(position, position.aim).weigh(legal)
        taken = look.best(legal)
        assert sum(worth > worths[legal.index(taken)] for worth in worths) < MOST
        if look.helps:
            likely = sorted(legal, key=lambda act: worths[legal.index(act)], reverse=True)[:MOST]
            assert look.weigh([taken])[0] == max(look.weigh(likely))


def test_an_end_is_certain() -> None:
    """Whoever fills a second row (QUIN-23) has won, lost or tied: there is nothing more to expect."""
    view, seat = next((view, seat) for view, seat, _ in choices(2, 3) if SecondLook(view, seat).helps)
    orange, yellow = ({CELLS[at]: 1 + at % ROW for at in ROWS[colour]} for colour in ("orange", "yellow"))
    del yellow["y11"]
    offer = Announced(12, ("yellow",))
    for misses, worth in ((0, 1.0), (5, 0.0)):
        counts = tuple(misses if at == seat else 0 for at in range(2))
        sheets = tuple({**orange, **yellow} if at == seat else {"p1": 1} for at in range(2))
        near = structs.replace(view, sheets=sheets, misses=counts, announced=offer)
        assert SecondLook(near, seat, points=0.0).weigh([QuintoWrite("y11")]) == [worth]


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_who_plays_worse_than_experts_is_not_told_that_all_are_losing(seats: int) -> None:
    """The chances of whoever moves, over a match of fair players, are about what falls to everybody."""
    chances = [max(weigh(view, seat, legal)) for view, seat, legal in list(choices(seats, 4))[::7]]
    assert mean(chances) == pytest.approx(1 / seats, abs=0.08)
