"""Quinto: a player who knows what sheets come to, looks a round ahead, and plays to win."""

import time
from random import Random
from typing import Final

import numpy as np

from cartable.bots.budget import Budget, Clock
from cartable.bots.contract import Bot, Intent
from cartable.bots.levels import Level
from cartable.bots.quinto.foresight import Foresight
from cartable.bots.quinto.study import study
from cartable.games.quinto.acts import QuintoAct
from cartable.games.quinto.view import QuintoView

STAGES: Final = ((8, 8), (3, 12), (3, 12))
"""Stage by stage: how many of the choices that look best are played on, and how often each."""

WIDE: Final = 5.0
"""In points: what looks so much worse than the best at first sight is not looked at again."""

TASTES: Final = {1: 1.0, 2: 0.05, 3: 0.05, 4: 0.1}
"""What a point is worth beside the chance to win, by players. The more there are, the less one can do about the others,
and who plays for nothing but victory spoils the own sheet.
"""


class QuintoExpert(Bot[QuintoView, QuintoAct]):
    """Takes what turns out best when matches are played on in the head."""

    def __init__(self, dice: Random, clock: Clock = time.monotonic) -> None:
        self._luck = np.random.default_rng(dice.getrandbits(64))
        self._clock = clock

    def decide(self, view: QuintoView, legal: tuple[QuintoAct, ...], now_ms: float) -> Intent[QuintoAct]:
        if len(legal) == 1 or view.seat is None:
            return Intent(legal[0], now_ms)
        budget = Budget(Level.EXPERT, self._clock)
        taste = TASTES[len(view.sheets)]
        studied = study(view, view.seat, taste)
        worths = [studied.worth(act, view.announced) for act in legal]
        enough = max(worths) - WIDE * taste
        order = sorted(range(len(legal)), key=worths.__getitem__, reverse=True)
        order = [at for at in order if worths[at] >= enough]
        foresight = Foresight(view, studied, self._luck)
        seen = np.zeros(len(legal))
        for stage, (choices, samples) in enumerate(STAGES, 1):
            order = order[:choices]
            if len(order) == 1 or not budget.allows(stage):
                break
            seen[order] += samples * foresight.worths([legal[at] for at in order], samples)
            order.sort(key=seen.__getitem__, reverse=True)
        return Intent(legal[order[0]], now_ms)
