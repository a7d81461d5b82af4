"""How long a player of a level takes for an act in a race, whoever chose the act: a bot, or an agent in research.

A race without a pace of its own is played at the plain pace, which looks at one act after another and does not know
what they mean.
"""

from random import Random
from typing import Any, Protocol

from cartable.bots.contract import Level, read_level
from cartable.bots.reaction import SPEEDS, Reaction, SearchSpeed
from cartable.games import registry
from cartable.kernel import Act


class Pace(Protocol):
    """One player's speed during one match."""

    def took_ms(self, view: Any, legal: tuple[Any, ...], act: Any, hard: float, /) -> float:
        """From seeing the view to having done this act of those that are legal; `hard` is the difficulty of what is
        shown."""


class PlainPace:
    """Looks at what it may do in any order, each act a group of one thing, until it comes to the act."""

    def __init__(self, speed: SearchSpeed, dice: Random) -> None:
        self._speed = speed
        self._dice = dice
        self._reaction = Reaction(dice)

    def took_ms(self, view: Any, legal: tuple[Act, ...], act: Act, hard: float) -> float:  # noqa: ARG002
        speed = self._speed
        looked = self._dice.randint(1, max(1, len(legal)))
        search_ms = speed.t0_ms + looked * speed.look_ms(1)
        return self._reaction.time_ms(search_ms, speed.sigma_ms, speed.tau_ms, hard=hard)


def make(level: Level, dice: Random) -> PlainPace:
    """The pace of a level in a race that has none of its own."""
    return PlainPace(SPEEDS[level], dice)


def pace_of(game_id: str, level: str, dice: Random) -> Pace:
    """The pace of one player of one match. `level` is that of the bots; `random` has no model."""
    own = registry.package(game_id).load("pace") or make
    made: Pace = own(read_level(level), dice)
    return made
