"""Any legal act, all equally likely: what a game without a bot of its own is played by."""

from random import Random
from typing import TypeVar

import msgspec

from cartable.bots.contract import Bot, Intent
from cartable.kernel import Act

A = TypeVar("A", bound=Act)


class RandomBot(Bot[msgspec.Struct, A]):
    """Uniform over the legal acts, after a while between `soonest_ms` and `latest_ms`: in a race even chance needs a
    hand. It keeps to what it chose while that stays legal, else it would never act where much is going on.
    """

    def __init__(self, dice: Random, soonest_ms: float = 0.0, latest_ms: float = 0.0) -> None:
        self._dice = dice
        self._soonest_ms = soonest_ms
        self._latest_ms = latest_ms
        self._chosen: Intent[A] | None = None

    def decide(self, view: msgspec.Struct, legal: tuple[A, ...], now_ms: float) -> Intent[A] | None:  # noqa: ARG002
        chosen = self._chosen
        if not legal:
            return None
        if chosen is None or chosen.at_ms <= now_ms or chosen.act not in legal:
            pause = self._dice.uniform(self._soonest_ms, self._latest_ms)
            chosen = Intent(self._dice.choice(legal), now_ms + pause)
            self._chosen = chosen
        return chosen
