"""The simulators of the installed games."""

from typing import Final

from cartable.games import registry
from cartable.research.batch.contract import Simulator

SIMULATORS: Final[dict[str, Simulator]] = {
    each.game.id: each.load("simulator", Simulator) for each in registry.packages() if each.simulator is not None
}
"""The simulators of the installed games, by the game's id."""
