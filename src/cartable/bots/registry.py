"""The bot for a game and a level. A game's bots are found by its id: the function `make` in `cartable.bots.<id>`."""

from importlib import import_module
from importlib.machinery import PathFinder
from importlib.util import find_spec
from types import ModuleType

from cartable.bots.contract import AnyBot, BotRandom, read_level
from cartable.bots.random_bot import RandomBot
from cartable.kernel import Seat


def has_bot_module(game_id: str, name: str) -> bool:
    """Do the bots of this game have a module of that name? Nothing is loaded to find out."""
    package = f"{__package__}.{game_id}"
    found = find_spec(package)
    if found is None or found.submodule_search_locations is None:
        return False
    return PathFinder.find_spec(f"{package}.{name}", found.submodule_search_locations) is not None


def bot_module(game_id: str, name: str) -> ModuleType | None:
    """The module `cartable.bots.<game_id>.<name>`, or None if the bots of this game have no such part."""
    return import_module(f"{__package__}.{game_id}.{name}") if has_bot_module(game_id, name) else None


def bot(game_id: str, level: str, seed: int, seat: Seat) -> AnyBot:
    """A bot for one seat of one match. Give all bots of a match the same `seed`: a card that is hard to see is then
    hard for all of them.

    A game that has no bots of its own is played at random, whatever the level.
    """
    wanted = read_level(level)
    random = BotRandom.for_seat(seed, seat)
    module = f"{__package__}.{game_id}"
    if find_spec(module) is None:
        return RandomBot(random.own)
    made: AnyBot = import_module(module).make(wanted, random)
    return made
