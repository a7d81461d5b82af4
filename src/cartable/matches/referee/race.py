"""Who called first? One card shown to everybody, and the calls that answer it.

A `Race` is a value: each message gives a new one. The caller forwards what arrives with the instant it arrived, keeps
one timer at `closes_at()`, then asks for the `ruling()`. Nothing about the calls may be published before that: a hint
would let a player whose card was painted late react to the hint.
"""

from collections.abc import Iterable, Mapping
from math import inf
from types import MappingProxyType
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from cartable.matches.referee.latency import NOMINAL_PAINT, LagBounds, Latency, accept
from cartable.matches.referee.receipt import Receipt, TimedCall, Verdict, write_receipt
from cartable.matches.referee.ties import tie_width

WINDOW: Final = 150.0
"""Longest wait after the first call arrived. Shorter cuts off far players, longer gains little: it is the knee."""

FASTEST: Final = 150.0
"""No accepted time is below this: nobody sees, chooses and presses faster (a bare reaction takes about 210)."""


class RevealTimes(Struct, frozen=True):
    """When to write a card to whom, counted from T0, so that it is painted for all at the same moment."""

    offsets: dict[int, float]
    spectators: float
    """With the last player, so that nobody learns a card from a spectator."""
    paint: float
    """The nominal common paint."""


def stagger(latencies: Mapping[int, Latency]) -> RevealTimes:
    """Write earlier to far players. Seats without a connection (bots, absent players) are not in `latencies`."""
    halves = {seat: latency.bounds().half for seat, latency in latencies.items()}
    farthest = max(halves.values(), default=0.0)
    offsets = {seat: farthest - half for seat, half in halves.items()}
    return RevealTimes(offsets, max(offsets.values(), default=0.0), farthest + NOMINAL_PAINT)


class PlannedCall(Struct, frozen=True):
    """A bot's call, drawn when the card is shown and never changed: its time counts from the common paint."""

    seat: int
    call: str
    time: float


class Runner(Struct, frozen=True, kw_only=True):
    """A player on a connection who may call in this race."""

    seat: int
    bounds: LagBounds
    sent: float
    """When the card was written to this player."""
    seen: float | None = None
    resumed: bool = False
    """On a new connection since the card was shown: the device's paint is no longer the first one."""
    call: TimedCall | None = None

    @property
    def ack(self) -> float | None:
        return None if self.seen is None else self.seen - self.sent

    def judged(self, call: str, claim: float | None, at: float) -> TimedCall:
        how = accept(self.bounds, at - self.sent, self.ack, None if self.resumed else claim)
        return TimedCall(
            seat=self.seat, call=call, time=max(how.interval, FASTEST), at=at, noise=self.bounds.noise, how=how
        )


class Ruling(Struct, frozen=True):
    """The referee's finding: one first, or several tied; receipts in the order of the accepted times."""

    receipts: tuple[Receipt, ...]

    @property
    def tied(self) -> tuple[Receipt, ...]:
        """The calls that cannot be told apart; empty when one was first."""
        return tuple(receipt for receipt in self.receipts if receipt.verdict is Verdict.TIE)


class Race(Struct, frozen=True, kw_only=True):
    """The race for one card so far."""

    runners: tuple[Runner, ...]
    planned: tuple[PlannedCall, ...]
    paint: float
    """The instant of the common paint."""
    head_starts: dict[int, float] = {}
    """By seat: what is taken off a time before it is compared; nothing for seats that are not in it."""
    heard: float = -inf
    """The last arrival in time. The race never closes before it: what arrives together is judged together."""

    def sent(self, seat: int, at: float) -> "Race":
        """The card really went out to this seat at `at`, where that differs from the schedule."""
        runner = self._runner(seat)
        if runner is None or runner.seen is not None or runner.call is not None or runner.resumed:
            return self
        return self._with(replace(runner, sent=at), self.heard)

    def seen(self, seat: int, at: float) -> "Race":
        """The first SEEN counts; after the call, or on another connection, it proves nothing about the call."""
        runner = self._runner(seat)
        if runner is None or runner.seen is not None or runner.call is not None or runner.resumed or at < runner.sent:
            return self
        return self._with(replace(runner, seen=at), at)

    def called(self, seat: int, call: str, claim: float | None, at: float) -> "Race":
        """The first call of a player counts. Before the card was written or after closing there is none to make."""
        runner = self._runner(seat)
        if runner is None or runner.call is not None or at < runner.sent or self._over(at):
            return self
        timed = replace(runner.judged(call, claim, at), head_start=self._head_start(seat))
        return self._with(replace(runner, call=timed), at)

    def left(self, seat: int) -> "Race":
        """A player is gone: nobody waits for a connection that is cut. A call already made stands."""
        return replace(self, runners=tuple(r for r in self.runners if r.seat != seat or r.call is not None))

    def joined(self, seat: int, latency: Latency) -> "Race":
        """A player is back, or here only now. The time still counts from the first showing of the card: else one could
        study the card, come back on a new connection and call at once."""
        runner = self._runner(seat)
        if runner is not None and runner.call is not None:
            return self
        bounds = latency.bounds()
        sent = self.paint - NOMINAL_PAINT - bounds.half if runner is None else runner.sent
        others = self.left(seat)
        return replace(others, runners=(*others.runners, Runner(seat=seat, bounds=bounds, sent=sent, resumed=True)))

    def closes_at(self) -> float | None:
        """When the race is decided as far as is known now; None while nobody has called or will.

        Later calls could not change the ruling: whoever has not called by then would be placed behind the leader by
        more than a tie. Only the window cuts this short, which is longer by what the head starts differ.
        """
        calls = self._calls()
        if not calls:
            return None
        leader = min(calls, key=_order)
        first = min(call.at for call in calls)
        due = leader.at if leader.how is None else first
        for runner in self.runners:
            if runner.call is None:
                width = tie_width(leader.noise, runner.bounds.noise)
                latest = leader.counted + self._head_start(runner.seat) + width
                due = max(due, runner.sent + runner.bounds.reach(runner.ack) + latest)
        return max(self.heard, min(due, first + WINDOW + self._spread()))

    def ruling(self) -> Ruling | None:
        """The finding, once `closes_at()` has passed; None when nobody called."""
        calls, closes = self._calls(), self.closes_at()
        if closes is None:
            return None
        leader = min(calls, key=_order)
        level = {c.seat for c in calls if c.counted - leader.counted < tie_width(leader.noise, c.noise)}
        receipts = []
        for call in sorted(calls, key=_order):
            if call.seat in level:
                verdict = Verdict.TIE if len(level) > 1 else Verdict.FIRST
            elif call.at > closes:
                continue  # A bot that would only have called after the end.
            else:
                verdict = Verdict.LATER
            receipts.append(write_receipt(call, verdict, call.counted - leader.counted))
        return Ruling(tuple(receipts))

    def _calls(self) -> tuple[TimedCall, ...]:
        bots = (
            TimedCall(
                seat=p.seat,
                call=p.call,
                time=p.time,
                at=self.paint + p.time,
                head_start=self._head_start(p.seat),
            )
            for p in self.planned
        )
        return (*(runner.call for runner in self.runners if runner.call is not None), *bots)

    def _head_start(self, seat: int) -> float:
        return self.head_starts.get(seat, 0.0)

    def _spread(self) -> float:
        """By how much the head starts of those who race differ."""
        seats = [runner.seat for runner in self.runners] + [planned.seat for planned in self.planned]
        starts = [self._head_start(seat) for seat in seats]
        return max(starts, default=0.0) - min(starts, default=0.0)

    def _runner(self, seat: int) -> Runner | None:
        return next((runner for runner in self.runners if runner.seat == seat), None)

    def _over(self, at: float) -> bool:
        closes = self.closes_at()
        return closes is not None and at > closes

    def _with(self, runner: Runner, at: float) -> "Race":
        """With this runner in a new state, heard of at `at`."""
        runners = tuple(runner if r.seat == runner.seat else r for r in self.runners)
        heard = self.heard if self._over(at) else max(self.heard, at)
        return replace(self, runners=runners, heard=heard)


def start_race(
    reveal: RevealTimes,
    at: float,
    latencies: Mapping[int, Latency],
    planned: Iterable[PlannedCall] = (),
    head_starts: Mapping[int, float] = MappingProxyType({}),
) -> Race:
    """A race whose T0 is `at`. Only the seats in `latencies` and `planned` may call (after a tie: the tied ones)."""
    runners = tuple(
        Runner(seat=seat, bounds=latency.bounds(), sent=at + reveal.offsets[seat])
        for seat, latency in sorted(latencies.items())
    )
    return Race(runners=runners, planned=tuple(planned), paint=at + reveal.paint, head_starts=dict(head_starts))


def _order(call: TimedCall) -> tuple[float, float, int]:
    return call.counted, call.at, call.seat
