"""How long an eye and a finger take: a model of human reaction times when there is a choice to make.

A time is an ex-Gaussian draw, as fits people at such tasks: a bell curve for the routine, an exponential tail for the
moments when it takes longer. What a person's device adds between the painted card and the finger is added too, so that
a bot has no better screen than people have.
"""

from math import log2, sqrt
from random import Random
from typing import Final

import msgspec

from cartable.bots.contract import Level

FASTEST_MS: Final = 240.0
"""Nobody sees, chooses and moves faster than this."""

DEVICE_MS: Final = 50.0
DEVICE_SD_MS: Final = 6.0
"""What display and input add; people's devices add 25 to 75."""

USUAL_BITS: Final = 2.58
BIT_MS: Final = 60.0
"""The levels are given for a choice among six; each doubling of the choices costs this much."""

CARRY: Final = 0.25
"""Who was slow a moment ago is likely to be slow again: the correlation of the bell curve from one time to the next."""

FORM_SD: Final = 0.04
"""Nobody is in the same form every day: how far a whole match may be faster or slower."""

HASTE: Final = 0.88
"""Mistakes are made in haste: they come this much sooner."""

DIFFICULTY_SD: Final = 0.06
DIFFICULTY_RANGE: Final = (0.85, 1.2)
"""Some cards are harder to see than others, for everybody."""


class Reflexes(msgspec.Struct, frozen=True, kw_only=True):
    """One level: the bell curve, the tail, and how often a person of that level errs or sees nothing."""

    mu_ms: float
    sigma_ms: float
    tau_ms: float
    wrong: float
    missed: float


REFLEXES: Final = {
    Level.EASY: Reflexes(mu_ms=620, sigma_ms=90, tau_ms=260, wrong=0.08, missed=0.08),
    Level.FAIR: Reflexes(mu_ms=430, sigma_ms=55, tau_ms=130, wrong=0.03, missed=0.02),
    Level.STRONG: Reflexes(mu_ms=370, sigma_ms=45, tau_ms=95, wrong=0.02, missed=0.01),
    Level.EXPERT: Reflexes(mu_ms=330, sigma_ms=36, tau_ms=70, wrong=0.015, missed=0.005),
}


def difficulty(match: int, shown: str) -> float:
    """How much longer than usual everybody needs to make out what is shown. All bots of a match agree on it."""
    low, high = DIFFICULTY_RANGE
    return min(high, max(low, Random(f"{match} shows {shown}").gauss(1.0, DIFFICULTY_SD)))


class Reaction:
    """One person's reactions during one match."""

    def __init__(self, reflexes: Reflexes, dice: Random) -> None:
        self.reflexes = reflexes
        self._dice = dice
        self._form = dice.gauss(1.0, FORM_SD)
        self._drift = dice.gauss(0.0, 1.0)

    def time_ms(self, choices: int, *, hasty: bool = False, hard: float = 1.0) -> float:
        """From the paint to the finger's press, with so many choices. `hard` is the `difficulty` of what is shown."""
        dice, reflexes = self._dice, self.reflexes
        self._drift = CARRY * self._drift + sqrt(1 - CARRY**2) * dice.gauss(0.0, 1.0)
        mean = reflexes.mu_ms + BIT_MS * (log2(choices) - USUAL_BITS)
        human = mean + reflexes.sigma_ms * self._drift + dice.expovariate(1 / reflexes.tau_ms)
        human *= self._form * hard * (HASTE if hasty else 1.0)
        return max(FASTEST_MS, human) + dice.gauss(DEVICE_MS, DEVICE_SD_MS)
