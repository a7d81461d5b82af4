"""The receipt of one contested call: what was accepted, how sure it is, and the verdict."""

from enum import StrEnum

from msgspec import Struct

from cartable.matches.referee.latency import AcceptedTime
from cartable.matches.referee.ties import tie_width


class Verdict(StrEnum):
    FIRST = "first"
    TIE = "tie"
    LATER = "later"


class Receipt(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Kept in the log and shown to the players; the part below `gap` is for whoever checks the referee."""

    seat: int
    call: str
    time: float
    """The accepted time from the paint to the call; in a contest, the accepted instant on the table's clock."""
    give: float
    """Uncertainty: the time is good to plus or minus this."""
    verdict: Verdict
    gap: float = 0.0
    """How far behind the first, head starts included."""
    head_start: int = 0
    """What was taken off the time before it was compared with the others'."""
    elapsed: float = 0.0
    ack: float | None = None
    claim: float | None = None
    bound: float = 0.0
    use: float = 0.0

    @property
    def residual(self) -> float | None:
        """(E - c) - A: how much slower the call is said to have come back than the SEEN; honestly about 0."""
        if self.claim is None or self.ack is None:
            return None
        return self.elapsed - self.claim - self.ack


class TimedCall(Struct, frozen=True, kw_only=True):
    """A call with its accepted time. A bot's time is known, not measured: it has no `how`."""

    seat: int
    call: str
    time: float
    at: float
    """When it arrived."""
    noise: float = 0.0
    how: AcceptedTime | None = None
    head_start: float = 0.0

    @property
    def counted(self) -> float:
        """What calls are put in order by: the time less the head start."""
        return self.time - self.head_start


def write_receipt(timed: TimedCall, verdict: Verdict, gap: float) -> Receipt:
    """Rounded to a tenth, beyond which nothing was measured."""
    how = timed.how or AcceptedTime(elapsed=0.0, ack=None, claim=None, bound=0.0, use=0.0, interval=0.0)
    return Receipt(
        seat=timed.seat,
        call=timed.call,
        time=round(timed.time, 1),
        # Half the tie width between two equals: times whose ranges touch are tied.
        give=round(tie_width(timed.noise, timed.noise) / 2, 1),
        verdict=verdict,
        gap=round(gap, 1),
        head_start=round(timed.head_start),  # a whole number: msgspec leaves 0 out, but not every 0.0
        elapsed=round(how.elapsed, 1),
        ack=None if how.ack is None else round(how.ack, 1),
        claim=None if how.claim is None else round(how.claim, 1),
        bound=round(how.bound, 1),
        use=round(how.use, 1),
    )
