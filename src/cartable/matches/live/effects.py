"""What a live match asks of its match host: append to the log, publish, reply, let a bot think.

The match host appends and commits first, says so with `committed`, and only then gets what is to be published: nobody
is ever told of an act that a crash could still undo.
"""

from collections.abc import Mapping
from enum import StrEnum
from types import MappingProxyType
from typing import Any, Final

import msgspec

from cartable.kernel import Act, Outcome, Refused, Seat
from cartable.matches.match import Numbered
from cartable.matches.referee import Receipt

# What the table itself refuses, whatever the game; the catalogue has a sentence for each.
PAUSED: Final = Refused("paused", "TABLE")
UNREADABLE: Final = Refused("unreadable", "TABLE")
CALLED_ALREADY: Final = Refused("called-already", "TABLE")
STOPPED: Final = Refused("cannot-save", "TABLE")
NOT_PLAYING: Final = Refused("not-playing", "TABLE")
NUMBER_TOO_HIGH: Final = Refused("number-too-high", "TABLE")
TABLE_REFUSALS: Final = (PAUSED, UNREADABLE, CALLED_ALREADY, STOPPED, NOT_PLAYING, NUMBER_TOO_HIGH)


class ReplyKind(StrEnum):
    """The four replies to an act, of which a player always gets one."""

    ACCEPTED = "accepted"
    REFUSED = "refused"
    ALREADY = "already-judged"
    LATE = "late"


class Append(msgspec.Struct, frozen=True):
    """Append these lines to the log, then say `committed(n)`."""

    n: int
    lines: tuple[bytes, ...]


AT_ONCE: Final[Mapping[Seat | None, float]] = MappingProxyType({None: 0.0})
"""Sent to everybody as soon as can be."""


class Publish(msgspec.Struct, frozen=True):
    """Tell each seat what it may know of the events (`visible_to`), at its own instant; None stands for spectators.

    An instant in the past means at once. A seat that is not named gets the events from the feed when it comes back.
    Views and legal acts sent with the events must be made from `state`: the match itself may be further on, and a raced
    card must not be seen before its instant.
    """

    n: int
    events: tuple[Numbered, ...]
    send_at: Mapping[Seat | None, float]
    state: Any
    receipts: tuple[Receipt, ...] = ()
    stood_in: bool = False
    """A bot did it for somebody."""
    race: bool = False
    """Shown to all at the same moment, because reactions to it are timed."""


class Reply(msgspec.Struct, frozen=True):
    """The reply to act number `k` of a seat; `n` is the act's number in the log if it was accepted."""

    seat: Seat
    k: int
    kind: ReplyKind
    n: int | None = None
    refused: Refused | None = None


class Think(msgspec.Struct, frozen=True):
    """Ask the bot of this seat, then call `bot_decided` with the same `asked`. `now` is when the bot sees the view."""

    seat: Seat
    level: str
    asked: int
    view: Any
    legal: tuple[Act, ...]
    now: float
    pace: float = 1.0
    """How much longer than usual for its level the bot takes (`Bot.pace`)."""


class Over(msgspec.Struct, frozen=True):
    """The match has ended; no outcome when it was given up."""

    outcome: Outcome | None


Effect = Append | Publish | Reply | Think | Over


def visible_to(events: tuple[Numbered, ...], seat: Seat | None) -> tuple[Numbered, ...]:
    """Those of the events that a seat (None: a spectator) may see."""
    return tuple(numbered for numbered in events if numbered.event.to is None or numbered.event.to == seat)


def all_public(events: tuple[Numbered, ...]) -> bool:
    """May everybody see all of them?"""
    for numbered in events:  # noqa: SIM110 - asked for every act: a generator would cost more than the question
        if numbered.event.to is not None:
            return False
    return True
