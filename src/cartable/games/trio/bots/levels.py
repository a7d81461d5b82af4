"""Trio: bots of all levels."""

from typing import Final

from cartable.bots.contract import AnyBot, BotRandom, Level
from cartable.bots.random_bot import RandomBot
from cartable.games.trio.bots.pace import SPEEDS
from cartable.games.trio.bots.player import TrioPlayer

RANDOM_MS: Final = (500.0, 6000.0)
"""From a quick hand to one that is slower than the table's help in a blocked game (TRIO-24)."""


def make(level: Level, random: BotRandom) -> AnyBot:
    """The bot for a level."""
    return RandomBot(random.own, *RANDOM_MS) if level is Level.RANDOM else TrioPlayer(SPEEDS[level], random)
