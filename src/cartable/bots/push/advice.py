"""Push: advice for people. A hint gives the odds of a bust and the expected points, or, where an expert does not go by
them, the chances to win; analysis weighs every choice."""

from random import Random
from typing import Any

from msgspec.structs import replace

from cartable.bots.contract import Level
from cartable.bots.hints import HintedAct
from cartable.bots.push import STYLES, expert
from cartable.bots.push.column_values import ColumnValues, placed, summary_of
from cartable.bots.push.evaluator import SPREAD, PushEvaluator, at_risk
from cartable.bots.push.player import PushPlayer
from cartable.bots.win_chance import win_chances
from cartable.games.push.acts import PushAct, PushDraw, PushPlace, PushProtect, PushTake
from cartable.games.push.cards import LETTER_OF, value
from cartable.games.push.state import PushPhase
from cartable.games.push.view import PushView, preview_of
from cartable.kernel import Seat


def hint(view: PushView, me: Seat, legal: tuple[PushAct, ...]) -> HintedAct:
    """What an expert would do."""
    worths = expert.weigh(view, me, legal)
    act = legal[expert.first_best(worths)]
    return HintedAct(act, *_reason(view, me, act, legal))


def _reason(view: PushView, me: Seat, act: PushAct, legal: tuple[PushAct, ...]) -> tuple[str, dict[str, Any]]:
    own = ColumnValues(view, me, envy=0.0)
    match act:
        case PushDraw() if not view.columns:
            return "draw-first", {}
        case PushDraw():
            if not _points_say_draw(view, me):
                return "draw-wins", _chances(view, me, act, legal)
            return "draw", {"percent": _bust(view), "now": _stop(own, view), "more": own.draw(view.columns)}
        case PushPlace(column):
            after = replace(view, columns=placed(view.drawn, column - 1, view.columns))
            return "place", {"column": column, "percent": _bust(after), "now": _stop(own, after)}
        case PushTake(column):
            now = own.gain(me, summary_of(view.columns[column - 1]))
            if view.phase is PushPhase.SHARE or not view.pile:
                return "share", {"column": column, "now": now}
            if _points_say_draw(view, me):
                return "take-wins", {"column": column, **_chances(view, me, act, legal)}
            return "take", {"column": column, "now": now, "percent": _bust(view), "more": own.draw(view.columns)}
        case PushProtect(colour):
            points = sum(value(card) for card in view.zones[me].shown if card[0] == LETTER_OF[colour])
            return "protect", {"colour": colour, "points": points, "lost": points * at_risk(view)}
        case _:
            raise TypeError(f"not a player's act: {act}")


def _points_say_draw(view: PushView, me: Seat) -> bool:
    """Does drawing one more card come to more points, less what is left to the others?"""
    stakes = ColumnValues(view, me, envy=1 / (len(view.zones) - 1))
    return stakes.draw(view.columns) > _stop(stakes, view)


def _chances(view: PushView, me: Seat, act: PushAct, legal: tuple[PushAct, ...]) -> dict[str, Any]:
    """Where points would say otherwise: how often this wins, and the best of the others, in percent."""
    worths = dict(zip(legal, weigh(view, me, legal), strict=True))
    others = [worth for other, worth in worths.items() if isinstance(other, PushDraw) != isinstance(act, PushDraw)]
    return {"chance": 100 * worths[act], "other": 100 * max(others)}


def _bust(view: PushView) -> int:
    """How likely the next card busts, in percent."""
    bad, cards = preview_of(view).bust
    return round(100 * bad / cards) if cards else 0


def _stop(own: ColumnValues, view: PushView) -> float:
    """The points of the best column for oneself, the die's toll counted."""
    return own.stop([summary_of(column) for column in view.columns])


def weigh(view: PushView, me: Seat, legal: tuple[PushAct, ...]) -> list[float]:
    """The chance to win after each act."""
    return [min(1.0, max(0.0, worth)) for worth in expert.weigh(view, me, legal, score_weight=0.0)]


def second_opinion(view: PushView, me: Seat, legal: tuple[PushAct, ...]) -> list[float]:
    """Points, as a strong player counts them."""
    return PushPlayer(STYLES[Level.STRONG], Random(0)).weigh(view, me, legal)


def standing(view: PushView) -> list[float]:
    """How everybody stands beside the others, whoever is to move: shares of the victory that sum to one."""
    headed = PushEvaluator(view, view.active).headed
    variance = float(SPREAD[view.pile]) ** 2 / 2
    return [float(share) for share in win_chances(headed, [variance] * len(headed))]
