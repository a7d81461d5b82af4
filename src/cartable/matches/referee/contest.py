"""Whose card came first? Acts of a game in which everybody plays at once.

Two acts contend when they have a stake in common, which the game names: two cards aimed at one top, a fault against
the card that covers what it accuses, two faults, two last cards. An act is placed at the common paint of the last
event its player saw plus the device's interval, believed within the same bounds as in a race, and held until nobody
else could still be placed before it, at most `CONTEST_WINDOW`.

A `Contest` is a value. The caller forwards what was delivered, seen and done, keeps a timer at `next_due()` and judges
what `release()` hands out, in that order. `latencies` holds the players on a connection; others (bots) act at once.
"""

from collections.abc import Mapping
from math import inf
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from cartable.matches.referee.latency import LagBounds, Latency, accept
from cartable.matches.referee.receipt import Receipt, TimedCall, Verdict, write_receipt
from cartable.matches.referee.ties import tie_width

CONTEST_WINDOW: Final = 80.0
"""Longest an act is held: everybody plays all the time, and a card must not stick to the hand."""

KEPT_DELIVERIES: Final = 16
"""Events remembered of a player who acknowledges none; a player further behind gets no credit for lag."""


class Delivery(Struct, frozen=True):
    """Event `n` as one player got it: written at `sent`, painted for all at about `paint`, acknowledged at `seen`."""

    n: int
    paint: float
    sent: float
    seen: float | None = None

    @property
    def ack(self) -> float | None:
        return None if self.seen is None else self.seen - self.sent


class ContestedAct(Struct, frozen=True, kw_only=True):
    """An act as it arrived: a number that grows from act to act, what it contends for, and what its player had seen."""

    seat: int
    number: int
    act: str
    stakes: frozenset[str]
    """Without any it only waits for the player's own acts before it."""
    saw: int
    """The last event painted on the player's device before the act."""
    claim: float | None
    """The device's interval from that paint to the act."""
    at: float


class HeldAct(Struct, frozen=True, kw_only=True):
    """An act that waits, placed at the instant `timed.time`."""

    act: ContestedAct
    timed: TimedCall
    beaten: bool = False
    """An act it contended with went before it, and has the receipt."""

    @property
    def order(self) -> tuple[float, float, int, int]:
        """The earlier instant goes first, however close; arrival breaks an exact tie."""
        return self.timed.counted, self.act.at, self.act.seat, self.act.number

    def contends(self, other: "HeldAct") -> bool:
        return not self.act.stakes.isdisjoint(other.act.stakes)

    def bound_to(self, other: "HeldAct") -> bool:
        """Whether one must be judged after the other: they contend, or one player did both."""
        return self.act.seat == other.act.seat or self.contends(other)


class Released(Struct, frozen=True):
    """An act to judge now; with receipts when others contended with it."""

    held: HeldAct
    receipts: tuple[Receipt, ...] = ()


class PlayerHistory(Struct, frozen=True):
    """One player: the events that an act could still be an answer to, oldest first, and when the player last acted."""

    deliveries: tuple[Delivery, ...] = ()
    instant: float = -inf
    """Where the player's last act was placed in time."""

    def delivered(self, delivery: Delivery) -> "PlayerHistory":
        return replace(self, deliveries=(*self.deliveries[1 - KEPT_DELIVERIES :], delivery))

    def seen(self, n: int, at: float) -> "PlayerHistory":
        """SEEN of `n` also answers for what was painted with it. An act may be on its way that was done just before
        this paint, so the event before stays known too."""
        now = tuple(replace(s, seen=at) if s.n <= n and s.seen is None else s for s in self.deliveries)
        answered = sum(delivery.seen is not None for delivery in now)
        return replace(self, deliveries=now[max(0, answered - 2) :])

    def placed(self, act: ContestedAct, bounds: LagBounds) -> TimedCall:
        """Not before the player's act before it, nor after its arrival. Without a known event: at its arrival."""
        delivery = next((delivery for delivery in self.deliveries if delivery.n == act.saw), None)
        if delivery is None or act.at < delivery.sent:
            instant, how = act.at, None
        else:
            how = accept(bounds, act.at - delivery.sent, delivery.ack, act.claim)
            instant = min(act.at, delivery.paint + how.interval)
        instant = max(instant, self.instant)
        return TimedCall(seat=act.seat, call=act.act, time=instant, at=act.at, noise=bounds.noise, how=how)

    def back(self, bounds: LagBounds, before: float) -> float:
        """How far before its arrival an act still on its way could be placed, if it is to come before this instant."""
        reach = (bounds.reach(s.ack) - (s.paint - s.sent) for s in self.deliveries if s.paint < before)
        return max(0.0, max(reach, default=0.0))


class Contest(Struct, frozen=True):
    head_starts: dict[int, float] = {}
    """By seat: how much earlier than they were done its acts count."""
    histories: dict[int, PlayerHistory] = {}
    held: tuple[HeldAct, ...] = ()
    settled: tuple[Released, ...] = ()
    """Acts whose time had come before something else arrived: a late timer changes nothing."""
    heard: float = -inf
    """The last arrival. Nothing is due before it: what arrives together is judged together."""

    def delivered(self, seat: int, delivery: Delivery) -> "Contest":
        return self._with_history(seat, self._of(seat).delivered(delivery))

    def seen(self, seat: int, n: int, at: float, latencies: Mapping[int, Latency]) -> "Contest":
        return self._hear(at, latencies)._with_history(seat, self._of(seat).seen(n, at))

    def left(self, seat: int) -> "Contest":
        """The connection is gone, and with it what was shown on it. Acts already done stand."""
        return self._with_history(seat, replace(self._of(seat), deliveries=()))

    def entered(self, act: ContestedAct, latencies: Mapping[int, Latency]) -> "Contest":
        """With one more act, the last of `held`."""
        history = self._of(act.seat)
        latency = latencies.get(act.seat)
        if latency is None:
            timed = TimedCall(seat=act.seat, call=act.act, time=act.at, at=act.at)
        else:
            timed = history.placed(act, latency.bounds())
        timed = replace(timed, head_start=self._head_start(act.seat))
        after = self._hear(act.at, latencies)._with_history(act.seat, replace(history, instant=timed.time))
        return replace(after, held=(*after.held, HeldAct(act=act, timed=timed)))

    def release_at(self, act: HeldAct, latencies: Mapping[int, Latency]) -> float:
        """When nobody else can be placed before this act any more, or the window of its contest is over."""
        due = act.act.at
        for seat in latencies.keys() | self.head_starts.keys() if act.act.stakes else ():
            history, latency = self._of(seat), latencies.get(seat)
            before = act.timed.counted + self._head_start(seat)  # done by then, an act of theirs would come first
            if seat != act.act.seat and history.instant < before:
                back = 0.0 if latency is None else history.back(latency.bounds(), before)
                due = max(due, before + back)
        starts = [self._head_start(seat) for seat in (*self.head_starts, *latencies)]
        spread = max(starts, default=0.0) - min(starts, default=0.0)
        return max(self.heard, min(due, self._opened(act) + CONTEST_WINDOW + spread))

    def next_due(self, latencies: Mapping[int, Latency]) -> float | None:
        """When to call `release` next."""
        if self.settled:
            return self.settled[0].held.act.at
        return min((self.release_at(act, latencies) for act in self._heads()), default=None)

    def release(self, now: float, latencies: Mapping[int, Latency]) -> tuple["Contest", tuple[Released, ...]]:
        """The acts whose time has come, in the order in which to judge them."""
        ready = self._settle(now, latencies, late=False)
        return replace(ready, settled=()), ready.settled

    def _hear(self, at: float, latencies: Mapping[int, Latency]) -> "Contest":
        return replace(self._settle(at, latencies, late=True), heard=max(self.heard, at))

    def _settle(self, now: float, latencies: Mapping[int, Latency], late: bool) -> "Contest":
        """Move to `settled` what is due by `now`, in order; with `late` only what was due before."""
        ready, clock = self, -inf
        while heads := ready._heads():
            times = {head.order: max(clock, ready.release_at(head, latencies)) for head in heads}
            head = min(heads, key=lambda h: (times[h.order], h.order))
            clock = times[head.order]
            if clock > now or (late and clock == now):
                break
            ready = ready._judged(head)
        return ready

    def _judged(self, act: HeldAct) -> "Contest":
        rest = tuple(other for other in self.held if other is not act)
        rivals = [o for o in rest if o.contends(act) and o.act.seat != act.act.seat and not o.beaten]
        if act.beaten or not rivals:
            return replace(self, held=rest, settled=(*self.settled, Released(act)))
        receipts = [write_receipt(act.timed, Verdict.FIRST, 0.0)]
        for rival in sorted(rivals, key=lambda o: o.order):
            gap = rival.timed.counted - act.timed.counted
            close = gap < tie_width(act.timed.noise, rival.timed.noise)
            receipts.append(write_receipt(rival.timed, Verdict.TIE if close else Verdict.LATER, gap))
        rest = tuple(replace(other, beaten=True) if other in rivals else other for other in rest)
        return replace(self, held=rest, settled=(*self.settled, Released(act, tuple(receipts))))

    def _heads(self) -> list[HeldAct]:
        """The acts that wait for no other act."""
        return [a for a in self.held if not any(o.order < a.order and o.bound_to(a) for o in self.held)]

    def _opened(self, act: HeldAct) -> float:
        """When the first act arrived that this one, directly or through others, is bound to."""
        group, rest = [act], [other for other in self.held if other is not act]
        for member in group:
            group += [other for other in rest if other.bound_to(member)]
            rest = [other for other in rest if not other.bound_to(member)]
        return min(member.act.at for member in group)

    def _head_start(self, seat: int) -> float:
        return self.head_starts.get(seat, 0.0)

    def _of(self, seat: int) -> PlayerHistory:
        return self.histories.get(seat, PlayerHistory())

    def _with_history(self, seat: int, history: PlayerHistory) -> "Contest":
        return replace(self, histories={**self.histories, seat: history})
