"""An act on its way to the judge."""

from typing import Final, Literal

import msgspec
from msgspec import UNSET, UnsetType

from cartable.kernel import Act, Seat


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
