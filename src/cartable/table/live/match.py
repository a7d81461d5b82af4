"""A match as it is played: one queue, people and bots, deadlines, races. No network and no clock of its own.

Whoever hosts it calls a method for everything that reaches the table, always with the present instant (milliseconds on
a clock that only goes forward), takes the effects with `take`, and calls `wake` at `next_wake`. The order of the calls
is the order of everything. With a clock that is simply counted up, a whole race runs in microseconds.
"""

from collections.abc import Collection, Sequence
from functools import partial
from random import Random
from typing import Any, Final

from msgspec import UNSET

from cartable.kernel import CLOCK, Act, Seat, Tempo
from cartable.table.live.attempt import NO_ACT, Attempt, Pending
from cartable.table.live.chairs import Chair, TableSettings
from cartable.table.live.court import Court
from cartable.table.live.effects import ACCEPTED, Answer, Over, Store, Think
from cartable.table.live.people import Lapse, lapses, only_act
from cartable.table.live.waits import Deadlines, Intent, Turns
from cartable.table.match import Match, Played
from cartable.table.referee import Line

REACTION_PACE: Final = 0.1
"""Reactions are never squeezed further than this, whatever the pace: at one and the same instant all bots would be
tied again and again, and where everybody plays at once nobody else would get a word in."""


class LiveMatch(Court):
    """See the module. `chairs` are the seats of the match in order; `random` only times the showing of cards."""

    def __init__(
        self, match: Match, chairs: Sequence[Chair], settings: TableSettings, random: Random, now: float
    ) -> None:
        super().__init__(match, chairs, settings, random, now)
        self._deadlines = Deadlines()
        self._turns = Turns()
        self._intents: dict[Seat, Intent] = {}
        self._asked: dict[Seat, int] = {}
        self._hurried: set[Seat] = set()
        self._over = match.ending is not None
        self._take_up(now)

    # --- the beginning -----------------------------------------------------------------------------------------

    def _take_up(self, now: float) -> None:
        """Begin, or go on after a restart: a race that was cut is void, and deadlines start afresh."""
        fresh = not self.match.entries
        for entry in self.match.entries:
            known = entry.about.tied
            if entry.seat >= 0 and entry.about.k is not UNSET:
                known = (*known, (entry.seat, entry.about.k))
            for seat, k in known:
                self.chairs[seat].k = max(self.chairs[seat].k, k)
        if self.match.ending is not None:
            return
        played = self.match.start(self._at_ms(now))
        if played.lines:
            self._record(Attempt(CLOCK, NO_ACT, now), played)
        if not fresh:
            self._void_race(now)
        if not self._pending:
            self._settle((), now)

    # --- people ------------------------------------------------------------------------------------------------

    def connected(self, seat: Seat, line: Line, now: float) -> None:
        """A player is here, or back: the seat is given back at once. A new connection has a line of its own."""
        chair = self.chairs[seat]
        chair.present, chair.stood_in = True, False
        self._lines.connected(seat, line)
        self._hands.left(seat)
        self._intents.pop(seat, None)
        self._asked.pop(seat, None)
        self._hurried.discard(seat)
        if self.game.tempo is not Tempo.TURNS:  # there, coming back would put the limit for a decision off
            self._turns.restart(seat, now)
        if self._open is not None and seat in self.game.actors(self.match.state):
            self._open.withdraw(seat, now)
            if not self._open.has_called(seat):
                self._open.joined(seat, line)

    def disconnected(self, seat: Seat, now: float) -> None:
        """A player's connection is gone; after a grace time a bot stands in."""
        chair = self.chairs[seat]
        if chair.present:
            chair.present, chair.absent_since = False, now
        self._lines.gone(seat)
        self._hands.left(seat)
        if self._open is not None:
            self._open.left(seat)

    def left(self, seat: Seat, now: float) -> None:
        """A player gave the seat up for good: a bot plays it on from now. A bot that is sent away plays to the end."""
        if self.chairs[seat].kind == "bot":
            return
        self.disconnected(seat, now)
        if not self.chairs[seat].stood_in:
            self._stand_in(seat, now)

    def pinged(self, seat: Seat, rtt: float, loop_lag: float = 0.0) -> None:
        """One more round trip was measured on this line; `loop_lag`: how late arrivals are stamped just now."""
        self._lines.pinged(seat, rtt, loop_lag)

    def written(self, seat: Seat, n: int, at: float) -> None:
        """The events of act `n` really went out to this seat, where that differs from `Publish.due`."""
        if self._open is not None and n == self._open.n:
            self._open.written(seat, at)

    def seen(self, seat: Seat, n: int, now: float) -> None:
        """The device painted the events of act `n`. `next_wake` may be sooner thereafter."""
        self._lines.seen(seat, n, now)
        if self._open is not None and n == self._open.n:
            self._open.seen(seat, now)
        self._hands.seen(seat, n, now, self._lines.known)

    # --- after the commit --------------------------------------------------------------------------------------

    def committed(self, n: int, now: float) -> None:
        """Everything up to act `n` is safe: tell it, and go on from there."""
        acted: list[Seat] = []
        waiting, given = self._pending, self._answers.given
        while waiting and waiting[0].last <= n:
            pending = waiting.pop(0)
            acted.append(pending.attempt.seat)
            if pending.played.states:
                self._publish(pending, now)
            for attempt in pending.answers:
                if attempt.k is not None:
                    self._effects += given(Answer(attempt.seat, attempt.k, ACCEPTED, pending.n))
            for answer in pending.held:
                self._effects += given(answer)
        if acted and not waiting:
            self._settle(acted, now)

    def _publish(self, pending: Pending, now: float) -> None:
        if not self.in_turns and not self._pending and self._open is None:
            self._open = self._telling.open_card(pending.last, self.match.state, now, self.settings.pace)
            if self._open is not None:
                self._effects.extend(self._telling.card(pending, self._open, now))
                return
        self._effects.append(self._telling.update(pending, self._hands, now))

    def _settle(self, acted: Collection[Seat], now: float) -> None:
        """All is committed: run the deadlines of this state, and let the bots look at it."""
        if self.match.ending is not None:
            self._end()
            return
        if self.paused:
            return
        players = [seat for seat in self.game.actors(self.match.state) if seat >= 0]
        players.sort()
        begins = now if self.in_turns else self._begins(now)
        self._deadlines.set(self.game.deadlines(self.match.state), begins, self.settings.pace)
        self._turns.set(players, acted, begins)
        if self._hurried:
            self._hurried.clear()
        if self._intents:
            kept = players if self.game.tempo is Tempo.HANDS else ()  # where only the view is new, hands move on
            self._intents = {seat: intent for seat, intent in self._intents.items() if seat in kept}
        for seat in players:
            if self.chairs[seat].bot_level:
                self._think(seat, now)

    def _begins(self, now: float) -> float:
        """When people see what is new: time for them, and for bots, counts from there."""
        return max(now, self._open.paint if self._open is not None else now, self._hands.paint)

    def _end(self) -> None:
        """Nothing is waited for any more, and whoever still waits is answered."""
        self._deadlines.clear()
        self._intents.clear()
        self._judge_all()
        if not self._over:
            self._over = True
            self._effects.append(Over(self.match.outcome))

    # --- bots --------------------------------------------------------------------------------------------------

    def _think(self, seat: Seat, now: float) -> None:
        asked = len(self.match.entries)
        if self.paused or self._asked.get(seat) == asked:
            return
        self._asked[seat] = asked
        chair = self.chairs[seat]
        level = chair.level if chair.kind == "bot" else self.settings.stand_in
        view, legal = self.game.view(self.match.state, seat), self.game.legal(self.match.state, seat)
        self._effects.append(Think(seat, level, asked, view, legal, self._begins(now)))

    def awaits(self, seat: Seat, asked: int) -> bool:
        """Is the answer to this `Think` still wanted?"""
        return not self.paused and asked == self._asked.get(seat) and asked == len(self.match.entries)

    def intend(self, seat: Seat, asked: int, act: Act | None, at: float, now: float) -> None:
        """A bot's answer to `Think`: what it will do, and when. An answer to an old question is dropped."""
        if not self.awaits(seat, asked):
            return
        if act is None:
            self._intents.pop(seat, None)
            return
        raced = bool(self.game.stakes(self.match.state, seat, act))
        begins = self._begins(now)
        pace = max(self.settings.pace, REACTION_PACE) if raced else self.settings.pace
        if self._open is not None and raced:
            begins = self._open.paint
            self._enter(Attempt(seat, act, begins + pace * max(0.0, at - begins), by=self._by(seat)))
            return
        due = begins + pace * max(0.0, at - begins)
        if self.game.tempo is Tempo.TURNS:
            due = max(due, now + 1000 * self.settings.pace * self.settings.bot_pause_s)
        self._intents[seat] = Intent(due, act)

    def _by(self, seat: Seat) -> Any:
        return UNSET if self.chairs[seat].kind == "bot" else "stand-in"

    # --- time --------------------------------------------------------------------------------------------------

    def next_wake(self) -> float | None:
        """When `wake` has to be called next, as far as is known now; None: only when something else happens."""
        waits = self._waits()
        return min([at for at, _ in waits]) if waits else None

    def wake(self, now: float) -> None:
        """Do what is due by now, one thing at a time: what follows from it may change what is due next."""
        while not self._pending:
            due = min(self._waits(), key=lambda wait: wait[0], default=None)
            if due is None or due[0] > now:
                return
            due[1](now)

    def _waits(self) -> list[tuple[float, Any]]:
        """Everything that is waited for, in order of precedence at the same instant: the referee comes first."""
        waits: list[tuple[float, Any]] = []
        if self.match.ending is not None or self.paused or self._pending:
            return waits
        if not self.in_turns:
            if self._open is not None and (closes := self._open.closes_at()) is not None:
                waits.append((closes, self._close))
            if (release := self._hands.due(self._lines.known)) is not None:
                waits.append((release, self._release))
        for seat, intent in self._intents.items():
            waits.append((intent.at, partial(self._carry_out, seat)))
        alarm = self._deadlines.next()
        if alarm is not None and not self._being_judged(alarm.at):
            waits.append((alarm.at, partial(self._ring, alarm.act)))
        for at, seat, why in lapses(
            self.game,
            self.match.state,
            self.chairs,
            settings=self.settings,
            turns=self._turns,
            hurried=self._hurried,
        ):
            waits.append((at, partial(self._lapsed, seat, why)))
        return waits

    def _being_judged(self, instant: float) -> bool:
        """Has somebody acted by then, and the referee only waits for who might have been before them? Then it is for
        the rules to say what follows, not for a deadline."""
        return self._hands.waits_since(instant) or (self._open is not None and self._open.called_by(instant))

    def _ring(self, act: Act, now: float) -> None:
        self._judge(Attempt(CLOCK, act, now))

    def _carry_out(self, seat: Seat, now: float) -> None:
        intent = self._intents.pop(seat)
        self._asked.pop(seat, None)
        self._enter(Attempt(seat, intent.act, now, by=self._by(seat)))

    def _returned(self, attempt: Attempt) -> None:
        """What a bot had set out for was gone when it got there: it looks again, unless it will be asked anyway."""
        if attempt.seat in self.game.actors(self.match.state) and attempt.seat >= 0 and not self._pending:
            self._asked.pop(attempt.seat, None)
            self._think(attempt.seat, attempt.at)

    def _lapsed(self, seat: Seat, why: Lapse, now: float) -> None:
        """The table's patience with somebody is over."""
        match why:
            case Lapse.GONE:
                self._stand_in(seat, now)
            case Lapse.SLOW:
                self._hurried.add(seat)
                self._think(seat, now)
            case Lapse.IDLE:
                act = only_act(self.game, self.match.state, seat)
                if act is not None:
                    self._judge(Attempt(seat, act, now, by="table"))

    def _stand_in(self, seat: Seat, now: float) -> None:
        self.chairs[seat].stood_in = True
        self.chairs[seat].level = self.settings.stand_in
        if seat in self.game.actors(self.match.state) and not self._pending:
            self._think(seat, now)

    # --- the host's hand ---------------------------------------------------------------------------------------

    def pause(self, now: float) -> None:
        """Stop everything. A race that is on cannot be judged any more: it is void."""
        if self.paused or self.match.ending is not None:
            return
        self._judge_all()
        self._void_race(now)
        self.paused = self.match.ending is None
        self._deadlines.clear()
        self._intents.clear()

    def resume(self, now: float) -> None:
        """Go on; deadlines, turns and absences count from now."""
        if not self.paused:
            return
        self.paused = False
        self._asked.clear()
        self._turns.clear()
        for chair in self.chairs:
            chair.absent_since = now
        if not self._pending:
            self._settle((), now)

    def give_up(self) -> None:
        """End the match without an outcome."""
        if self.match.ending is not None:
            return
        lines = (self.match.give_up(),)
        last = len(self.match.entries)  # after all acts, so that nothing else is committed with it
        self._effects.append(Store(last, lines))
        self._pending.append(Pending(Attempt(CLOCK, NO_ACT, self._began), Played((), lines), (), (), last, []))
        self._void_race(self._began)
