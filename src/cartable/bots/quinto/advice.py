"""Quinto: advice for people. A hint says what a cell keeps open; analysis weighs every choice."""

from typing import Any

from cartable.bots.hints import HintedAct
from cartable.bots.quinto import evaluator
from cartable.bots.quinto.alone import AloneEvaluator
from cartable.bots.quinto.evaluator import QuintoEvaluator, evaluate
from cartable.bots.quinto.expert import QuintoStrong
from cartable.bots.quinto.second_look import SecondLook
from cartable.bots.quinto.sheet_value import Forecast
from cartable.games.quinto.acts import QuintoAct, QuintoLay, QuintoWrite
from cartable.games.quinto.cards import Announced, On, announced, lay
from cartable.games.quinto.sheet import AT, CELLS, COLOUR_OF, NUMBERS, Sheet, room, sheet_of, write
from cartable.games.quinto.view import QuintoView
from cartable.kernel import Seat


def hint(view: QuintoView, me: Seat, legal: tuple[QuintoAct, ...]) -> HintedAct:
    """What a strong player would do; alone, an expert."""
    if len(view.sheets) == 1:
        alone = AloneEvaluator(view)
        worths = alone.weigh(legal)
        act = legal[worths.index(max(worths))]
        return HintedAct(act, *_alone(view, alone, act))
    act = QuintoStrong().decide(view, legal, 0.0).act
    why, about = _reason(view, evaluate(view, me), act)
    return HintedAct(act, why, about)


def _alone(view: QuintoView, alone: AloneEvaluator, act: QuintoAct) -> tuple[str, dict[str, Any]]:
    match act:
        case QuintoLay(on):
            offer = announced(lay(tuple(view.grid.values()), on)[0], on[-1][1])
            return _laid(on, offer, alone.laying([on])[0])
        case QuintoWrite(cell):
            return _written(view, sheet_of(view.sheets[0]), cell, alone.writing()[AT[cell]])
        case _:
            return "pass-miss", {"points": alone.otherwise.points}


def _reason(view: QuintoView, evaluated: QuintoEvaluator, act: QuintoAct) -> tuple[str, dict[str, Any]]:
    match act:
        case QuintoLay(on):
            offer = announced(lay(evaluated.grid, on)[0], on[-1][1])
            return _laid(on, offer, evaluated.own.best(offer, evaluated.otherwise))
        case QuintoWrite(cell):
            number = view.announced.sum if view.announced is not None else 0
            return _written(view, evaluated.own.sheet, cell, evaluated.own.written(AT[cell], number))
        case _:
            why = "pass-miss" if evaluated.active == evaluated.me else "pass"
            return why, {"points": evaluated.otherwise.points}


def _laid(on: On, offer: Announced, forecast: Forecast) -> tuple[str, dict[str, Any]]:
    about = {
        "cards": [card for card, _ in on],
        "places": [place for _, place in on],
        "sum": offer.sum,
        "points": forecast.points,
    }
    return ("lay-nothing", about) if forecast.cell is None else ("lay", {**about, "cell": CELLS[forecast.cell]})


def _written(view: QuintoView, sheet: Sheet, cell: str, forecast: Forecast) -> tuple[str, dict[str, Any]]:
    number, at = view.announced.sum if view.announced is not None else 0, AT[cell]
    after, colours = write(sheet, at, number), (COLOUR_OF[at],)
    still = sum(bool(room(after, each, colours)) for each in NUMBERS)
    return "write", {"sum": number, "cell": cell, "open": still, "points": forecast.points}


def weigh(view: QuintoView, me: Seat, legal: tuple[QuintoAct, ...]) -> list[float]:
    """The chance to win after each act; alone, the points one heads for."""
    if len(view.sheets) == 1:
        return AloneEvaluator(view).weigh(legal)
    return evaluator.weigh(view, me, legal, score_weight=0.0)


def second_opinion(view: QuintoView, me: Seat, legal: tuple[QuintoAct, ...]) -> list[float]:
    """By another network: among others the one that sees the whole table, alone the one that sees sheets."""
    if len(view.sheets) == 1:
        return evaluator.weigh(view, me, legal)
    return SecondLook(view, me).weigh(legal)


def standing(view: QuintoView) -> list[float]:
    """How everybody stands beside the others: shares of the victory that sum to one; alone, the points headed for."""
    if len(view.sheets) == 1:
        return [AloneEvaluator(view).now().points]
    forecasts = [value.now for value in evaluate(view, view.active).sheet_values]
    return [forecasts[0].points] if len(forecasts) == 1 else evaluator.shares_of_victory(forecasts)
