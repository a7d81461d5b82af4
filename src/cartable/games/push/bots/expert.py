"""Push: a player who knows the odds and plays to win."""

from collections.abc import Sequence
from typing import Final

from cartable.bots.arrays import np
from cartable.bots.contract import Bot, Intent
from cartable.games.push.acts import PushAct, PushDraw, PushPlace, PushProtect, PushTake
from cartable.games.push.bots.column_values import ColumnValues, placed, summary_of
from cartable.games.push.bots.endgame import exact
from cartable.games.push.bots.evaluator import SCORE_WEIGHT, PushEvaluator
from cartable.games.push.bots.table_value import TableValue
from cartable.games.push.state import PushPhase
from cartable.games.push.view import PushView
from cartable.kernel import Seat

SAME: Final = 1e-6
"""Worths no further apart are equal: their last digits are others where numpy is missing, and must not decide."""

UNDECIDED: Final = 0.005
"""Somebody whose chance to win or to lose is smaller plays for points: a network does not tell such chances apart."""

LIKELY: Final = 1e-3
"""What the learned values count for where the end is known: they choose among acts that win as often."""


def weigh(view: PushView, me: Seat, legal: tuple[PushAct, ...], score_weight: float = SCORE_WEIGHT) -> list[float]:
    """What each act does for one's chance to win: exactly where few cards are left, else by learned values."""
    known = exact(view, me, legal)
    if known is None:
        return _likely(view, me, legal, score_weight)
    if not score_weight:
        return known
    likely = _likely(view, me, legal, score_weight)
    return [sure + LIKELY * guess for sure, guess in zip(known, likely, strict=True)]


def _likely(view: PushView, me: Seat, legal: tuple[PushAct, ...], score_weight: float) -> list[float]:
    """By learned values alone: with two players of the whole table, unless the match is as good as decided and points
    count; with more, of a turn."""
    if len(view.zones) == 2:
        found = TableValue(view, me).weigh(legal)
        if not score_weight or UNDECIDED < max(found) < 1 - UNDECIDED:
            return found
    return weigh_by_values(view, me, legal, score_weight)


def weigh_by_values(
    view: PushView, me: Seat, legal: tuple[PushAct, ...], score_weight: float = SCORE_WEIGHT
) -> list[float]:
    """What each act does for one's chance to win, by the learned value of a turn: points first, then the chance."""
    evaluator = PushEvaluator(view, me, score_weight)
    if view.phase is PushPhase.SHARE:  # a column out of what somebody else left
        takes = _taking(view, me, [act for act in legal if isinstance(act, PushTake)])
        return [float(evaluator.chance(takes[act], view.pile)) for act in legal]
    if view.phase is PushPhase.PLACE:
        layouts = [placed(view.drawn, act.column - 1, view.columns) for act in legal if isinstance(act, PushPlace)]
        stop = evaluator.stop(layouts)
        return [float(worth) for worth in np.maximum(stop, evaluator.draw(layouts))]
    takes = _taking(view, me, [act for act in legal if isinstance(act, PushTake)])
    best = max(takes.values(), default=0.0)  # the best column is what stopping stands for
    worths: list[float] = []
    for act in legal:
        match act:
            case PushDraw():
                worths.append(float(evaluator.draw([view.columns])[0]))
            case PushTake():
                points = evaluator.stopping([view.columns])[0] - (best - takes[act])
                worths.append(float(evaluator.chance(points, view.pile)))
            case PushProtect(colour):
                worths.append(evaluator.protect(colour))
            case _:
                raise TypeError(f"not a player's act: {act}")
    return worths


def _taking(view: PushView, me: Seat, takes: list[PushTake]) -> dict[PushAct, float]:
    """In points: each column for oneself, less what is left to those who choose next."""
    stakes = ColumnValues(view, me, 1 / (len(view.zones) - 1))
    numbers = [number for number, cards in enumerate(view.columns, 1) if cards]
    heaps = [summary_of(view.columns[number - 1]) for number in numbers]
    then = stakes.after(me if view.phase is PushPhase.SHARE else -1)
    return {act: stakes.taking(numbers.index(act.column), heaps, then) for act in takes}


def first_best(worths: Sequence[float]) -> int:
    """Where the best stands; of equals the first."""
    least = max(worths) - SAME
    return next(at for at, worth in enumerate(worths) if worth >= least)


class PushExpert(Bot[PushView, PushAct]):
    """Takes what wins most often."""

    def decide(self, view: PushView, legal: tuple[PushAct, ...], now_ms: float) -> Intent[PushAct]:
        if len(legal) == 1:
            return Intent(legal[0], now_ms)
        worths = weigh(view, view.to_move[0], legal)
        return Intent(legal[first_best(worths)], now_ms)
