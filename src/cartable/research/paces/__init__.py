"""How long people take in a race. A game may have a module here, found by its id, with a function `make`; any other
race is played at the plain pace, which does not know one act from another.
"""

from importlib import import_module
from importlib.util import find_spec
from random import Random
from typing import Protocol

from cartable.bots.contract import read_level
from cartable.bots.reaction import REFLEXES, Reaction
from cartable.kernel import Act


class Hands(Protocol):
    """One player's speed during one match."""

    def took_ms(self, act: Act, choices: int, hard: float) -> float:
        """From seeing to having done it, among so many choices; `hard` is the difficulty of what is shown."""
        ...


class PlainHands:
    """Any race: as fast as people of a level are at any choice."""

    def __init__(self, reaction: Reaction) -> None:
        self._reaction = reaction

    def took_ms(self, act: Act, choices: int, hard: float) -> float:  # noqa: ARG002 - it does not know the game
        return self._reaction.time_ms(choices, hard=hard)


def hands(game_id: str, level: str, dice: Random) -> Hands:
    """The eyes and hands of one player of one match. `level` is that of the bots; `random` has no model."""
    known, own = read_level(level), f"{__name__}.{game_id}"
    if not find_spec(own):
        return PlainHands(Reaction(REFLEXES[known], dice))
    made: Hands = import_module(own).make(known, dice)
    return made
