"""Trio: bots of all levels."""

from typing import Final

from cartable.bots.contract import AnyBot, BotRandom, Level
from cartable.bots.random_bot import RandomBot
from cartable.bots.reaction import REFLEXES
from cartable.bots.trio.player import Skill, TrioPlayer

RANDOM_MS: Final = (500.0, 6000.0)
"""From a quick hand to one that is slower than the table's help in a blocked game (TRIO-24)."""

SKILLS: Final = {
    Level.EASY: Skill(reflexes=REFLEXES[Level.EASY], hand_ms=420.0, ahead=0, notices=0.25),
    Level.FAIR: Skill(reflexes=REFLEXES[Level.FAIR], hand_ms=330.0, ahead=1, notices=0.5),
    Level.STRONG: Skill(reflexes=REFLEXES[Level.STRONG], hand_ms=280.0, ahead=2, notices=0.7),
    Level.EXPERT: Skill(reflexes=REFLEXES[Level.EXPERT], hand_ms=240.0, ahead=2, notices=0.85),
}


def make(level: Level, random: BotRandom) -> AnyBot:
    """The bot for a level."""
    return RandomBot(random.own, *RANDOM_MS) if level is Level.RANDOM else TrioPlayer(SKILLS[level], random)
