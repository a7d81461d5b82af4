"""Quinto: a player who keeps the sheet open for the numbers to come."""

from random import Random
from typing import Final

import msgspec

from cartable.bots.contract import Bot, Intent
from cartable.games.quinto.acts import QuintoAct, QuintoLay, QuintoWrite
from cartable.games.quinto.bots.features import cells_to_go
from cartable.games.quinto.bots.heuristic import sheet_heuristic
from cartable.games.quinto.cards import Announced, Grid, On, announced, lay
from cartable.games.quinto.sheet import AT, MISS, MISSES, Sheet, room, sheet_of, write
from cartable.games.quinto.view import QuintoView
from cartable.kernel import Seat

TURNS_A_CELL: Final = 1.6
"""How many turns it takes, at more than one player, until one more cell of a sheet's two fullest rows is filled."""

ROW_SHARE: Final = 0.5
"""How many of the sums to come one row can make use of."""

LAST_MISS: Final = -6.0
"""What it costs beyond its points to end the match by a miss, with a sheet that could still grow."""


class SheetGains:
    """What numbers would be worth on each sheet, by the heuristic."""

    def __init__(self, view: QuintoView) -> None:
        if view.seat is None:
            raise TypeError("a spectator has nothing to decide")
        self.me: Seat = view.seat
        self.others = [seat for seat in range(len(view.sheets)) if seat != self.me]
        self.grid: Grid = tuple(view.grid.values())
        self.sheets = [sheet_of(numbers) for numbers in view.sheets]
        self._chances = round(ROW_SHARE * _turns_left(view, self.sheets))
        self._now = [sheet_heuristic(sheet, self._chances) for sheet in self.sheets]
        last = view.misses[self.me] == MISSES - 1
        self.missing = MISS + (LAST_MISS if last else 0.0)
        self.passing = self.missing if view.active == self.me else 0.0

    def gain(self, seat: Seat, at: int, number: int) -> float:
        """What a number in a cell brings, now and by what it leaves open."""
        return sheet_heuristic(write(self.sheets[seat], at, number), self._chances) - self._now[seat]

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
    return TURNS_A_CELL * min(map(cells_to_go, sheets))


class QuintoStyle(msgspec.Struct, frozen=True, kw_only=True):
    """What sets one level apart from another."""

    envy: float
    """How much the others' gain, on average, counts against the own."""
    mood: float
    """How far, in points, the eye misjudges what a choice is worth."""


class QuintoPlayer(Bot[QuintoView, QuintoAct]):
    """Lays what can be written well, and writes where most stays open."""

    def __init__(self, style: QuintoStyle, dice: Random) -> None:
        self._style = style
        self._dice = dice

    def decide(self, view: QuintoView, legal: tuple[QuintoAct, ...], now_ms: float) -> Intent[QuintoAct]:
        gains, number = SheetGains(view), view.announced.sum if view.announced is not None else 0
        worths = [self._worth(gains, act, number) + self._dice.gauss(0.0, self._style.mood) for act in legal]
        return Intent(legal[worths.index(max(worths))], now_ms)

    def _worth(self, gains: SheetGains, act: QuintoAct, number: int) -> float:
        match act:
            case QuintoLay(on):
                return self._laid(gains, on)
            case QuintoWrite(cell):
                return gains.gain(gains.me, AT[cell], number)
            case _:
                return gains.passing

    def _laid(self, gains: SheetGains, on: On) -> float:
        """The best use of the sum for oneself, less what it is to the others."""
        offer = announced(lay(gains.grid, on)[0], on[-1][1])
        worth = gains.best(gains.me, offer)
        if gains.others:
            worth -= self._style.envy * sum(gains.best(seat, offer) for seat in gains.others) / len(gains.others)
        return worth
