"""Quinto: a view as one player reads it, and what numbers would be worth on the sheets."""

from typing import Final

from cartable.bots.quinto.outlook import outlook
from cartable.games.quinto.grid import Announced, Grid
from cartable.games.quinto.score import MISS, MISSES
from cartable.games.quinto.sheet import ROW, Sheet, room, sheet_of, write
from cartable.games.quinto.view import QuintoView
from cartable.kernel import Seat

TURNS_A_CELL: Final = 1.6
"""How many turns it takes, at more than one player, until one more cell of a sheet's two fullest rows is filled."""

ROW_SHARE: Final = 0.5
"""How many of the sums to come one row can make use of."""

LAST_MISS: Final = -6.0
"""What it costs beyond its points to end the match by a miss, with a sheet that could still grow."""


class Desk:
    """What a player has before the eyes to decide about a lay or a cell."""

    def __init__(self, view: QuintoView) -> None:
        if view.seat is None:
            raise TypeError("a spectator has nothing to decide")
        self.me: Seat = view.seat
        self.others = [seat for seat in range(len(view.sheets)) if seat != self.me]
        self.grid: Grid = tuple(view.grid.values())
        self.sheets = [sheet_of(numbers) for numbers in view.sheets]
        self._chances = round(ROW_SHARE * _turns_left(view, self.sheets))
        self._now = [outlook(sheet, self._chances) for sheet in self.sheets]
        last = view.misses[self.me] == MISSES - 1
        self.missing = MISS + (LAST_MISS if last else 0.0)
        self.passing = self.missing if view.active == self.me else 0.0

    def gain(self, seat: Seat, at: int, number: int) -> float:
        """What a number in a cell brings, now and by what it leaves open."""
        return outlook(write(self.sheets[seat], at, number), self._chances) - self._now[seat]

    def best(self, seat: Seat, offer: Announced) -> float:
        """The best use a seat has for what is announced; without one, what it costs to write nothing."""
        best = self.missing if seat == self.me else 0.0
        if offer.writable:
            cells = room(self.sheets[seat], offer.sum, offer.colours)
            best = max([best, *(self.gain(seat, at, offer.sum) for at in cells)])
        return best


def _turns_left(view: QuintoView, sheets: list[Sheet]) -> float:
    """How many sums are still to come, as far as one can tell."""
    if len(sheets) == 1:  # QUIN-33: every card is laid once
        return view.pile + len(view.hand)
    return TURNS_A_CELL * min(map(_cells_to_two_rows, sheets))


def _cells_to_two_rows(sheet: Sheet) -> int:
    """How many cells are empty in the two fullest rows (QUIN-23)."""
    empty = sorted(sheet[at : at + ROW].count(0) for at in range(0, len(sheet), ROW))
    return empty[0] + empty[1]
