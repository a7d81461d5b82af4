"""Is a client honest about its stamps and answers? What is watched over many races, one connection at a time."""

from collections.abc import Sequence
from math import sqrt
from statistics import median
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from cartable.matches.referee.latency import MAD_TO_SD, PAINT, Latency

TESTED: Final = 20
"""Samples in a test: enough to see 8 ms shaved off on a steady connection, few enough to be had in one match."""

STAMP_SLACK: Final = 4.0
"""Median by which a call may seem slower than its SEEN before stamps are doubted: clocks and queues do that much."""

ACK_SLACK: Final = 8.0
"""The same for the SEEN of a race against the SEEN of ordinary updates, which there is no reason to delay."""

ACK_OVER_PING: Final = PAINT + 25.0
"""Median by which a SEEN may be slower than a ping: painting, and a slow device on top."""

SIGMAS: Final = 3.5
"""A median must also be this many of its own standard errors away: an honest client fails once in thousands."""

MEDIAN_ERROR: Final = 1.2533
"""Standard error of a median over that of a mean, for a normal distribution."""


class HonestyRecord(Struct, frozen=True):
    """What one connection's messages were like, the newest last."""

    residuals: tuple[float, ...] = ()
    """(E - c) - A of each call: `Receipt.residual`."""
    race_acks: tuple[float, ...] = ()
    board_acks: tuple[float, ...] = ()
    """SEEN after write, in races and for ordinary updates."""

    def called(self, residual: float) -> "HonestyRecord":
        return replace(self, residuals=_kept(self.residuals, residual))

    def raced(self, ack: float) -> "HonestyRecord":
        return replace(self, race_acks=_kept(self.race_acks, ack))

    def updated(self, ack: float) -> "HonestyRecord":
        return replace(self, board_acks=_kept(self.board_acks, ack))

    def judge(self, latency: Latency) -> Latency:
        """The latency with its stamps and SEEN messages believed or not; an honest one is believed again."""
        return replace(latency, ignore_stamps=self.stamps_forged(), ignore_acks=self.acks_delayed(latency))

    def stamps_forged(self) -> bool:
        """The device claims shorter intervals than its messages allow, call after call."""
        if len(self.residuals) < TESTED:
            return False
        return median(self.residuals) > max(STAMP_SLACK, SIGMAS * _error(self.residuals))

    def acks_delayed(self, latency: Latency) -> bool:
        """SEEN comes later in races than otherwise, or much later than pings are answered."""
        if len(self.race_acks) < TESTED:
            return False
        usual = median(self.race_acks)
        if latency.rtts and usual - latency.bounds().med > ACK_OVER_PING:
            return True
        if len(self.board_acks) < TESTED:
            return False
        error = sqrt(_error(self.race_acks) ** 2 + _error(self.board_acks) ** 2)
        return usual - median(self.board_acks) > max(ACK_SLACK, SIGMAS * error)


def _kept(values: tuple[float, ...], value: float) -> tuple[float, ...]:
    return (*values[1 - TESTED :], value)


def _error(values: Sequence[float]) -> float:
    """Standard error of their median."""
    middle = median(values)
    scale = MAD_TO_SD * median(abs(value - middle) for value in values)
    return MEDIAN_ERROR * scale / sqrt(len(values))
