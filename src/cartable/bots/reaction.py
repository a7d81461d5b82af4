"""How long an eye and a hand take: the model of a person who searches for what fits, and then acts.

Finding a row or a card is a visual search. One looks at one thing after another, and stops at the first that seems to
fit. What the eye looks at costs time (`group_ms` for a group of things, `item_ms` for each thing in it); so does
beginning (`t0_ms`). A bell curve for the routine and an exponential tail for the slow moments are added, and so is
what a person's device takes between the painted card and the finger, so that a bot has no better screen than people.
What is looked at, in which order, is each game's own: `cartable.bots.<game>.pace`.
"""

from math import sqrt
from random import Random
from typing import Final

import msgspec

from cartable.bots.contract import Level

FASTEST_MS: Final = 300.0
"""Nobody sees, searches and moves faster than this."""

DEVICE_MS: Final = 50.0
DEVICE_SD_MS: Final = 6.0
"""What display and input add; people's devices add 25 to 75."""

CARRY: Final = 0.25
"""A slow moment is often followed by another: the correlation of the bell curve from one reaction to the next."""

FORM_SD: Final = 0.05
"""Nobody is in the same form every day: how far a whole match may be faster or slower."""

DIFFICULTY_SD: Final = 0.06
DIFFICULTY_RANGE: Final = (0.85, 1.2)
"""Some cards are harder to see than others, for everybody."""


class SearchSpeed(msgspec.Struct, frozen=True, kw_only=True):
    """One level: how long a search takes, and what it gets wrong."""

    t0_ms: float
    group_ms: float
    item_ms: float
    sigma_ms: float
    tau_ms: float
    miss: float
    """How often one thing that speaks against a group is overlooked."""
    ghost: float
    """How often something is seen against a group that is not there."""

    def look_ms(self, items: int) -> float:
        """To look at a group of this many things."""
        return self.group_ms + self.item_ms * items


SPEEDS: Final = {
    Level.EASY: SearchSpeed(t0_ms=1000, group_ms=390, item_ms=125, sigma_ms=200, tau_ms=560, miss=0.015, ghost=0.04),
    Level.FAIR: SearchSpeed(t0_ms=650, group_ms=220, item_ms=70, sigma_ms=130, tau_ms=300, miss=0.008, ghost=0.02),
    Level.STRONG: SearchSpeed(t0_ms=500, group_ms=140, item_ms=45, sigma_ms=90, tau_ms=180, miss=0.005, ghost=0.01),
    Level.EXPERT: SearchSpeed(t0_ms=420, group_ms=90, item_ms=28, sigma_ms=60, tau_ms=110, miss=0.003, ghost=0.005),
}
"""Design values, from rates of visual search (40 to 110 ms an item); `lab/bench/bots/reactions.py` fits them to
logs."""


def difficulty(match: int, shown: str) -> float:
    """How much longer than usual everybody needs to make out what is shown. All bots of a match agree on it."""
    low, high = DIFFICULTY_RANGE
    return min(high, max(low, Random(f"{match} shows {shown}").gauss(1.0, DIFFICULTY_SD)))


class Reaction:
    """One person's reactions during one match. What is drawn does not depend on how long anything takes: at another
    speed the same dice give the same person, only slower or faster."""

    def __init__(self, dice: Random) -> None:
        self._dice = dice
        self._form = dice.gauss(1.0, FORM_SD)
        self._drift = dice.gauss(0.0, 1.0)

    def time_ms(
        self, search_ms: float, sigma_ms: float, tau_ms: float, *, pace: float = 1.0, hard: float = 1.0
    ) -> float:
        """From the paint to the finger's press, for a search that takes `search_ms` on a usual day, its beginning
        included. `pace` stretches everything but the bell curve; `hard` is the `difficulty` of what is shown."""
        dice = self._dice
        self._drift = CARRY * self._drift + sqrt(1 - CARRY**2) * dice.gauss(0.0, 1.0)
        human = pace * (search_ms + tau_ms * dice.expovariate(1.0)) + sigma_ms * self._drift
        return max(FASTEST_MS, human * self._form * hard) + dice.gauss(DEVICE_MS, DEVICE_SD_MS)
