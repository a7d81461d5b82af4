"""Quinto: the end, points and places (QUIN-23 to 30)."""

from typing import Final

import msgspec

from cartable.games.quinto.sheet import ROW, ROWS, TRIPLES, Sheet, full_rows
from cartable.games.quinto.state import QuintoState
from cartable.kernel import Outcome, ranks

TWO_ROWS: Final = "two-rows"
FOUR_MISSES: Final = "four-misses"
CARDS_LAID: Final = "cards-laid"
REASONS: Final = (TWO_ROWS, FOUR_MISSES, CARDS_LAID)

MISSES: Final = 4  # QUIN-23
MISS: Final = -5  # QUIN-28


class SheetScore(msgspec.Struct, frozen=True, gc=False):
    """A sheet counted up: rows from orange to purple, bonuses of columns 3, 4, 8, 9 and 10, the cost of misses."""

    rows: tuple[int, ...]
    bonuses: tuple[int, ...]
    misses: int
    total: int


def score_of(sheet: Sheet, misses: int) -> SheetScore:
    """What a sheet counts now."""
    rows = []
    for row in ROWS.values():
        numbers = sheet[row.start : row.stop]
        count = ROW - numbers.count(0)
        rows.append(numbers[-1] if count == ROW else count)  # QUIN-24, QUIN-25
    bonuses = [
        sheet[bonus] if sheet[one] and sheet[two] and sheet[three] else 0  # QUIN-26, QUIN-27
        for (one, two, three), bonus in TRIPLES
    ]
    return SheetScore(tuple(rows), tuple(bonuses), misses * MISS, sum(rows) + sum(bonuses) + misses * MISS)


def scores_of(state: QuintoState) -> tuple[SheetScore, ...]:
    """Every sheet, counted up."""
    return tuple([score_of(sheet, misses) for sheet, misses in zip(state.sheets, state.misses, strict=True)])


def ended(state: QuintoState) -> str:
    """QUIN-23: why the match is over by what stands on the sheets, or nothing."""
    if any(full_rows(sheet) >= 2 for sheet in state.sheets):
        return TWO_ROWS
    return FOUR_MISSES if max(state.misses) >= MISSES else ""


def outcome_of(state: QuintoState) -> Outcome:
    """How a finished match came out: most points, ties shared (QUIN-29, QUIN-30)."""
    totals = tuple(score.total for score in scores_of(state))
    return Outcome(ended(state) or CARDS_LAID, ranks(totals), totals)  # QUIN-33
