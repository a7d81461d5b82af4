"""Quinto: a player who knows from experience what sheets come to, and looks no further than the sum at hand."""

from cartable.bots.contract import Bot, Intent
from cartable.bots.quinto.study import weigh
from cartable.games.quinto.acts import QuintoAct
from cartable.games.quinto.view import QuintoView


class QuintoStrong(Bot[QuintoView, QuintoAct]):
    """Takes what heads for most points, with an eye on the others."""

    def decide(self, view: QuintoView, legal: tuple[QuintoAct, ...], now_ms: float) -> Intent[QuintoAct]:
        if len(legal) == 1 or view.seat is None:
            return Intent(legal[0], now_ms)
        worths = weigh(view, view.seat, legal)
        return Intent(legal[worths.index(max(worths))], now_ms)
