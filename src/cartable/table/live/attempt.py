"""An act on its way to the judge, and from there to the store."""

from typing import Final, Literal

import msgspec
from msgspec import UNSET, UnsetType

from cartable.kernel import Act, Seat
from cartable.table.live.effects import Answer
from cartable.table.match import Played
from cartable.table.referee import Receipt


class Attempt(msgspec.Struct, frozen=True):
    """Who wants to do what, and what they had seen when they did it.

    `k` is None where nobody waits for an answer: bots, CLOCK, the table itself.
    """

    seat: Seat
    act: Act
    at: float
    k: int | None = None
    saw: int | None = None
    """The last act whose events had been painted on the device."""
    interval: float | None = None
    """The device's own time from that paint to the act, in ms."""
    by: Literal["stand-in", "table"] | UnsetType = UNSET


class _NoAct(Act, frozen=True):
    """Stands for the deals at the very beginning, which answer nobody's act."""


NO_ACT: Final = _NoAct()


class Pending(msgspec.Struct, frozen=True):
    """An accepted act that is not committed yet, and what is to be told once it is."""

    attempt: Attempt
    played: Played
    receipts: tuple[Receipt, ...]
    answers: tuple[Attempt, ...]
    """The acts that it answers: itself, or those that are tied."""
    last: int
    """The number of the last act of it, DEALER's included; the host says `committed` with it."""
    held: list[Answer]
    """Answers to other acts that rest on this one: as long as a crash could undo it, nobody is told of it."""

    @property
    def n(self) -> int:
        """The number of the act itself."""
        return self.last - len(self.played.states) + 1
