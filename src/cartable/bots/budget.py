"""How long a bot may think. Strength is counted in work done, so that a seed repeats; time is only a cap on it."""

import time
from collections.abc import Callable
from typing import Final

from cartable.bots.levels import Level

CAPS_MS: Final = {Level.EASY: 50.0, Level.FAIR: 50.0, Level.STRONG: 50.0, Level.EXPERT: 500.0}
"""Time for one decision, by level."""

Clock = Callable[[], float]
"""Seconds, from whenever."""


class Budget:
    """The time for one decision, from now on."""

    def __init__(self, level: Level, clock: Clock = time.monotonic) -> None:
        self._clock = clock
        self._began = clock()
        self._cap_s = CAPS_MS[level] / 1000

    def allows(self, steps: int) -> bool:
        """Is there time for a step more, after so many that took as long as they took?"""
        passed = self._clock() - self._began
        return passed * (1 + 1 / max(steps, 1)) <= self._cap_s
