"""Quinto: advice for people. A hint says what a cell keeps open; analysis weighs every choice."""

from typing import Any

import numpy as np

from cartable.bots.hints import HintedAct
from cartable.bots.quinto import evaluator
from cartable.bots.quinto.batch_sheets import writable
from cartable.bots.quinto.evaluator import QuintoEvaluator, evaluate
from cartable.bots.quinto.expert import QuintoStrong
from cartable.games.quinto.acts import QuintoAct, QuintoLay, QuintoWrite
from cartable.games.quinto.cards import announced, lay
from cartable.games.quinto.sheet import AT, CELLS, COLOUR_OF, ROWS, write
from cartable.games.quinto.view import QuintoView
from cartable.kernel import Seat


def hint(view: QuintoView, me: Seat, legal: tuple[QuintoAct, ...]) -> HintedAct:
    """What a strong player would do."""
    act = QuintoStrong().decide(view, legal, 0.0).act
    why, about = _reason(view, evaluate(view, me), act)
    return HintedAct(act, why, about)


def _reason(view: QuintoView, evaluated: QuintoEvaluator, act: QuintoAct) -> tuple[str, dict[str, Any]]:
    match act:
        case QuintoLay(on):
            offer = announced(lay(evaluated.grid, on)[0], on[-1][1])
            forecast = evaluated.own.best(offer, evaluated.otherwise)
            about = {
                "cards": [card for card, _ in on],
                "places": [place for _, place in on],
                "sum": offer.sum,
                "points": forecast.points,
            }
            return ("lay-nothing", about) if forecast.cell is None else ("lay", {**about, "cell": CELLS[forecast.cell]})
        case QuintoWrite(cell):
            number = view.announced.sum if view.announced is not None else 0
            at = AT[cell]
            after = writable(np.array([write(evaluated.own.sheet, at, number)]))[0][list(ROWS[COLOUR_OF[at]])]
            forecast = evaluated.own.written(at, number)
            return "write", {"sum": number, "cell": cell, "open": int(after.any(0).sum()), "points": forecast.points}
        case _:
            why = "pass-miss" if evaluated.active == evaluated.me else "pass"
            return why, {"points": evaluated.otherwise.points}


def weigh(view: QuintoView, me: Seat, legal: tuple[QuintoAct, ...]) -> list[float]:
    """The chance to win after each act; alone, the points one heads for."""
    return evaluator.weigh(view, me, legal, score_weight=0.0)


def standing(view: QuintoView) -> list[float]:
    """How everybody stands beside the others: shares of the victory that sum to one; alone, the points headed for."""
    forecasts = [value.now for value in evaluate(view, view.active).sheet_values]
    return [forecasts[0].points] if len(forecasts) == 1 else evaluator.shares_of_victory(forecasts)
