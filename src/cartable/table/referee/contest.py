"""Whose card came first? Acts of a game in which everybody plays at once.

Two acts contend when they have a stake in common, which the game names: two cards aimed at one top, a fault against
the card that covers what it accuses, two faults, two last cards. An act is placed at the common paint of the last
event its player saw plus the device's interval, believed within the same bounds as in a race, and held until nobody
else could still be placed before it, at most `CONTEST_WINDOW`.

A `Contest` is a value. The caller forwards what was shown, seen and done, keeps one timer at `due()` and judges what
`release()` hands out, in that order. `lines` holds the players on a line; a seat without one (a bot) acts at once.
"""

from collections.abc import Mapping
from math import inf
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from cartable.table.referee.line import Line, Span, accept
from cartable.table.referee.receipt import Receipt, Timed, Verdict, tie_width, write_receipt

CONTEST_WINDOW: Final = 80.0
"""Longest an act is held: everybody plays all the time, and a card must not stick to the hand."""

KEPT_SIGHTS: Final = 16
"""Events remembered of a player who acknowledges none; who is further behind gets no credit for lag."""


class Sight(Struct, frozen=True):
    """Event `n` as one player got it: written at `sent`, painted for all at about `paint`, acknowledged at `seen`."""

    n: int
    paint: float
    sent: float
    seen: float | None = None

    @property
    def ack(self) -> float | None:
        return None if self.seen is None else self.seen - self.sent


class Entry(Struct, frozen=True, kw_only=True):
    """An act as it arrived: its number at its seat, what it contends for, and what its player had seen."""

    seat: int
    k: int
    act: str
    stakes: frozenset[str]
    """Without any it only waits for the player's own acts before it."""
    saw: int
    """The last event painted on the player's device before the act."""
    claim: float | None
    """The device's interval from that paint to the act."""
    at: float


class Held(Struct, frozen=True, kw_only=True):
    """An act that waits, placed at the instant `timed.time`."""

    entry: Entry
    timed: Timed
    beaten: bool = False
    """An act it contended with went before it, and has the receipt."""

    @property
    def use(self) -> float:
        """What the act cost of its line's spike quota."""
        return self.timed.how.use if self.timed.how else 0.0

    @property
    def order(self) -> tuple[float, float, int, int]:
        """The earlier instant goes first, however close; arrival breaks an exact tie."""
        return self.timed.time, self.entry.at, self.entry.seat, self.entry.k

    def contends(self, other: "Held") -> bool:
        return not self.entry.stakes.isdisjoint(other.entry.stakes)

    def bound_to(self, other: "Held") -> bool:
        """Whether one must be judged after the other: they contend, or one player did both."""
        return self.entry.seat == other.entry.seat or self.contends(other)


class Released(Struct, frozen=True):
    """An act to judge now; with receipts when others contended with it."""

    held: Held
    receipts: tuple[Receipt, ...] = ()


class Watch(Struct, frozen=True):
    """One player: the events that an act could still be an answer to, oldest first, and the player's last act."""

    sights: tuple[Sight, ...] = ()
    k: int = -1
    instant: float = -inf

    def shown(self, sight: Sight) -> "Watch":
        return replace(self, sights=(*self.sights[1 - KEPT_SIGHTS :], sight))

    def seen(self, n: int, at: float) -> "Watch":
        """SEEN of `n` also answers for what was painted with it. An act may be on its way that was done just before
        this paint, so the event before stays known too."""
        now = tuple(replace(s, seen=at) if s.n <= n and s.seen is None else s for s in self.sights)
        answered = sum(sight.seen is not None for sight in now)
        return replace(self, sights=now[max(0, answered - 2) :])

    def placed(self, entry: Entry, span: Span) -> Timed:
        """Not before the player's act before it, nor after its arrival. Without a known event: at its arrival."""
        sight = next((sight for sight in self.sights if sight.n == entry.saw), None)
        if sight is None or entry.at < sight.sent:
            instant, how = entry.at, None
        else:
            how = accept(span, entry.at - sight.sent, sight.ack, entry.claim)
            instant = min(entry.at, sight.paint + how.interval)
        instant = max(instant, self.instant)
        return Timed(seat=entry.seat, call=entry.act, time=instant, at=entry.at, noise=span.noise, how=how)

    def back(self, span: Span, before: float) -> float:
        """How far before its arrival an act still on its way could be placed, if it is to come before this instant."""
        reach = (span.reach(s.ack) - (s.paint - s.sent) for s in self.sights if s.paint < before)
        return max(0.0, max(reach, default=0.0))


class Contest(Struct, frozen=True):
    watches: dict[int, Watch] = {}
    held: tuple[Held, ...] = ()
    settled: tuple[Released, ...] = ()
    """Acts whose time had come before something else arrived: a late timer changes nothing."""
    heard: float = -inf
    """The last arrival. Nothing is due before it: what arrives together is judged together."""

    def shown(self, seat: int, sight: Sight) -> "Contest":
        return self._watch(seat, self._of(seat).shown(sight))

    def seen(self, seat: int, n: int, at: float, lines: Mapping[int, Line]) -> "Contest":
        return self._hear(at, lines)._watch(seat, self._of(seat).seen(n, at))

    def left(self, seat: int) -> "Contest":
        """The connection is gone, and with it what was shown on it. Acts already done stand."""
        return self._watch(seat, replace(self._of(seat), sights=()))

    def entered(self, entry: Entry, lines: Mapping[int, Line]) -> "Contest":
        """With one more act, the last of `held`, whose `use` its line has to pay. An act number heard before changes
        nothing."""
        watch = self._of(entry.seat)
        if entry.k <= watch.k:
            return self
        line = lines.get(entry.seat)
        if line is None:
            timed = Timed(seat=entry.seat, call=entry.act, time=entry.at, at=entry.at)
        else:
            timed = watch.placed(entry, line.span())
        watched = self._hear(entry.at, lines)._watch(entry.seat, replace(watch, k=entry.k, instant=timed.time))
        return replace(watched, held=(*watched.held, Held(entry=entry, timed=timed)))

    def release_at(self, act: Held, lines: Mapping[int, Line]) -> float:
        """When nobody else can be placed before this act any more, or the window of its contest is over."""
        instant = act.timed.time
        due = act.entry.at
        for seat, line in lines.items():
            watch = self._of(seat)
            if act.entry.stakes and seat != act.entry.seat and watch.instant < instant:
                due = max(due, instant + watch.back(line.span(), instant))
        return max(self.heard, min(due, self._opened(act) + CONTEST_WINDOW))

    def due(self, lines: Mapping[int, Line]) -> float | None:
        """When to call `release` next."""
        if self.settled:
            return self.settled[0].held.entry.at
        return min((self.release_at(act, lines) for act in self._heads()), default=None)

    def release(self, now: float, lines: Mapping[int, Line]) -> tuple["Contest", tuple[Released, ...]]:
        """The acts whose time has come, in the order in which to judge them."""
        ready = self._settle(now, lines, late=False)
        return replace(ready, settled=()), ready.settled

    def _hear(self, at: float, lines: Mapping[int, Line]) -> "Contest":
        return replace(self._settle(at, lines, late=True), heard=max(self.heard, at))

    def _settle(self, now: float, lines: Mapping[int, Line], late: bool) -> "Contest":
        """Move to `settled` what is due by `now`, in order; with `late` only what was due before."""
        ready, clock = self, -inf
        while heads := ready._heads():
            times = {head.order: max(clock, ready.release_at(head, lines)) for head in heads}
            head = min(heads, key=lambda h: (times[h.order], h.order))
            clock = times[head.order]
            if clock > now or (late and clock == now):
                break
            ready = ready._judged(head)
        return ready

    def _judged(self, act: Held) -> "Contest":
        rest = tuple(other for other in self.held if other is not act)
        rivals = [o for o in rest if o.contends(act) and o.entry.seat != act.entry.seat and not o.beaten]
        if act.beaten or not rivals:
            return replace(self, held=rest, settled=(*self.settled, Released(act)))
        receipts = [write_receipt(act.timed, Verdict.FIRST, 0.0)]
        for rival in sorted(rivals, key=lambda o: o.order):
            gap = rival.timed.time - act.timed.time
            close = gap < tie_width(act.timed.noise, rival.timed.noise)
            receipts.append(write_receipt(rival.timed, Verdict.TIE if close else Verdict.LATER, gap))
        rest = tuple(replace(other, beaten=True) if other in rivals else other for other in rest)
        return replace(self, held=rest, settled=(*self.settled, Released(act, tuple(receipts))))

    def _heads(self) -> list[Held]:
        """The acts that wait for no other act."""
        return [a for a in self.held if not any(o.order < a.order and o.bound_to(a) for o in self.held)]

    def _opened(self, act: Held) -> float:
        """When the first act arrived that this one, directly or through others, is bound to."""
        group, rest = [act], [other for other in self.held if other is not act]
        for member in group:
            group += [other for other in rest if other.bound_to(member)]
            rest = [other for other in rest if not other.bound_to(member)]
        return min(member.entry.at for member in group)

    def _of(self, seat: int) -> Watch:
        return self.watches.get(seat, Watch())

    def _watch(self, seat: int, watch: Watch) -> "Contest":
        return replace(self, watches={**self.watches, seat: watch})
