"""Bots: a view in, an act out. `bot` makes one for any game, level and seat."""

from cartable.bots.contract import AnyBot, Bot, Intent, Level, read_level
from cartable.bots.registry import bot

__all__ = ["AnyBot", "Bot", "Intent", "Level", "bot", "read_level"]
