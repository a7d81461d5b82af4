"""Quinto: the two players with learned values. `strong` looks once and misjudges, `expert` looks twice where it can."""

from random import Random
from typing import Final

from cartable.bots.contract import Bot, Intent
from cartable.games.quinto.acts import QuintoAct
from cartable.games.quinto.bots.alone import AloneEvaluator
from cartable.games.quinto.bots.evaluator import weigh
from cartable.games.quinto.bots.second_look import SecondLook
from cartable.games.quinto.bots.table_value import TableEvaluator, TablePosition
from cartable.games.quinto.view import QuintoView
from cartable.kernel import Seat

MISJUDGED: Final = 0.075
"""How far a strong player misjudges what a choice among others is worth; there a point is worth 0.06 at first."""


class QuintoExpert(Bot[QuintoView, QuintoAct]):
    """Takes what its network likes best: alone for points, among others for points and to be ahead."""

    def decide(self, view: QuintoView, legal: tuple[QuintoAct, ...], now_ms: float) -> Intent[QuintoAct]:
        if len(legal) == 1 or view.seat is None:
            return Intent(legal[0], now_ms)
        if len(view.sheets) > 1:
            return Intent(SecondLook(view, view.seat).best(legal), now_ms)
        worths = AloneEvaluator(view).weigh(legal)
        return Intent(legal[worths.index(max(worths))], now_ms)


class QuintoStrong(Bot[QuintoView, QuintoAct]):
    """Takes what seems best by one look: alone at the sheet, among others at the whole table, misjudged a little."""

    def __init__(self, dice: Random) -> None:
        self._dice = dice

    def decide(self, view: QuintoView, legal: tuple[QuintoAct, ...], now_ms: float) -> Intent[QuintoAct]:
        if len(legal) == 1 or view.seat is None:
            return Intent(legal[0], now_ms)
        worths = weigh(view, view.seat, legal) if len(view.sheets) == 1 else self._misjudged(view, view.seat, legal)
        return Intent(legal[worths.index(max(worths))], now_ms)

    def _misjudged(self, view: QuintoView, me: Seat, legal: tuple[QuintoAct, ...]) -> list[float]:
        position = TablePosition.of(view, me)
        worths = TableEvaluator(position, position.aim).weigh(legal)
        return [worth + self._dice.gauss(0.0, MISJUDGED) for worth in worths]
