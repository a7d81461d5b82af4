"""Quinto: a hint tells what a cell keeps open, and how many points one heads for."""

from typing import Any

from cartable.bots.hints import Hint
from cartable.bots.quinto.prospect import writable
from cartable.bots.quinto.strong import QuintoStrong
from cartable.bots.quinto.study import Study, study
from cartable.games.quinto.acts import Lay, QuintoAct, Write
from cartable.games.quinto.grid import announced, lay
from cartable.games.quinto.sheet import AT, CELLS, COLOUR_OF, ROWS, write
from cartable.games.quinto.view import QuintoView
from cartable.kernel import Seat


def hint(view: QuintoView, me: Seat, legal: tuple[QuintoAct, ...]) -> Hint:
    """What a strong player would do."""
    act = QuintoStrong().decide(view, legal, 0.0).act
    why, about = _reason(view, study(view, me), act)
    return Hint(act, why, about)


def _reason(view: QuintoView, studied: Study, act: QuintoAct) -> tuple[str, dict[str, Any]]:
    match act:
        case Lay(on):
            offer = announced(lay(studied.grid, on)[0], on[-1][1])
            hope = studied.own.best(offer, studied.otherwise)
            about = {
                "cards": [card for card, _ in on],
                "places": ", ".join(place for _, place in on),
                "sum": offer.sum,
                "points": hope.points,
            }
            return ("lay-nothing", about) if hope.cell is None else ("lay", {**about, "cell": CELLS[hope.cell]})
        case Write(cell):
            number = view.announced.sum if view.announced is not None else 0
            at = AT[cell]
            after = writable(write(studied.own.sheet, at, number))[list(ROWS[COLOUR_OF[at]])]
            hope = studied.own.written(at, number)
            return "write", {"sum": number, "cell": cell, "open": int(after.any(0).sum()), "points": hope.points}
        case _:
            why = "pass-miss" if studied.active == studied.me else "pass"
            return why, {"points": studied.otherwise.points}
