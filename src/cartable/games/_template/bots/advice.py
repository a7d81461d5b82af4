"""Template: advice for people. A hint is what a good player would do, and why.

To change: the reasons, each with a sentence `hint.<reason>` in the words. Functions `weigh`, `standing` and
`second_opinion` beside `hint` would let matches be analysed: see those of Push. Without this file the game has no
hints.
"""

from random import Random
from typing import Any

from cartable.bots.contract import Level
from cartable.bots.hints import HintedAct
from cartable.games._template.acts import TemplateAct, TemplateDraw, TemplateDrop
from cartable.games._template.bots.levels import STYLES, TemplatePlayer
from cartable.games._template.view import TemplateView, preview_of
from cartable.kernel import Seat


def hint(view: TemplateView, me: Seat, legal: tuple[TemplateAct, ...]) -> HintedAct:
    """What a strong player would do."""
    act = TemplatePlayer(STYLES[Level.STRONG], Random(0)).decide(view, legal, 0.0).act
    why, about = _reason(view, me, act)
    return HintedAct(act, why, about)


def _reason(view: TemplateView, me: Seat, act: TemplateAct) -> tuple[str, dict[str, Any]]:
    if isinstance(act, TemplateDrop):
        return "drop", {"card": view.rows[me][act.number - 1]}
    bad, cards = preview_of(view).too_much
    return "draw" if isinstance(act, TemplateDraw) else "stop", {"bad": bad, "cards": cards}
