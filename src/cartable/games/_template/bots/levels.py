"""Template: bots of all levels."""

from random import Random
from typing import Final

import msgspec

from cartable.bots.contract import AnyBot, Bot, BotRandom, Intent, Level
from cartable.bots.random_bot import RandomBot
from cartable.games._template.acts import DRAW, DROP, STOP, TemplateAct
from cartable.games._template.cards import LIMIT, total, value
from cartable.games._template.view import TemplateView, preview_of


class TemplateStyle(msgspec.Struct, frozen=True):
    """What makes one bot play unlike another: the risk it takes, and how much that changes from turn to turn."""

    dare: float
    mood: float


# To change: what your game asks of a player, from easy to expert.
STYLES: Final = {
    Level.EASY: TemplateStyle(dare=0.5, mood=1.0),
    Level.FAIR: TemplateStyle(dare=0.4, mood=0.1),
    Level.STRONG: TemplateStyle(dare=0.4, mood=0.0),
    Level.EXPERT: TemplateStyle(dare=0.4, mood=0.0),
}


def make(level: Level, random: BotRandom) -> AnyBot:
    """The bot for a level."""
    return RandomBot(random.own) if level is Level.RANDOM else TemplatePlayer(STYLES[level], random.own)


class TemplatePlayer(Bot[TemplateView, TemplateAct]):
    """Draws while it is not too dangerous, and drops the highest card when it has gone too far."""

    def __init__(self, style: TemplateStyle, dice: Random) -> None:
        self._style = style
        self._dice = dice

    def decide(self, view: TemplateView, legal: tuple[TemplateAct, ...], now_ms: float) -> Intent[TemplateAct]:
        return Intent(self._choose(view, legal), now_ms)

    def _choose(self, view: TemplateView, legal: tuple[TemplateAct, ...]) -> TemplateAct:
        """From the view alone: a bot never gets the state."""
        row = view.rows[view.active]
        if not row:
            return DRAW
        if total((*view.hand, *row)) > LIMIT:
            highest = max(range(len(row)), key=lambda at: value(row[at]))
            return DROP[highest + 1] if DROP[highest + 1] in legal else STOP
        bad, cards = preview_of(view).too_much
        mood = self._style.mood * self._dice.uniform(-1, 1)
        return DRAW if bad <= (self._style.dare + mood) * cards else STOP
