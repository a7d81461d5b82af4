"""Hexa: bots of all levels."""

from typing import Final

from cartable.bots.contract import AnyBot, BotRandom, Level
from cartable.bots.random_bot import RandomBot
from cartable.bots.reaction import SPEEDS
from cartable.games.hexa.bots.player import HexaPlayer

RANDOM_MS: Final = (400.0, 6000.0)
"""From a lucky guess to one that is slower than anybody's search."""


def make(level: Level, random: BotRandom) -> AnyBot:
    """The bot for a level."""
    return RandomBot(random.own, *RANDOM_MS) if level is Level.RANDOM else HexaPlayer(SPEEDS[level], random)
