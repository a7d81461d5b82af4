"""Any race: an eye that chooses, whatever the act."""

from random import Random

from cartable.bots.contract import Level
from cartable.bots.reaction import REFLEXES, Reaction
from cartable.kernel import Act


class PlainHands:
    """As fast as people of the level are at any choice."""

    def __init__(self, reaction: Reaction) -> None:
        self._reaction = reaction

    def took_ms(self, act: Act, choices: int, hard: float) -> float:  # noqa: ARG002 - it does not know the game
        return self._reaction.time_ms(choices, hard=hard)


def make(level: Level, dice: Random) -> PlainHands:
    """The eye and hand of a level."""
    return PlainHands(Reaction(REFLEXES[level], dice))
