"""Quinto: what the bots make of a sheet, and how they fare."""

import tracemalloc
from itertools import combinations, islice
from statistics import mean
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cartable.arena.simulation import play
from cartable.bots import Level, bot
from cartable.games.quinto import QUINTO
from cartable.games.quinto.bots.heuristic import ROWS_KEPT, between, fills, row_heuristic, sheet_heuristic
from cartable.games.quinto.options import QuintoOptions
from cartable.games.quinto.sheet import EMPTY

THINKERS = [level for level in Level if level is not Level.RANDOM]
SURE = [Level.FAIR, Level.STRONG, Level.EXPERT]


def chosen(level: Level, seat: int = 0, seats: int = 2, **position: Any) -> str:
    """What a bot of this level does at a position."""
    state = QUINTO.from_position(position, QuintoOptions(), seats, list).state
    intent = bot("quinto", level, 0, seat).decide(QUINTO.view(state, seat), QUINTO.legal(state, seat), now_ms=5.0)
    assert intent is not None
    assert intent.at_ms == 5.0  # a turn bot answers at once: the table adds politeness
    return str(intent.act)


def announced(number: int, *colours: str) -> dict[str, Any]:
    return {"sum": number, "colours": list(colours)}


def sheet_cells() -> list[str]:
    return [
        *(f"o{column}" for column in (3, 4, 5, 7, 8, 9, 10, 11, 12)),
        *(f"y{column}" for column in (2, 3, 4, 5, 6, 8, 9, 10, 11)),
        *(f"p{column}" for column in (1, 2, 3, 4, 6, 7, 8, 9, 10)),
    ]


# --- the rule of thumb -----------------------------------------------------------------------------------------------


def test_some_number_comes_next() -> None:
    assert between(0, 19) == pytest.approx(1.0)
    assert between(5, 6) == pytest.approx(0.0)
    assert between(0, 9) + between(8, 19) == pytest.approx(1.0)


@given(cells=st.integers(1, 9), hits=st.floats(0.0, 30.0))
def test_cells_fill_one_by_one(cells: int, hits: float) -> None:
    """No more are filled than there are, nor than there are hits; and all of them no likelier than the average one."""
    expected, all_of_them = fills(cells, hits)
    assert 0.0 <= expected <= min(cells, hits) + 1e-9
    assert -1e-9 <= all_of_them <= expected / cells + 1e-9


def test_a_row_that_can_no_longer_fill_is_not_hoped_for() -> None:
    """Between 7 and 8 nothing fits: the cell in the gap is lost, and with it the row."""
    _, filled, _ = row_heuristic((1, 2, 3, 7, 0, 8, 9, 10, 11), 50)
    assert filled[4] == 0.0
    whole, dead = row_heuristic((1, 2, 3, 7, 0, 9, 10, 11, 18), 50), row_heuristic((1, 2, 3, 7, 0, 8, 10, 11, 18), 50)
    assert whole[0] > dead[0] + 5


def test_a_full_sheet_is_worth_what_it_counts() -> None:
    """QUIN-25, QUIN-27: nothing is left to hope for."""
    rows = [1, 3, 5, 7, 9, 11, 13, 15, 17], [2, 4, 6, 8, 10, 12, 14, 16, 18], [3, 5, 7, 9, 11, 13, 15, 17, 18]
    sheet = tuple(number for row in rows for number in row)
    cells = dict(zip(sheet_cells(), sheet, strict=True))
    bonus = sum(cells[cell] for cell in ("p3", "o4", "o8", "y9", "p10"))
    assert sheet_heuristic(sheet, 10) == pytest.approx(17 + 18 + 18 + bonus)


def test_more_is_hoped_for_while_more_is_to_come() -> None:
    assert 0 <= sheet_heuristic(EMPTY, 2) < sheet_heuristic(EMPTY, 8) < sheet_heuristic(EMPTY, 16)


# --- decisions a person can follow -----------------------------------------------------------------------------------


@pytest.mark.parametrize("level", SURE)
@pytest.mark.parametrize(("number", "cells"), [(2, {"y2", "y3"}), (16, {"y10", "y11"})])
def test_low_numbers_go_left_and_high_ones_right(level: Level, number: int, cells: set[str]) -> None:
    act = chosen(level, announced=announced(number, "yellow"))
    assert act.removeprefix("write ") in cells


@pytest.mark.parametrize("level", THINKERS)
def test_a_row_is_completed(level: Level) -> None:
    row = dict(zip(sheet_cells()[:8], (1, 2, 4, 6, 7, 9, 11, 13), strict=True))
    assert chosen(level, sheets=[row, {}], announced=announced(17, "orange")) == "write o12"


@pytest.mark.parametrize("level", SURE)
def test_a_miss_is_avoided(level: Level) -> None:
    """QUIN-19: on a grey grid only the orange card brings a sum that anybody can write."""
    grid = {"a": "X5", "b": "X6", "c": "X4", "d": "X0"}
    hands = [["O6", "X1", "X2"], ["O1", "O2", "O3"]]
    assert chosen(level, active=0, grid=grid, hands=hands).startswith("lay O6")


# --- strength --------------------------------------------------------------------------------------------------------


def test_alone_fair_fills_a_decent_sheet() -> None:
    """Measured over many more deals: 53 points for fair, 65 for strong, -13 at random."""

    def points(level: Level) -> float:
        games = (play(QUINTO, [bot("quinto", level, seed, 0)], seed) for seed in range(12))
        return mean(game.outcome.scores[0] for game in games if game.outcome.scores is not None)

    assert points(Level.FAIR) > 40
    assert points(Level.STRONG) > 50


def test_the_values_of_rows_take_little_memory_however_many_are_asked_for() -> None:
    """Every process in which bots think keeps them, for as long as it runs."""
    rows = list(islice(combinations(range(1, 19), 9), 5 * ROWS_KEPT))
    row_heuristic.cache_clear()
    tracemalloc.start()
    try:
        for row in rows:
            row_heuristic(row, 10)
        size, _ = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert row_heuristic.cache_info().currsize == ROWS_KEPT
    assert size < 2_000_000
