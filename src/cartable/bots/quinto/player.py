"""Quinto: a player who keeps the sheet open for the numbers to come."""

from random import Random

import msgspec

from cartable.bots.contract import Bot, Intent
from cartable.bots.quinto.desk import Desk
from cartable.games.quinto.acts import Lay, QuintoAct, Write
from cartable.games.quinto.grid import On, announced, lay
from cartable.games.quinto.sheet import AT
from cartable.games.quinto.view import QuintoView


class Style(msgspec.Struct, frozen=True, kw_only=True):
    """What sets one level apart from another."""

    envy: float
    """How much the others' gain, on average, counts against the own."""
    mood: float
    """How far, in points, the eye misjudges what a choice is worth."""


class QuintoPlayer(Bot[QuintoView, QuintoAct]):
    """Lays what can be written well, and writes where most stays open."""

    def __init__(self, style: Style, dice: Random) -> None:
        self._style = style
        self._dice = dice

    def decide(self, view: QuintoView, legal: tuple[QuintoAct, ...], now_ms: float) -> Intent[QuintoAct]:
        desk, number = Desk(view), view.announced.sum if view.announced is not None else 0
        worths = [self._worth(desk, act, number) + self._dice.gauss(0.0, self._style.mood) for act in legal]
        return Intent(legal[worths.index(max(worths))], now_ms)

    def _worth(self, desk: Desk, act: QuintoAct, number: int) -> float:
        match act:
            case Lay(on):
                return self._laid(desk, on)
            case Write(cell):
                return desk.gain(desk.me, AT[cell], number)
            case _:
                return desk.passing

    def _laid(self, desk: Desk, on: On) -> float:
        """The best use of the sum for oneself, less what it is to the others."""
        offer = announced(lay(desk.grid, on)[0], on[-1][1])
        worth = desk.best(desk.me, offer)
        if desk.others:
            worth -= self._style.envy * sum(desk.best(seat, offer) for seat in desk.others) / len(desk.others)
        return worth
