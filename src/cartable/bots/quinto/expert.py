"""Quinto: the two players with learned values. `strong` looks at the sum at hand, `expert` plays on in rollouts."""

import time
from random import Random
from typing import Final

from cartable.bots.contract import Bot, Intent
from cartable.bots.quinto.alone import AloneEvaluator
from cartable.bots.quinto.evaluator import evaluate, weigh
from cartable.bots.quinto.rollout import Rollouts
from cartable.bots.thinking import EXPERT_MS, Clock, ThinkingTime
from cartable.games.quinto.acts import QuintoAct
from cartable.games.quinto.view import QuintoView

STAGES: Final = ((8, 8), (3, 12), (3, 12))
"""For each stage: how many of the best choices so far are played on, and how many times each."""

WIDE: Final = 5.0
"""In points: a choice whose first evaluation is this much below the best one is dropped."""

SCORE_WEIGHTS: Final = {2: 0.05, 3: 0.05, 4: 0.1}
"""The weight of a point beside the chance to win, by number of players. With more players one can do less about the
others, and playing for victory alone spoils one's own sheet.
"""


class QuintoExpert(Bot[QuintoView, QuintoAct]):
    """Takes what does best in rollouts: matches played on from after each choice. Alone the network is enough."""

    def __init__(self, dice: Random, clock: Clock = time.monotonic) -> None:
        self._random = dice
        self._clock = clock

    def decide(self, view: QuintoView, legal: tuple[QuintoAct, ...], now_ms: float) -> Intent[QuintoAct]:
        if len(legal) == 1 or view.seat is None:
            return Intent(legal[0], now_ms)
        if len(view.sheets) == 1:
            points = AloneEvaluator(view).weigh(legal)
            return Intent(legal[points.index(max(points))], now_ms)
        time_left = ThinkingTime(EXPERT_MS, self._clock)
        score_weight = SCORE_WEIGHTS[len(view.sheets)]
        evaluated = evaluate(view, view.seat, score_weight)
        first = [evaluated.worth(act, view.announced) for act in legal]
        enough = max(first) - WIDE * score_weight
        order = sorted(range(len(legal)), key=first.__getitem__, reverse=True)
        order = [at for at in order if first[at] >= enough]
        rollouts = Rollouts(view, evaluated, self._random)
        totals = [0.0] * len(legal)
        for choices, samples in STAGES:
            order = order[:choices]
            if len(order) == 1 or not time_left.allows(rollouts.played):
                break
            worths = rollouts.worths([legal[at] for at in order], samples, time_left.allows)
            for at, worth in zip(order, worths, strict=True):
                totals[at] += worth
            order.sort(key=totals.__getitem__, reverse=True)
        return Intent(legal[order[0]], now_ms)


class QuintoStrong(Bot[QuintoView, QuintoAct]):
    """Takes the act with the best evaluation. It looks no further than the sum at hand."""

    def decide(self, view: QuintoView, legal: tuple[QuintoAct, ...], now_ms: float) -> Intent[QuintoAct]:
        if len(legal) == 1 or view.seat is None:
            return Intent(legal[0], now_ms)
        worths = weigh(view, view.seat, legal)
        return Intent(legal[worths.index(max(worths))], now_ms)
