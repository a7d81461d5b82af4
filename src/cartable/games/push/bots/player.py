"""Push: a player who counts the cards that are left."""

import math
from random import Random
from typing import Final

import msgspec

from cartable.bots.contract import Bot, Intent
from cartable.games.push.acts import PushAct, PushDraw, PushPlace, PushProtect, PushTake
from cartable.games.push.bots.column_values import ColumnValues, placed, summary_of
from cartable.games.push.cards import LETTER_OF, value
from cartable.games.push.state import PushPhase
from cartable.games.push.view import PushView
from cartable.kernel import Seat

KEEP: Final = 5 / 6
"""A face-up card survives a roll of the die with this chance."""


class PushStyle(msgspec.Struct, frozen=True, kw_only=True):
    """What sets one level apart from another."""

    envy: float
    """How much a point for the others, shared among them, counts against the own."""
    mood: float
    """How far, in points, the eye misjudges what a choice is worth."""
    fear: float
    """How much of what lies open the player thinks of when the die comes along."""
    turn: float
    """What a turn of drawing is thought to bring: protecting has to save more."""
    rolls: float
    """How many rolls of the player's own die each card left in the pile is expected to bring."""


class PushPlayer(Bot[PushView, PushAct]):
    """Stops when the next card is expected to cost more than it brings; protects what is most at risk."""

    def __init__(self, style: PushStyle, dice: Random) -> None:
        self._style = style
        self._dice = dice

    def decide(self, view: PushView, legal: tuple[PushAct, ...], now_ms: float) -> Intent[PushAct]:
        return Intent(self._best(view, legal), now_ms)

    def _best(self, view: PushView, legal: tuple[PushAct, ...]) -> PushAct:
        if len(legal) == 1:
            return legal[0]
        me = view.to_move[0]
        opponents = len(view.zones) - 1
        stakes = ColumnValues(view, me, self._style.envy / opponents, self._style.fear)
        mood = self._style.mood * math.sqrt(opponents)  # the more people, the more there is to watch
        worths = [self._worth(stakes, act) + self._dice.gauss(0.0, mood) for act in legal]
        return legal[worths.index(max(worths))]

    def weigh(self, view: PushView, me: Seat, legal: tuple[PushAct, ...]) -> list[float]:
        """What each act is worth in points, with a steady hand."""
        stakes = ColumnValues(view, me, self._style.envy / (len(view.zones) - 1), self._style.fear)
        return [self._worth(stakes, act) for act in legal]

    def _worth(self, stakes: ColumnValues, act: PushAct) -> float:
        columns = stakes.view.columns
        match act:
            case PushDraw():
                return stakes.draw(columns) if columns else self._style.turn
            case PushPlace(column):
                after = placed(stakes.view.drawn, column - 1, columns)
                stop = stakes.stop([summary_of(cards) for cards in after])
                return max(stop, stakes.draw(after)) if stakes.view.pile else stop
            case PushTake(column):
                numbers = [number for number, cards in enumerate(columns, 1) if cards]
                heaps = [summary_of(columns[number - 1]) for number in numbers]
                sharing = stakes.view.phase is PushPhase.SHARE
                return stakes.taking(numbers.index(column), heaps, stakes.after(stakes.me if sharing else -1))
            case PushProtect(colour):
                return self._saved(stakes, colour)
            case _:
                raise TypeError(f"not a player's act: {act}")

    def _saved(self, stakes: ColumnValues, colour: str) -> float:
        """What protecting saves: the points of the colour, as likely as the die will yet take them."""
        shown = stakes.view.zones[stakes.me].shown
        points = sum(value(card) for card in shown if card[0] == LETTER_OF[colour])
        rolls = stakes.view.pile * self._style.rolls * (2 if stakes.view.risk else 1)
        return points * (1 - math.pow(KEEP, rolls))
