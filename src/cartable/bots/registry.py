"""The bot for a game and a level."""

from cartable.bots.contract import AnyBot, BotRandom, read_level
from cartable.bots.random_bot import RandomBot
from cartable.games import registry
from cartable.kernel import Seat


def bot(game_id: str, level: str, seed: int, seat: Seat) -> AnyBot:
    """Return the bot for one seat of one match. Give all bots of a match the same `seed`: a card that is hard to see
    is then hard for all of them.

    A game that has no bots of its own is played at random, whatever the level.
    """
    wanted = read_level(level)
    random = BotRandom.for_seat(seed, seat)
    make = registry.package(game_id).load("bots")
    if make is None:
        return RandomBot(random.own)
    made: AnyBot = make(wanted, random)
    return made
