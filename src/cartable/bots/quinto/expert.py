"""Quinto: the two players with learned values. `strong` looks at sheets, `expert` at the whole table."""

from cartable.bots.contract import Bot, Intent
from cartable.bots.quinto.alone import AloneEvaluator
from cartable.bots.quinto.evaluator import weigh
from cartable.bots.quinto.second_look import SecondLook
from cartable.games.quinto.acts import QuintoAct
from cartable.games.quinto.view import QuintoView


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
    """Takes the act with the best evaluation. It looks no further than the sum at hand."""

    def decide(self, view: QuintoView, legal: tuple[QuintoAct, ...], now_ms: float) -> Intent[QuintoAct]:
        if len(legal) == 1 or view.seat is None:
            return Intent(legal[0], now_ms)
        worths = weigh(view, view.seat, legal)
        return Intent(legal[worths.index(max(worths))], now_ms)
