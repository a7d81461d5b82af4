"""How long people take in a race. A game may have a module here, found by its id, with a function `make`; any other
race is played at the plain pace, which does not know one act from another.
"""

from importlib import import_module
from importlib.util import find_spec
from random import Random

from cartable.bots.contract import read_level
from cartable.research.paces.contract import Hands

__all__ = ["Hands", "hands"]


def hands(game_id: str, level: str, dice: Random) -> Hands:
    """The eyes and hands of one player of one match. `level` is that of the bots; `random` has no model."""
    own = f"{__name__}.{game_id}"
    made: Hands = import_module(own if find_spec(own) else f"{__name__}.plain").make(read_level(level), dice)
    return made
