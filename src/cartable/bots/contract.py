"""What a bot is: a view in, an act out. It never gets a state, so there is nothing hidden it could see."""

from abc import ABC, abstractmethod
from typing import Any, Generic, TypeVar

import msgspec

from cartable.kernel import Act

V = TypeVar("V", bound=msgspec.Struct, contravariant=True)
A = TypeVar("A", bound=Act)


class Intent(msgspec.Struct, Generic[A], frozen=True):
    """What a bot will do, and when on the table's clock, unless its view changes before."""

    act: A
    at_ms: float


class Bot(ABC, Generic[V, A]):
    """A player at one seat of one match. It may remember what it saw; all its luck comes from its own seeded source,
    so that the same seed and the same calls give the same answers.
    """

    @abstractmethod
    def decide(self, view: V, legal: tuple[A, ...], now_ms: float) -> Intent[A] | None:
        """Asked whenever the view changed while the bot may act. The answer replaces the intent given before; None
        is to wait for the next change. The act is one of `legal` (where acts may tell what they are aimed at, one that
        does), and never before `now_ms`. In a race `legal` may be empty: then there is only waiting.

        Where reactions are timed, `now_ms` is the instant at which the new view was painted for everybody. Bots of
        turn games answer at `now_ms`: the table adds what politeness asks for.
        """


AnyBot = Bot[Any, Any]
