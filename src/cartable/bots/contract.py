"""What a bot is: a view in, an act out. It never gets a state, so it cannot see anything hidden."""

from abc import ABC, abstractmethod
from enum import StrEnum
from random import Random
from typing import Any, Generic, Self, TypeVar

import msgspec

from cartable.kernel import Act, BadInput

V = TypeVar("V", bound=msgspec.Struct, contravariant=True)
A = TypeVar("A", bound=Act)


class Intent(msgspec.Struct, Generic[A], frozen=True):
    """What a bot will do, and when on the table's clock, unless its view changes before then."""

    act: A
    at_ms: float


class Bot(ABC, Generic[V, A]):
    """A player at one seat of one match. It may remember what it saw. All its random numbers come from its own seed, so
    the same seed and the same calls give the same answers.
    """

    pace: float = 1.0
    """In a race: how much longer than usual for its level it takes. Whoever asks the bot may change it at any time;
    what the bot does stays the same, only when changes."""

    @abstractmethod
    def decide(self, view: V, legal: tuple[A, ...], now_ms: float) -> Intent[A] | None:
        """Called whenever the view has changed while the bot may act. The answer replaces the intent given before;
        None means "wait for the next change". The act is one of `legal`, with its target filled in where acts have
        one, at `now_ms` or later. In a race `legal` may be empty: then the bot can only wait.

        In a race `now_ms` is the moment at which everybody was shown the new view. Bots of turn games answer at
        `now_ms`: the table adds a pause so that people can follow.
        """


AnyBot = Bot[Any, Any]


class Level(StrEnum):
    """From weakest to strongest. `random` takes any legal act: it is for tests and measurements, not for people."""

    RANDOM = "random"
    EASY = "easy"
    FAIR = "fair"
    STRONG = "strong"
    EXPERT = "expert"


def read_level(text: str) -> Level:
    """The level of this name."""
    try:
        return Level(text)
    except ValueError:
        raise BadInput(f"level {text!r}", f"expected one of: {', '.join(Level)}") from None


class BotRandom(msgspec.Struct, frozen=True):
    """A bot's only source of randomness, so that a match of bots can be repeated."""

    own: Random
    """Differs from seat to seat."""
    match_seed: int
    """The same for all bots of a match."""

    @classmethod
    def for_seat(cls, match_seed: int, seat: int) -> Self:
        """The source of the bot at `seat`."""
        return cls(Random(f"{match_seed} seat {seat}"), match_seed)
