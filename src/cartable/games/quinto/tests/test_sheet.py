"""Quinto's sheet: where its cells are, what may be written, and what it counts."""

from collections import Counter
from collections.abc import Iterable

from hypothesis import given
from hypothesis import strategies as st

from cartable.games.quinto.cards import COLOURS
from cartable.games.quinto.sheet import (
    AT,
    BONUS,
    CELLS,
    EMPTY,
    MATES,
    NUMBERS,
    Sheet,
    SheetScore,
    full_rows,
    numbers_by_cell,
    out_of_order,
    room,
    score_of,
    sheet_of,
    twice_in_column,
    write,
)

ROW_COLUMNS = {
    "orange": (3, 4, 5, 7, 8, 9, 10, 11, 12),
    "yellow": (2, 3, 4, 5, 6, 8, 9, 10, 11),
    "purple": (1, 2, 3, 4, 6, 7, 8, 9, 10),
}
THREE_CELLS = (3, 4, 8, 9, 10)
WORKED = {
    "o3": 4,
    "o8": 10,
    "o9": 13,
    "o12": 18,
    "y2": 2,
    "y3": 3,
    "y4": 7,
    "y5": 8,
    "y6": 9,
    "y8": 11,
    "y9": 12,
    "y10": 14,
    "y11": 16,
    "p1": 1,
    "p2": 4,
    "p3": 5,
    "p6": 8,
    "p8": 12,
    "p9": 14,
}


def rises(numbers: Iterable[int]) -> bool:
    there = [number for number in numbers if number]
    return there == sorted(set(there))


def obeys(sheet: Sheet) -> bool:
    """QUIN-07 and QUIN-08, said without any of the sheet's own tables."""
    numbers = numbers_by_cell(sheet)
    rows = [[numbers.get(f"{colour[0]}{column}", 0) for column in ROW_COLUMNS[colour]] for colour in COLOURS]
    columns = [[numbers[cell] for cell in numbers if cell[1:] == str(column)] for column in range(1, 13)]
    return all(map(rises, rows)) and all(len(column) == len(set(column)) for column in columns)


@st.composite
def sheets(draw: st.DrawFn) -> Sheet:
    """Sheets as play makes them: number after number, each where it may stand."""
    sheet = EMPTY
    for number in draw(st.lists(st.integers(1, 18), max_size=40)):
        cells = room(sheet, number, COLOURS)
        if cells:
            sheet = write(sheet, draw(st.sampled_from(cells)), number)
    return sheet


def test_quin_03_nine_cells_a_row_and_no_others() -> None:
    assert tuple(f"{colour[0]}{column}" for colour in COLOURS for column in ROW_COLUMNS[colour]) == CELLS


def test_quin_03_columns_of_three_two_and_one() -> None:
    sizes = Counter(int(cell[1:]) for cell in CELLS)
    assert {column for column, size in sizes.items() if size == 3} == set(THREE_CELLS)
    assert {column for column, size in sizes.items() if size == 2} == {2, 5, 6, 7, 11}
    assert {column for column, size in sizes.items() if size == 1} == {1, 12}
    assert all(len(MATES[AT[cell]]) == sizes[int(cell[1:])] - 1 for cell in CELLS)


def test_quin_04_one_bonus_cell_in_each_column_of_three() -> None:
    assert BONUS == {"3": "p3", "4": "o4", "8": "o8", "9": "y9", "10": "p10"}


@given(sheets(), st.sampled_from(NUMBERS), st.sets(st.sampled_from(COLOURS)))
def test_quin_05_to_08_room_is_every_cell_that_keeps_the_sheet_in_order(
    sheet: Sheet, number: int, colours: set[str]
) -> None:
    rows = [colour for colour in COLOURS if colour in colours]
    expected = [
        at
        for at, cell in enumerate(CELLS)
        if not sheet[at] and any(cell[0] == colour[0] for colour in rows) and obeys(write(sheet, at, number))
    ]
    assert room(sheet, number, rows) == expected


@given(sheets(), st.sampled_from(NUMBERS), st.sampled_from(range(27)))
def test_quin_07_08_a_reason_is_given_exactly_where_there_is_no_room(sheet: Sheet, number: int, at: int) -> None:
    if not sheet[at]:
        reason = out_of_order(sheet, at, number) or twice_in_column(sheet, at, number)
        assert bool(reason) is (at not in room(sheet, number, COLOURS))


@given(sheets())
def test_a_sheet_is_read_back(sheet: Sheet) -> None:
    assert sheet_of(numbers_by_cell(sheet)) == sheet
    assert obeys(sheet)


@given(sheets(), st.integers(0, 4))
def test_quin_24_to_28_the_score_recounted_from_the_cells(sheet: Sheet, misses: int) -> None:
    numbers = numbers_by_cell(sheet)
    rows = []
    for colour in COLOURS:
        row = [numbers[f"{colour[0]}{column}"] for column in ROW_COLUMNS[colour] if f"{colour[0]}{column}" in numbers]
        rows.append(row[-1] if len(row) == 9 else len(row))
    bonuses = [
        numbers[BONUS[str(column)]] if all(f"{colour[0]}{column}" in numbers for colour in COLOURS) else 0
        for column in THREE_CELLS
    ]
    total = sum(rows) + sum(bonuses) - 5 * misses
    assert score_of(sheet, misses) == SheetScore(tuple(rows), tuple(bonuses), -5 * misses, total)
    assert full_rows(sheet) == sum(
        all(f"{colour[0]}{column}" in numbers for column in ROW_COLUMNS[colour]) for colour in COLOURS
    )


def test_quin_31_the_worked_score() -> None:
    sheet = sheet_of(WORKED)
    assert obeys(sheet)
    assert score_of(sheet, 2) == SheetScore((4, 16, 6), (5, 0, 10, 12, 0), -10, 43)
