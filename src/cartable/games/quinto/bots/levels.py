"""Quinto: bots of all levels."""

from typing import Final

from cartable.bots.contract import AnyBot, BotRandom, Level
from cartable.bots.random_bot import RandomBot
from cartable.games.quinto.bots.player import QuintoPlayer, QuintoStyle

STYLES: Final = {
    # Sees the good cell often, not always, and never looks at the others' sheets.
    Level.EASY: QuintoStyle(envy=0.0, mood=2.0),
    # Goes by a rule of thumb, and grudges the others a good sum.
    Level.FAIR: QuintoStyle(envy=0.5, mood=0.0),
}
"""A strong player and an expert need none: they have learned what sheets come to."""


def make(level: Level, random: BotRandom) -> AnyBot:
    """The bot for a level."""
    match level:
        case Level.RANDOM:
            return RandomBot(random.own)
        case Level.EXPERT:
            from cartable.games.quinto.bots.expert import QuintoExpert  # noqa: PLC0415 - numpy takes 0.2 s to load

            return QuintoExpert()
        case Level.STRONG:
            from cartable.games.quinto.bots.expert import QuintoStrong  # noqa: PLC0415 - see above

            return QuintoStrong(random.own)
        case _:
            return QuintoPlayer(STYLES[level], random.own)
