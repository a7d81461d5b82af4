"""Push: bots of all levels."""

from typing import Final

from cartable.bots.contract import AnyBot, BotRandom, Level
from cartable.bots.random_bot import RandomBot
from cartable.games.push.bots.player import PushPlayer, PushStyle

STYLES: Final = {
    # Looks at its own points first, is easily carried away or frightened, and half forgets the die.
    Level.EASY: PushStyle(envy=0.2, mood=1.6, fear=0.5, turn=6.0, rolls=0.03),
    # Counts the cards, roughly.
    Level.FAIR: PushStyle(envy=1.0, mood=1.25, fear=1.0, turn=5.0, rolls=0.05),
    # Counts them well, and plays for points.
    Level.STRONG: PushStyle(envy=1.0, mood=0.7, fear=1.0, turn=5.0, rolls=0.05),
}
"""An expert needs none: it knows all odds and plays to win."""


def make(level: Level, random: BotRandom) -> AnyBot:
    """The bot for a level."""
    match level:
        case Level.RANDOM:
            return RandomBot(random.own)
        case Level.EXPERT:
            from cartable.games.push.bots.expert import PushExpert  # noqa: PLC0415 - numpy takes 0.2 s to load

            return PushExpert()
        case _:
            return PushPlayer(STYLES[level], random.own)
