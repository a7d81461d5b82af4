"""Quinto: what every choice of a match was worth. Alone, worth is points; else the chance to win."""

from cartable.bots.quinto import study
from cartable.games.quinto.acts import QuintoAct
from cartable.games.quinto.view import QuintoView
from cartable.kernel import Seat


def weigh(view: QuintoView, me: Seat, legal: tuple[QuintoAct, ...]) -> list[float]:
    """The chance to win after each act; alone, the points one heads for."""
    return study.weigh(view, me, legal, taste=0.0)


def standing(view: QuintoView) -> list[float]:
    """How everybody stands beside the others: shares of the victory that sum to one; alone, the points headed for."""
    hopes = [prospect.now for prospect in study.study(view, view.active).prospects]
    return [hopes[0].points] if len(hopes) == 1 else study.chances(hopes)
