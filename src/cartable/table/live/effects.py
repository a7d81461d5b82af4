"""What a live match asks of whoever hosts it: to store, to publish, to answer, to let a bot think.

The host stores and commits first, says so with `committed`, and only then gets what is to be told: nobody is ever told
of an act that a crash could still undo.
"""

from collections.abc import Mapping
from enum import StrEnum
from types import MappingProxyType
from typing import Any, Final

import msgspec

from cartable.kernel import Act, Outcome, Refused, Seat
from cartable.table.match import Numbered
from cartable.table.referee import Receipt


class Answered(StrEnum):
    """The four answers to an act, of which a player always gets one."""

    ACCEPTED = "accepted"
    REFUSED = "refused"
    ALREADY = "already-judged"
    LATE = "late"


ACCEPTED: Final = Answered.ACCEPTED  # as nearly all are


class Store(msgspec.Struct, frozen=True):
    """Append these lines, then say `committed(n)`."""

    n: int
    lines: tuple[bytes, ...]


AT_ONCE: Final[Mapping[Seat | None, float]] = MappingProxyType({None: 0.0})
"""Told to everybody as soon as can be."""


class Publish(msgspec.Struct, frozen=True):
    """Tell what happened, to each seat what it may know (`told_to`), at its own instant; None stands for spectators.

    An instant in the past means at once. A seat that is not named gets it from the feed when it comes back. What is
    shown beside the events (a view, legal acts) is to be made from `state`, which the match may already have left
    behind: a raced card is in none of them before its instant.
    """

    n: int
    events: tuple[Numbered, ...]
    due: Mapping[Seat | None, float]
    state: Any
    receipts: tuple[Receipt, ...] = ()
    race: bool = False
    """Shown to all at the same moment, because reactions to it are timed."""


class Answer(msgspec.Struct, frozen=True):
    """The answer to act number `k` of a seat."""

    seat: Seat
    k: int
    answer: Answered
    n: int | None = None
    refused: Refused | None = None


class Think(msgspec.Struct, frozen=True):
    """Ask the bot of this seat, then call `intend` with the same `asked`. `now` is when it sees the view."""

    seat: Seat
    level: str
    asked: int
    view: Any
    legal: tuple[Act, ...]
    now: float


class Over(msgspec.Struct, frozen=True):
    """The match has ended; no outcome when it was given up."""

    outcome: Outcome | None


Effect = Store | Publish | Answer | Think | Over


def told_to(events: tuple[Numbered, ...], seat: Seat | None) -> tuple[Numbered, ...]:
    """Those of the events that a seat (None: a spectator) may be told."""
    return tuple(numbered for numbered in events if numbered.event.to is None or numbered.event.to == seat)


def public(events: tuple[Numbered, ...]) -> bool:
    """May everybody be told all of them?"""
    for numbered in events:  # noqa: SIM110 - asked for every act: a generator would cost more than the question
        if numbered.event.to is not None:
            return False
    return True
