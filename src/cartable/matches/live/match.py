"""A match as it is played: people and bots, deadlines, races. No network and no clock of its own.

The match host calls a method for everything that reaches the table, always with the present instant (milliseconds on a
clock that only goes forward), takes the effects with `take`, and calls `wake` at `next_wake`. The order of the calls is
the order of everything. With a clock that is simply counted up, a whole race runs in microseconds.
"""

from collections.abc import Callable, Collection, Mapping, Sequence
from functools import partial
from random import Random
from types import MappingProxyType
from typing import Any, Final

from msgspec import UNSET

from cartable.kernel import CLOCK, Act, AnyGame, Refused, Seat, Tempo
from cartable.matches.deadlines import Deadlines
from cartable.matches.live.bots import SILENT_MS, BotPlans
from cartable.matches.live.call_race import CallRace
from cartable.matches.live.contest_race import ContestRace
from cartable.matches.live.effects import NUMBER_TOO_HIGH, PAUSED, UNREADABLE, Effect, Over
from cartable.matches.live.judge import NO_ACT, Judge, PendingAct
from cartable.matches.live.latencies import Latencies
from cartable.matches.live.people import People, SeatState, Timeout, Wait, only_act
from cartable.matches.live.publisher import Feed, Publisher
from cartable.matches.live.race import NoRace, RaceContext, RaceHandler
from cartable.matches.live.settings import TableSettings
from cartable.matches.match import Match
from cartable.matches.referee import Latency

RACES: Final[Mapping[Tempo, type[RaceHandler]]] = MappingProxyType(
    {Tempo.TURNS: NoRace, Tempo.CALLS: CallRace, Tempo.HANDS: ContestRace}
)

MOST_SKIPPED: Final = 1_000_000
"""How many numbers a player may leave out between two acts. A page counts on through all matches of a table, so there
are gaps; but without a limit one act with the highest number would make all later ones `already-judged`."""


class LiveMatch:
    """See the module. `seats` are the seats of the match in order; `random` times the showing of cards, and
    chooses for a bot that is broken."""

    def __init__(
        self, match: Match, seats: Sequence[SeatState], settings: TableSettings, random: Random, now: float
    ) -> None:
        self.match = match
        self.game: AnyGame = match.game
        self.seats = seats
        self.settings = settings
        self.paused = False
        self._effects: list[Effect] = []
        emit = self._effects.append
        race = RACES[match.game.tempo]
        self._people = People(match.game, seats, settings, in_turns=race.in_turns)
        self._judge = Judge(match, now, emit, self._bot_refused)
        self._latencies = Latencies(self._people.present())
        self._publisher = Publisher(match.state, len(match.entries))
        self._random = random
        self._race: RaceHandler = race(RaceContext(self._judge, self._latencies, self._publisher, settings, random))
        self._bots = BotPlans(self._judge, self._people, self._race, emit)
        self._deadlines = Deadlines()
        self._over = match.ending is not None
        self._begin(now)

    @property
    def state(self) -> Any:
        """The state as judged, which may be ahead of what is stored."""
        return self.match.state

    @property
    def pace(self) -> float:
        """How fast the bots have become that follow the people: what the next match may begin with."""
        return self._judge.pace.factor

    @property
    def in_turns(self) -> bool:
        """Nobody races: it does not matter how soon anybody sees or does something."""
        return self._race.in_turns

    @property
    def feed(self) -> Feed:
        """All that was published, by number."""
        return self._publisher.feed

    def take(self) -> list[Effect]:
        """What the match host has to do, in this order."""
        effects = self._effects[:]
        self._effects.clear()
        return effects

    def _begin(self, now: float) -> None:
        """Begin, or go on after a restart: a race that was interrupted is void, and deadlines start again."""
        fresh = not self.match.entries
        for entry in self.match.entries:
            known = entry.about.tied
            if entry.seat >= 0 and entry.about.k is not UNSET:
                known = (*known, (entry.seat, entry.about.k))
            for seat, k in known:
                self.seats[seat].k = max(self.seats[seat].k, k)
        if self.match.ending is not None:
            return
        played = self.match.start(self._judge.at_ms(now))
        if played.lines:
            self._judge.record(PendingAct(CLOCK, NO_ACT, now), played)
        if not fresh:
            self._race.void(now)
        if not self._judge.uncommitted:
            self._settle((), now)

    # --- acts --------------------------------------------------------------------------------------------------

    def act(
        self, seat: Seat, k: int, text: str, now: float, *, saw: int | None = None, interval: float | None = None
    ) -> None:
        """Judge a player's act number `k`. Sending it again is harmless."""
        player = self.seats[seat]
        if k <= player.k:
            self._judge.sent_again(seat, k)
            return
        if k - player.k > MOST_SKIPPED:
            self._judge.refuse(PendingAct(seat, NO_ACT, now, k), NUMBER_TOO_HIGH.because(most=player.k + MOST_SKIPPED))
            return
        player.k = k
        self._judge.expect(seat, k)
        act = self.game.read(text)
        if act is None:
            self._judge.refuse(PendingAct(seat, NO_ACT, now, k), UNREADABLE.because(text=text))
        elif self.paused:
            self._judge.refuse(PendingAct(seat, act, now, k), PAUSED)
        else:
            self._race.enter(PendingAct(seat, act, now, k, saw, interval))

    def ask(self, seat: Seat, text: str, shown: Any = None) -> Refused | None:
        """Would this act be accepted now? Nothing is done. `shown` is the state that the player has been shown, when
        the match is already ahead of it."""
        act = self.game.read(text)
        if act is None:
            return UNREADABLE.because(text=text)
        state = self.match.state if shown is None else shown
        return self.game.refusal(state, seat, self.game.with_defaults(state, act))

    # --- people ------------------------------------------------------------------------------------------------

    def connected(self, seat: Seat, latency: Latency, now: float) -> None:
        """A player is here, or back: the seat is given back at once. A new connection has a latency of its own."""
        self._people.came(seat, now)
        self._latencies.connected(seat, latency)
        self._bots.forget(seat)
        self._race.joined(seat, latency, now)

    def disconnected(self, seat: Seat, now: float) -> None:
        """A player's connection is gone; after a grace time a bot stands in."""
        self._people.went(seat, now)
        self._latencies.disconnected(seat)
        self._race.left(seat)

    def left(self, seat: Seat, now: float) -> None:
        """A player gave the seat up for good: a bot plays it from now on. A bot that is sent away plays to the end."""
        player = self.seats[seat]
        if player.kind == "bot":
            return
        self.disconnected(seat, now)
        if not player.stood_in:
            self._stand_in(seat, now)

    def pinged(self, seat: Seat, rtt: float, loop_lag: float = 0.0) -> None:
        """One more round trip was measured; `loop_lag`: how late arrivals are stamped just now."""
        self._latencies.pinged(seat, rtt, loop_lag)

    def sent(self, seat: Seat, n: int, at: float) -> None:
        """The events of act `n` really went out to this seat, where that differs from `Publish.send_at`."""
        self._race.sent(seat, n, at)

    def seen(self, seat: Seat, n: int, now: float) -> None:
        """The device painted the events of act `n`. `next_wake` may be sooner after this."""
        self._latencies.seen(seat, n, now)
        self._race.seen(seat, n, now)

    # --- after the commit --------------------------------------------------------------------------------------

    def committed(self, n: int, now: float) -> None:
        """Everything up to act `n` is stored: publish it, and go on from there."""
        acted: list[Seat] = []
        while (done := self._judge.next_committed(n)) is not None:
            acted.append(done.act.seat)
            if done.played.states:
                self._effects += self._race.publish(done, now)
            self._judge.accept(done)
        if acted and not self._judge.uncommitted:
            self._settle(acted, now)

    def _settle(self, acted: Collection[Seat], now: float) -> None:
        """Everything is stored: run the deadlines of this state, and let the bots look at it."""
        if self.match.ending is not None:
            self._end(now)
            return
        if self.paused:
            return
        players = [seat for seat in self.game.actors(self.match.state) if seat >= 0]
        players.sort()
        start = self._race.visible_at(now)
        self._deadlines.set(self.game.deadlines(self.match.state), start, self.settings.wait_scale)
        self._people.may_act(players, acted, start)
        self._bots.keep_plans(players if self._race.keeps_plans else ())
        for seat in players:
            if self.seats[seat].bot_level:
                self._bots.ask(seat, now)

    def _end(self, now: float) -> None:
        """Nothing is waited for any more, and everybody who still waits gets a reply."""
        self._deadlines.clear()
        self._bots.keep_plans(())
        self._race.void(now)
        if not self._over:
            self._over = True
            self._effects.append(Over(self.match.outcome))

    # --- bots --------------------------------------------------------------------------------------------------

    def awaits(self, seat: Seat, asked: int) -> bool:
        """Is the answer to this `Think` still wanted?"""
        return not self.paused and self._bots.awaits(seat, asked)

    def bot_decided(self, seat: Seat, asked: int, act: Act | None, at: float, now: float) -> None:
        """A bot's answer to `Think`: what it will do, and when. An answer to an old question is dropped. In a race a
        bot may wait; in turns the others would wait for it, so any legal act is done after a while."""
        if not self.awaits(seat, asked):
            return
        self._bots.decided(seat, act, at, now)
        if act is None and self._race.in_turns and (legal := self.game.legal(self.match.state, seat)):
            self._bots.replace(seat, self._random.choice(legal), now, SILENT_MS)

    def _bot_refused(self, act: PendingAct) -> None:
        """What a bot had planned was gone when it got there: it looks again, unless it will be asked anyway. For one
        that wants again and again what is refused, any legal act is done."""
        if act.seat < 0 or self.paused or self._judge.uncommitted or not self._may_act(act.seat):
            return
        legal = self.game.legal(self.match.state, act.seat)
        if self._bots.refused_too_often(act.seat) and legal:
            self._bots.replace(act.seat, self._random.choice(legal), act.at)
        else:
            self._bots.ask_again(act.seat, act.at)

    def _stand_in(self, seat: Seat, now: float) -> None:
        self._people.stand_in(seat)
        if not self.paused and not self._judge.uncommitted and self._may_act(seat):
            self._bots.ask(seat, now)

    def _may_act(self, seat: Seat) -> bool:
        return seat in self.game.actors(self.match.state)

    # --- time --------------------------------------------------------------------------------------------------

    def next_wake(self) -> float | None:
        """When `wake` has to be called next, as far as is known now; None: only when something else happens."""
        waits = self._waits()
        return min([at for at, _ in waits]) if waits else None

    def announced_deadline(self) -> float | None:
        """When the time ends that the rules give everybody for what is to be done now, if players may know that."""
        return self._deadlines.announced()

    def patience(self) -> tuple[Wait, ...]:
        """Those for whom the table waits before a bot steps in."""
        if self.match.ending is not None or self.paused:
            return ()
        return self._people.waits(self.match.state)

    def wake(self, now: float) -> None:
        """Do what is due by now, one thing at a time: what follows from it may change what is due next."""
        while not self._judge.uncommitted:
            due = min(self._waits(), key=lambda wait: wait[0], default=None)
            if due is None or due[0] > now:
                return
            due[1](now)

    def _waits(self) -> list[tuple[float, Callable[[float], None]]]:
        """Return everything that is waited for, in order of precedence at the same instant: what players did before the
        rules' deadlines, because a time limit of the rules includes its last instant; then the table's patience."""
        waits: list[tuple[float, Callable[[float], None]]] = []
        if self.match.ending is not None or self.paused or self._judge.uncommitted:
            return waits
        release = self._race.next_due()
        if release is not None:
            waits.append((release, self._race.release))
        for seat, plan in self._bots.plans.items():
            waits.append((plan.at, partial(self._carry_out, seat)))
        alarm = self._deadlines.next()
        if alarm is not None and not self._race.holds_since(alarm.at):
            waits.append((alarm.at, partial(self._ring, alarm.act)))
        for at, seat, why in self._people.timeouts(self.match.state):
            waits.append((at, partial(self._time_out, seat, why)))
        return waits

    def _ring(self, act: Act, now: float) -> None:
        self._judge.judge(PendingAct(CLOCK, act, now))

    def _carry_out(self, seat: Seat, now: float) -> None:
        self._race.enter(self._bots.carry_out(seat, now))

    def _time_out(self, seat: Seat, why: Timeout, now: float) -> None:
        """The table's patience with somebody is over."""
        match why:
            case Timeout.ABSENT:
                self._stand_in(seat, now)
            case Timeout.SLOW:
                self._people.decide_for(seat)
                self._bots.ask(seat, now)
            case Timeout.IDLE:
                act = only_act(self.game, self.match.state, seat)
                if act is not None:
                    self._judge.judge(PendingAct(seat, act, now, by="table"))

    # --- the host of the table ---------------------------------------------------------------------------------

    def pause(self, now: float) -> None:
        """Stop everything. A race that is on cannot be judged any more: it is void."""
        if self.paused or self.match.ending is not None:
            return
        self._race.void(now)
        self.paused = self.match.ending is None
        self._deadlines.clear()
        self._bots.keep_plans(())

    def resume(self, now: float) -> None:
        """Go on; deadlines, turns and absences count from now."""
        if not self.paused:
            return
        self.paused = False
        self._bots.resume()
        self._people.resume(now)
        if not self._judge.uncommitted:
            self._settle((), now)

    def give_up(self) -> None:
        """End the match without an outcome."""
        if self.match.ending is not None:
            return
        self._judge.give_up()
        self._race.void(self._judge.began)
