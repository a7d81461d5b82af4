"""Hexa: an eye that looks for a row, and a hand that turns cards."""

from random import Random

from cartable.bots.contract import Level
from cartable.bots.hexa import TURNING_MS
from cartable.bots.reaction import REFLEXES, Reaction
from cartable.games.hexa.acts import HexaTurn
from cartable.kernel import Act


class HexaHands:
    """As fast as the bots of the level."""

    def __init__(self, reaction: Reaction, dice: Random) -> None:
        self._reaction = reaction
        self._dice = dice

    def took_ms(self, act: Act, choices: int, hard: float) -> float:
        if isinstance(act, HexaTurn):
            return self._dice.uniform(*TURNING_MS)
        return self._reaction.time_ms(choices, hard=hard)


def make(level: Level, dice: Random) -> HexaHands:
    """The eye and hand of a level."""
    return HexaHands(Reaction(REFLEXES[level], dice), dice)
