"""Trio: how a person looks for a card that fits, and how long that takes."""

from random import Random
from typing import Any, Final

import msgspec

from cartable.bots.contract import Level
from cartable.bots.reaction import Reaction
from cartable.games.trio.acts import TrioGo, TrioLay
from cartable.games.trio.cards import PILES

HAND_SPREAD: Final = 0.15
SIGNAL_MS: Final = (400.0, 900.0)
"""How soon the signal to start or to go on is given."""

Check = tuple[str, str]
"""One card of the hand against one pile."""


class TrioSpeed(msgspec.Struct, frozen=True, kw_only=True):
    """One level: how long everything takes, and what is not seen."""

    t0_ms: float
    """A glance over the three piles."""
    check_ms: float
    """To hold one card against one pile."""
    hand_ms: float
    """To lay a card that one has chosen."""
    sigma_ms: float
    tau_ms: float
    miss: float
    """How often a card that is almost right is taken for right."""
    ghost: float
    """How often a card that fits is passed over."""
    notices: float
    """How often a wrong card of somebody else is noticed."""
    notice_ms: float
    """How long that takes, before bell curve and tail."""


SPEEDS: Final = {
    Level.EASY: TrioSpeed(
        t0_ms=900,
        check_ms=565,
        hand_ms=420,
        sigma_ms=200,
        tau_ms=500,
        miss=0.08,
        ghost=0.04,
        notices=0.25,
        notice_ms=1360,
    ),
    Level.FAIR: TrioSpeed(
        t0_ms=600,
        check_ms=345,
        hand_ms=330,
        sigma_ms=130,
        tau_ms=300,
        miss=0.03,
        ghost=0.02,
        notices=0.45,
        notice_ms=1020,
    ),
    Level.STRONG: TrioSpeed(
        t0_ms=400,
        check_ms=207,
        hand_ms=280,
        sigma_ms=90,
        tau_ms=180,
        miss=0.02,
        ghost=0.01,
        notices=0.65,
        notice_ms=710,
    ),
    Level.EXPERT: TrioSpeed(
        t0_ms=280,
        check_ms=135,
        hand_ms=240,
        sigma_ms=60,
        tau_ms=110,
        miss=0.015,
        ghost=0.005,
        notices=0.8,
        notice_ms=570,
    ),
}
"""Chosen so that between two own cards, with a hand that can be played, 3.2, 2.1, 1.4 and 1.0 s pass (the medians)."""


class TrioPace:
    """An eye that holds card after card against the piles, and a hand that lays them."""

    def __init__(self, speed: TrioSpeed, dice: Random) -> None:
        self.speed = speed
        self._dice = dice
        self._reaction = Reaction(dice)

    def order(self, hand: tuple[str, ...]) -> list[Check]:
        """Card by card, each against the piles in any order."""
        dice = self._dice
        return [(card, pile) for card in dice.sample(hand, len(hand)) for pile in dice.sample(PILES, len(PILES))]

    def looking_ms(self, checks: int, *, glance: bool = True, pace: float = 1.0, hard: float = 1.0) -> float:
        """To find a card after this many checks. Without a `glance` the piles are known already."""
        speed = self.speed
        search_ms = (speed.t0_ms if glance else 0.0) + checks * speed.check_ms
        return self._reaction.time_ms(search_ms, speed.sigma_ms, speed.tau_ms, pace=pace, hard=hard)

    def laying_ms(self, *, pace: float = 1.0) -> float:
        """How long the hand is on its way."""
        return pace * self.speed.hand_ms * max(0.5, self._dice.gauss(1.0, HAND_SPREAD))

    def noticing_ms(self, *, pace: float = 1.0) -> float:
        """To see that a card is wrong, and say so."""
        speed = self.speed
        return self._reaction.time_ms(speed.notice_ms, speed.sigma_ms, speed.tau_ms, pace=pace)

    def signal_ms(self) -> float:
        """To give the signal."""
        return self._dice.uniform(*SIGNAL_MS)

    def took_ms(self, view: Any, _legal: tuple[Any, ...], act: Any, hard: float) -> float:
        match act:
            case TrioGo():
                return self.signal_ms()
            case TrioLay():
                # Where a card and a pile come in `order` is as likely as any other place.
                checks = self._dice.randrange(len(view.hand)) * len(PILES) + self._dice.randrange(len(PILES)) + 1
                return self.looking_ms(checks, hard=hard) + self.laying_ms()
            case _:
                return self.noticing_ms()


def make(level: Level, dice: Random) -> TrioPace:
    """The eye and hand of a level."""
    return TrioPace(SPEEDS[level], dice)
