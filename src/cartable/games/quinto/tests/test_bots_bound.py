"""Quinto: the most that a sheet can count, as `lab.bench.quinto_bound.sheet` works it out."""

from random import Random
from typing import Final

from cartable.games.quinto.cards import COLOURS
from cartable.games.quinto.sheet import AT, EMPTY, ROWS, Sheet, full_rows, room, score_of, write
from lab.bench.quinto_bound.sheet import MOST_18, best_sheet

ROWS_OF_BEST: Final = (
    (13, 14, 0, 0, 15, 16, 17, 18, 0),
    (9, 10, 11, 12, 13, 14, 15, 16, 17),
    (10, 11, 12, 13, 14, 15, 16, 17, 18),
)
"""From orange to purple, a sheet that counts the most there is."""


def filled(dice: Random) -> Sheet:
    """A sheet filled by chance, high numbers at the right, until two rows are full."""
    sheet = EMPTY
    for _ in range(200):
        number = dice.randint(1, 18)
        cells = room(sheet, number, COLOURS)
        if cells and full_rows(sheet) < 2:
            sheet = write(sheet, min(cells, key=lambda at: abs(at % 9 * 2 + 1 - number)), number)
    return sheet


def test_no_sheet_counts_more() -> None:
    assert max(score_of(filled(Random(seed)), 0).total for seed in range(300)) <= best_sheet()


def test_one_counts_as_much() -> None:
    """Every number may be written there, and 18 stands in it no more often than three sixes can be made."""
    sheet = EMPTY
    for cells, numbers in zip(ROWS.values(), ROWS_OF_BEST, strict=True):
        for at, number in zip(cells, numbers, strict=True):
            if number:
                assert at in room(sheet, number, COLOURS)
                sheet = write(sheet, at, number)
    assert sheet[AT["p10"]] == max(sheet)
    assert sheet.count(max(sheet)) == MOST_18
    assert full_rows(sheet) == 2
    assert score_of(sheet, 0).total == best_sheet()
