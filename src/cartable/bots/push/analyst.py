"""Push: what every choice of a match was worth."""

from cartable.bots.odds import victories
from cartable.bots.push import expert
from cartable.bots.push.reckoner import SPREAD, Reckoner
from cartable.games.push.acts import PushAct
from cartable.games.push.view import PushView
from cartable.kernel import Seat


def weigh(view: PushView, me: Seat, legal: tuple[PushAct, ...]) -> list[float]:
    """The chance to win after each act."""
    return [min(1.0, max(0.0, worth)) for worth in expert.weigh(view, me, legal, taste=0.0)]


def standing(view: PushView) -> list[float]:
    """How everybody stands beside the others, whoever is to move: shares of the victory that sum to one."""
    headed = Reckoner(view, view.active).headed
    variance = float(SPREAD[view.pile]) ** 2 / 2
    return [float(share) for share in victories(headed, [variance] * len(headed))]
