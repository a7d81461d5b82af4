"""Quinto: a player who knows what sheets come to, and plays to win."""

from cartable.bots.contract import Bot, Intent
from cartable.bots.network import network
from cartable.bots.quinto.study import TASTE, Study
from cartable.games.quinto.acts import QuintoAct
from cartable.games.quinto.view import QuintoView
from cartable.kernel import Seat


def study(view: QuintoView, me: Seat, taste: float = TASTE) -> Study:
    """The view as the network for so many players sees it."""
    return Study(view, me, network(__package__, f"sheet-{len(view.sheets)}.npz"), taste)


def weigh(view: QuintoView, me: Seat, legal: tuple[QuintoAct, ...], taste: float = TASTE) -> list[float]:
    """What each act does for one's chances; alone, for one's points."""
    studied = study(view, me, taste)
    return [studied.worth(act, view.announced) for act in legal]


class QuintoExpert(Bot[QuintoView, QuintoAct]):
    """Takes what is best in the long run."""

    def decide(self, view: QuintoView, legal: tuple[QuintoAct, ...], now_ms: float) -> Intent[QuintoAct]:
        if len(legal) == 1 or view.seat is None:
            return Intent(legal[0], now_ms)
        worths = weigh(view, view.seat, legal)
        return Intent(legal[worths.index(max(worths))], now_ms)
