"""The bot for a game and a level. A game's bots are found by its id: the function `make` in `cartable.bots.<id>`."""

from importlib import import_module
from importlib.util import find_spec

from cartable.bots.chance import luck
from cartable.bots.contract import AnyBot
from cartable.bots.levels import read_level
from cartable.bots.uniform import RandomBot
from cartable.kernel import Seat


def has_part(game_id: str, part: str) -> bool:
    """Do the bots of a game have such a module, besides the players themselves?"""
    package = f"{__package__}.{game_id}"
    found = find_spec(package)
    return found is not None and found.submodule_search_locations is not None and bool(find_spec(f"{package}.{part}"))


def bot(game_id: str, level: str, seed: int, seat: Seat) -> AnyBot:
    """A bot for one seat of one match. Give all bots of a match the same `seed`: what is hard to see is so for all.

    A game that has no bots of its own is played at random, whatever the level.
    """
    wanted = read_level(level)
    chance = luck(seed, seat)
    module = f"{__package__}.{game_id}"
    if find_spec(module) is None:
        return RandomBot(chance.own)
    made: AnyBot = import_module(module).make(wanted, chance)
    return made
