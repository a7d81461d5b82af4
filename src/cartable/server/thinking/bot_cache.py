"""Bots with what they remember of their matches, and one decision of theirs."""

import time
from collections import OrderedDict
from typing import Any, Final, NamedTuple

from cartable.bots import AnyBot, Level, bot
from cartable.games import registry
from cartable.kernel import Act
from cartable.server.thinking.contract import BotId

KEPT_BOTS: Final = 4000


def load_bots() -> None:
    """The bots of every game, but for what the strongest of them need: those never think in place."""
    for game in registry.games():
        bot(game.id, Level.RANDOM, 0, 0)


class Thought(NamedTuple):
    """What a bot decided, and how long it took."""

    act: Act | None
    at: float
    took_ms: float


class BotCache:
    """Bots with their memories; the one that was not asked for longest is forgotten first."""

    def __init__(self) -> None:
        self._of: OrderedDict[BotId, AnyBot] = OrderedDict()

    def decide(self, bot_id: BotId, view: Any, legal: tuple[Act, ...], now: float, pace: float) -> Thought:
        began = time.perf_counter()
        known = self._of.pop(bot_id, None) or bot(bot_id.game, bot_id.level, bot_id.seed, bot_id.seat)
        self._of[bot_id] = known
        if len(self._of) > KEPT_BOTS:
            self._of.popitem(last=False)
        known.pace = pace
        intent = known.decide(view, legal, now)
        took = 1000 * (time.perf_counter() - began)
        return Thought(None, now, took) if intent is None else Thought(intent.act, intent.at_ms, took)

    def forget(self, match: str) -> None:
        for bot_id in [bot_id for bot_id in self._of if bot_id.match == match]:
            del self._of[bot_id]
