"""How long people take in each race, found by the game's id: a function `make` in `cartable.research.paces.<id>`."""

from importlib import import_module
from random import Random

from cartable.bots.contract import read_level
from cartable.research.paces.contract import Hands

__all__ = ["Hands", "hands"]


def hands(game_id: str, level: str, dice: Random) -> Hands:
    """The eyes and hands of one player of one match. `level` is that of the bots; `random` has no model."""
    made: Hands = import_module(f"{__name__}.{game_id}").make(read_level(level), dice)
    return made
