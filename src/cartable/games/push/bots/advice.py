"""Push: advice for people. A hint gives the odds of a bust and the expected points, or, where an expert does not go by
them, the chances to win; analysis weighs every choice."""

from random import Random
from typing import Any, Final

from msgspec.structs import replace

from cartable.bots.analysis import Analyst
from cartable.bots.contract import Level
from cartable.bots.hints import HintedAct
from cartable.bots.win_chance import win_chances
from cartable.games.push.acts import DRAW, TAKE, PushAct, PushDraw, PushPlace, PushProtect, PushTake
from cartable.games.push.bots import expert
from cartable.games.push.bots.column_values import ColumnValues, placed, summary_of
from cartable.games.push.bots.evaluator import SPREAD, PushEvaluator, at_risk
from cartable.games.push.bots.levels import STYLES
from cartable.games.push.bots.player import PushPlayer
from cartable.games.push.cards import LETTER_OF, value
from cartable.games.push.state import PushPhase
from cartable.games.push.view import PushView, preview_of
from cartable.kernel import Seat


def hint(view: PushView, me: Seat, legal: tuple[PushAct, ...]) -> HintedAct:
    """Return what an expert would do, and why."""
    worths = expert.weigh(view, me, legal)
    act = legal[expert.first_best(worths)]
    return HintedAct(act, *_reason(view, me, act, legal))


def _reason(view: PushView, me: Seat, act: PushAct, legal: tuple[PushAct, ...]) -> tuple[str, dict[str, Any]]:
    """Return the sentence for an act and what fills it in. All numbers are rounded here: what is told must be true of
    the numbers that are told, and equal ones are never compared."""
    own = ColumnValues(view, me, envy=0.0)
    match act:
        case PushDraw() if not view.columns:
            return "draw-first", {}
        case PushDraw():
            return _why_draw(view, me, own, legal)
        case PushPlace(column):
            after = replace(view, columns=placed(view.drawn, column - 1, view.columns))
            percent, place = _bust(after), {"column": column, "now": round(_stop(own, after))}
            return ("place", {**place, "percent": percent}) if percent else ("place-safe", place)
        case PushTake(column) if view.phase is PushPhase.SHARE or not view.pile:
            return _why_share(view, me, own, column)
        case PushTake(column):
            return _why_take(view, me, own, column, legal)
        case PushProtect(colour):
            points = sum(value(card) for card in view.zones[me].shown if card[0] == LETTER_OF[colour])
            lost = round(points * at_risk(view))
            about = {"colour": colour, "points": points}
            return ("protect", {**about, "lost": lost}) if lost else ("protect-safe", about)
        case _:
            raise TypeError(f"not a player's act: {act}")


def _why_draw(view: PushView, me: Seat, own: ColumnValues, legal: tuple[PushAct, ...]) -> tuple[str, dict[str, Any]]:
    both = _with_rivals(view, me)
    if both.draw(view.columns) <= _stop(both, view):
        return _by_chances("draw", view, me, DRAW, legal)
    percent, now, more = _bust(view), round(_stop(own, view)), round(own.draw(view.columns))
    if more <= now:  # so it is for what the others would get
        return "draw-others", {}
    return ("draw", {"percent": percent, "now": now, "more": more}) if percent else ("draw-safe", {"more": more - now})


def _why_take(
    view: PushView, me: Seat, own: ColumnValues, column: int, legal: tuple[PushAct, ...]
) -> tuple[str, dict[str, Any]]:
    both = _with_rivals(view, me)
    heaps = [summary_of(each) for each in view.columns]
    if both.draw(view.columns) > both.taking(column - 1, heaps, both.after(me)):
        why, about = _by_chances("take", view, me, TAKE[column], legal)
        return why, {"column": column, **about}
    now, more = round(own.gain(me, heaps[column - 1])), round(own.draw(view.columns))
    about = {"column": column, "now": now}
    if more > now:  # but the others would gain at least as much each
        return "take-others", {**about, "more": more - now}
    percent = _bust(view)
    return ("take", {**about, "more": more, "percent": percent}) if more < now and percent else ("take-even", about)


def _why_share(view: PushView, me: Seat, own: ColumnValues, column: int) -> tuple[str, dict[str, Any]]:
    gains = [round(own.gain(me, summary_of(each))) for each in view.columns if each]
    now = round(own.gain(me, summary_of(view.columns[column - 1])))
    return ("share" if now == max(gains) else "share-wins"), {"column": column, "now": now}


def _with_rivals(view: PushView, me: Seat) -> ColumnValues:
    """Count points for oneself, less what each of the others gains on average."""
    return ColumnValues(view, me, envy=1 / (len(view.zones) - 1))


def _by_chances(
    what: str, view: PushView, me: Seat, act: PushAct, legal: tuple[PushAct, ...]
) -> tuple[str, dict[str, Any]]:
    """Return how often this wins, and the best of the others, in percent: for where points would say otherwise."""
    worths = dict(zip(legal, weigh(view, me, legal), strict=True))
    others = [worth for other, worth in worths.items() if isinstance(other, PushDraw) != isinstance(act, PushDraw)]
    chance, other = round(100 * worths[act]), round(100 * max(others))
    return (f"{what}-wins", {"chance": chance, "other": other}) if chance > other else (f"{what}-close", {})


def _bust(view: PushView) -> int:
    """Return how likely the next card busts, in percent."""
    bad, cards = preview_of(view).bust
    return round(100 * bad / cards) if cards else 0


def _stop(own: ColumnValues, view: PushView) -> float:
    """Return the points of the best column for oneself, less what the die may cost."""
    return own.stop([summary_of(column) for column in view.columns])


def weigh(view: PushView, me: Seat, legal: tuple[PushAct, ...]) -> list[float]:
    """Return the chance to win after each act."""
    return [min(1.0, max(0.0, worth)) for worth in expert.weigh(view, me, legal, score_weight=0.0)]


def second_opinion(view: PushView, me: Seat, legal: tuple[PushAct, ...]) -> list[float]:
    """Return the points of each act, as a strong player counts them."""
    return PushPlayer(STYLES[Level.STRONG], Random(0)).weigh(view, me, legal)


def standing(view: PushView) -> list[float]:
    """Return how everybody stands, whoever is to move: shares of the victory that sum to one."""
    headed = PushEvaluator(view, view.active).headed
    variance = float(SPREAD[view.pile]) ** 2 / 2
    return [float(share) for share in win_chances(headed, [variance] * len(headed))]


ANALYST: Final = Analyst(weigh=weigh, standing=standing, second_opinion=second_opinion)
