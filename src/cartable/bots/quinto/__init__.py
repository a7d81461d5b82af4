"""Quinto: bots of all levels."""

from typing import Final

from cartable.bots.chance import Luck
from cartable.bots.contract import AnyBot
from cartable.bots.levels import Level
from cartable.bots.quinto.expert import QuintoExpert
from cartable.bots.quinto.player import QuintoPlayer, Style
from cartable.bots.quinto.strong import QuintoStrong
from cartable.bots.uniform import RandomBot

STYLES: Final = {
    # Sees the good cell often, not always, and never looks at the others' sheets.
    Level.EASY: Style(envy=0.0, mood=2.0),
    # Goes by a rule of thumb, and grudges the others a good sum.
    Level.FAIR: Style(envy=0.5, mood=0.0),
}
"""A strong player and an expert need none: they have learned what sheets come to."""


def make(level: Level, luck: Luck) -> AnyBot:
    """The bot for a level."""
    match level:
        case Level.RANDOM:
            return RandomBot(luck.own)
        case Level.EXPERT:
            return QuintoExpert(luck.own)
        case Level.STRONG:
            return QuintoStrong()
        case _:
            return QuintoPlayer(STYLES[level], luck.own)
