"""Quinto: advice for people. A hint says what a cell keeps open; analysis weighs every choice."""

from math import exp, log2
from statistics import mean
from typing import Any, Final

from cartable.bots.analysis import Analyst
from cartable.bots.hints import HintedAct
from cartable.games.quinto.acts import QuintoAct, QuintoLay, QuintoWrite
from cartable.games.quinto.bots import evaluator
from cartable.games.quinto.bots.alone import AloneEvaluator
from cartable.games.quinto.bots.second_look import SecondLook
from cartable.games.quinto.bots.sheet_value import SCALE
from cartable.games.quinto.bots.table_value import Outlook, TableEvaluator, TablePosition
from cartable.games.quinto.cards import announced, lay
from cartable.games.quinto.sheet import AT, CELLS, COLOUR_OF, NUMBERS, ROWS, room, sheet_of, write
from cartable.games.quinto.view import QuintoView
from cartable.kernel import Seat


def hint(view: QuintoView, me: Seat, legal: tuple[QuintoAct, ...]) -> HintedAct:
    """What an expert would do, and the points that one heads for then."""
    if len(view.sheets) == 1:
        alone = AloneEvaluator(view)
        worths = alone.weigh(legal)
        act = legal[worths.index(max(worths))]
        return HintedAct(act, *_reason(view, me, act, legal, _alone(alone, act)))
    look = SecondLook(view, me)
    act = look.best(legal)
    return HintedAct(act, *_reason(view, me, act, legal, look.first.outlooks([act])[0]))


def _alone(alone: AloneEvaluator, act: QuintoAct) -> Outlook:
    match act:
        case QuintoLay(on):
            forecast = alone.laying([on])[0]
        case QuintoWrite(cell):
            forecast = alone.writing()[AT[cell]]
        case _:
            forecast = alone.otherwise
    return Outlook(0.0, forecast.points / SCALE, forecast.cell)


def _reason(
    view: QuintoView, me: Seat, act: QuintoAct, legal: tuple[QuintoAct, ...], outlook: Outlook
) -> tuple[str, dict[str, Any]]:
    """The sentence for an act, and what fills it in."""
    points, number = round(outlook.points * SCALE), view.announced.sum if view.announced is not None else 0
    match act:
        case QuintoLay(on):
            offer = announced(lay(tuple(view.grid.values()), on)[0], on[-1][1])
            cards, places = [card for card, _ in on], [place for _, place in on]
            about = {"cards": cards, "places": places, "sum": offer.sum, "points": points}
            return ("lay-nothing", about) if outlook.cell is None else ("lay", {**about, "cell": CELLS[outlook.cell]})
        case QuintoWrite(cell):
            at = AT[cell]
            after, colour = write(sheet_of(view.sheets[me]), at, number), COLOUR_OF[at]
            still = sum(bool(room(after, each, (colour,))) for each in NUMBERS)
            about = {"sum": number, "cell": cell, "points": points}
            if still:
                return "write", {**about, "open": still}
            return ("write-full" if all(after[each] for each in ROWS[colour]) else "write-last"), about
        case _ if len(legal) == 1:
            return "pass-none", {"sum": number, "points": points}
        case _:
            return "pass-miss" if view.active == me else "pass", {"points": points}


def weigh(view: QuintoView, me: Seat, legal: tuple[QuintoAct, ...]) -> list[float]:
    """The chance to win after each act; alone, the points one heads for."""
    if len(view.sheets) == 1:
        return AloneEvaluator(view).weigh(legal)
    seats = len(view.sheets)
    look = SecondLook(view, me, points=0.0, bias=_bias(_as_it_stands(view)))
    return [_victory(ahead, seats) for ahead in look.weigh(legal)]


def second_opinion(view: QuintoView, me: Seat, legal: tuple[QuintoAct, ...]) -> list[float]:
    """By another network, which sees sheets only."""
    return evaluator.weigh(view, me, legal)


def standing(view: QuintoView) -> list[float]:
    """How everybody stands beside the others: shares of the victory that sum to one; alone, the points headed for."""
    seats = len(view.sheets)
    if seats == 1:
        return [AloneEvaluator(view).now().points]
    table = _as_it_stands(view)
    bias = _bias(table)
    chances = [_victory(1 / (1 + exp(bias - odds)), seats) for odds in table.log_odds()]
    return [chance / sum(chances) for chance in chances]


def _as_it_stands(view: QuintoView) -> TableEvaluator:
    """The table before the choice. The network is shown tables after a turn: who lays now is next then."""
    position = TablePosition.of(view, view.active if view.seat is None else view.seat)
    if view.announced is None:
        position = position._replace(active=(view.active - 1) % len(view.sheets))
    return TableEvaluator(position, points=0.0)


def _bias(table: TableEvaluator) -> float:
    """How far everybody at a table overrates the own chances, or underrates them. The network learned among experts and
    sees little of a rival's sheet: where all have bad sheets it tells everybody that they are behind.
    """
    return mean(table.log_odds())


def _victory(ahead: float, seats: int) -> float:
    """From the share of the others that one ends ahead of to the share of the victory: nobody and everybody stay what
    they are, and half of them is what everybody has at first.
    """
    return float(ahead ** log2(seats))


ANALYST: Final = Analyst(weigh=weigh, standing=standing, second_opinion=second_opinion)
