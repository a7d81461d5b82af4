"""Trio: an eye that thinks of three laws, and a hand that lays cards."""

from random import Random

from cartable.bots.contract import Level
from cartable.bots.reaction import Reaction
from cartable.bots.trio import SKILLS
from cartable.bots.trio.player import HAND_SPREAD, SIGNAL_MS, THINK
from cartable.games.trio.acts import TrioGo, TrioLay
from cartable.kernel import Act


class TrioHands:
    """As fast as the bots of the level: looking, and then, for a card, laying it."""

    def __init__(self, reaction: Reaction, hand_ms: float, dice: Random) -> None:
        self._reaction = reaction
        self._hand_ms = hand_ms
        self._dice = dice

    def took_ms(self, act: Act, choices: int, hard: float) -> float:
        if isinstance(act, TrioGo):
            return self._dice.uniform(*SIGNAL_MS)
        looking_ms = self._reaction.time_ms(choices, hard=THINK * hard)
        if isinstance(act, TrioLay):
            return looking_ms + self._hand_ms * max(0.5, self._dice.gauss(1.0, HAND_SPREAD))
        return looking_ms


def make(level: Level, dice: Random) -> TrioHands:
    """The eye and hand of a level."""
    skill = SKILLS[level]
    return TrioHands(Reaction(skill.reflexes, dice), skill.hand_ms, dice)
