"""What the server measured of one connection, and how much lag it will therefore believe.

Every instant and interval of the referee is in milliseconds; instants are on the server's monotonic clock and are
always passed in. Nothing here reads a clock.
"""

from math import ceil, isfinite, sqrt
from statistics import median
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

KEPT_PINGS: Final = 32
"""Round trips remembered of a connection: half a minute at one a second, so that changes are followed."""

CAP: Final = 300.0
"""Most lag ever credited. It covers other continents; every millisecond more is one more for a pretender."""

FRAME: Final = 17.0
DRAWING: Final = 4.0
PAINT: Final = FRAME + DRAWING
"""Longest ordinary time from receiving a message to the paint stamp: a whole 60 Hz frame and the drawing."""

NOMINAL_PAINT: Final = 12.0
"""The same on average: half a frame and the drawing. The common paint of an event is estimated with it."""

JITTER_LEAST: Final = 5.0
JITTER_PER_MAD: Final = 1.25
JITTER_MOST: Final = 40.0
"""J = 5 + 1.25 mad, at most 40: how far two one-way trips of one round may honestly differ; and a forger's gain."""

MAD_TO_SD: Final = 1.4826
"""A median absolute deviation times this is the standard deviation of a normal distribution."""

QUOTA_START: Final = 60.0
QUOTA_GAIN: Final = 4.0
QUOTA_MOST: Final = 120.0
"""Credit for spikes beyond the usual lag: an honest spike now and then is covered, a steady claim gains 4 ms a race."""

COARSE_CLOCK: Final = 5.0
"""A device clock in coarser steps than this measures worse than the server can from outside."""

STEADY_VARIANCE: Final = 25.0
"""Variance of a time measured by the server alone on a connection without jitter: 5 ms of painting."""


class Latency(Struct, frozen=True, kw_only=True):
    """One connection (never one user): its last round trips and what is left of its spike quota."""

    rtts: tuple[float, ...] = ()
    quota: float = QUOTA_START
    clock_step: float = 1.0
    """The step of the device's clock."""
    loop_lag: float = 0.0
    """How late the server stamps arrivals, where it cannot stamp them at the socket."""
    ignore_stamps: bool = False
    """The stamp test failed: judge by arrival and SEEN alone."""
    ignore_acks: bool = False
    """The ack test failed: a SEEN proves no more lag than the pings do."""

    def pinged(self, rtt: float) -> "Latency":
        return replace(self, rtts=(*self.rtts[1 - KEPT_PINGS :], rtt))

    def raced(self, use: float = 0.0) -> "Latency":
        """The same after a race in which `use` of its quota was spent."""
        return replace(self, quota=min(QUOTA_MOST, max(0.0, self.quota - use) + QUOTA_GAIN))

    def bounds(self) -> "LagBounds":
        """The statistics of this moment. A connection never measured gets no credit but its quota."""
        rtts = sorted(self.rtts) or [0.0]
        med, low = median(rtts), rtts[0]
        q90 = rtts[ceil(0.9 * len(rtts)) - 1]
        mad = MAD_TO_SD * median(abs(rtt - med) for rtt in rtts)
        return LagBounds(
            med=med,
            low=low,
            mad=mad,
            jitter=min(JITTER_LEAST + JITTER_PER_MAD * mad, JITTER_MOST) + self.loop_lag,
            usual=min(q90, CAP) + PAINT,
            quota=self.quota,
            stamped=self.clock_step <= COARSE_CLOCK and not self.ignore_stamps,
            acked=not self.ignore_acks,
        )


class LagBounds(Struct, frozen=True, kw_only=True):
    """A connection's statistics when a card was shown: what the calls of that round are judged with."""

    med: float
    low: float
    mad: float
    jitter: float
    """J: by how much the way back of a call may be slower than that of the SEEN."""
    usual: float
    """B: the lag this connection usually has, painting included."""
    quota: float
    stamped: bool
    """Whether the device's own interval is used at all; if not, it is judged in server-only mode."""
    acked: bool

    @property
    def half(self) -> float:
        """One way, as good as it can be known."""
        return min(self.med, CAP) / 2

    @property
    def floor(self) -> float:
        """Lag that is believed without proof: nobody's connection is faster than its fastest round trip."""
        return min(self.low, CAP)

    @property
    def noise(self) -> float:
        """Standard deviation of an accepted time; 0 where the device measured it (the tie width covers that)."""
        return 0.0 if self.stamped else sqrt(STEADY_VARIANCE + 2 * self.mad**2)

    def proved(self, ack: float) -> float:
        """A: the lag that a SEEN proves."""
        return ack if self.acked else min(ack, self.med)

    def reach(self, ack: float | None) -> float:
        """The most lag any call of this round can be credited with; no SEEN yet (None) may still become a late one."""
        most = self.usual + self.quota
        if ack is not None:
            most = min(most, self.proved(ack) + self.jitter)
        elif not self.acked:
            most = min(most, self.med + self.jitter)
        return max(most, self.floor)


class AcceptedTime(Struct, frozen=True, kw_only=True):
    """How the time of one call was worked out. E, A and c of the audit are `elapsed`, `ack` and `claim`."""

    elapsed: float
    ack: float | None
    claim: float | None
    bound: float
    use: float
    interval: float
    """The accepted time between paint and call, before any floor for human reaction."""


def accept(bounds: LagBounds, elapsed: float, ack: float | None, claim: float | None) -> AcceptedTime:
    """Believe the device's interval only within the lag the server measured this round (`bound`).

    `elapsed` and `ack` count from the write of the card to the arrival of CALL and SEEN. A claim that cannot be
    (not a number, before the paint, longer than the whole round) says nothing, and is as good as none.
    """
    # The stream is in order: a call without SEEN before it is the client's doing and proves nothing above the usual.
    lag = min(elapsed, bounds.proved(bounds.med + PAINT if ack is None else ack))
    most = lag + bounds.jitter
    told = claim if claim is not None and isfinite(claim) else None
    interval = told if bounds.stamped and told is not None and 0 <= told <= elapsed else elapsed - lag
    use = min(bounds.quota, max(0.0, min(most, elapsed - interval) - bounds.usual))
    bound = max(min(most, bounds.usual + use), bounds.floor)
    return AcceptedTime(
        elapsed=elapsed,
        ack=ack,
        claim=told,
        bound=bound,
        use=use,
        interval=max(interval, elapsed - bound),
    )
