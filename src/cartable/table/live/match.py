"""A match as it is played: one queue, people and bots, deadlines, races. No network and no clock of its own.

Whoever hosts it calls a method for everything that reaches the table, always with the present instant (milliseconds on
a clock that only goes forward), takes the effects with `take`, and calls `wake` at `next_wake`. The order of the calls
is the order of everything. With a clock that is simply counted up, a whole race runs in microseconds.
"""

from collections.abc import Iterable, Sequence
from random import Random
from typing import Any, Final

import msgspec
from msgspec import UNSET

from cartable.kernel import CLOCK, Act, AnyGame, Refused, Seat, Tempo
from cartable.table.live.answers import Answers
from cartable.table.live.attempt import NO_ACT, Attempt
from cartable.table.live.chairs import Chair, TableSettings
from cartable.table.live.effects import Answer, Answered, Effect, Over, Publish, Store, Think
from cartable.table.live.feed import Feed
from cartable.table.live.hands import Hands
from cartable.table.live.refusals import CALLED_ALREADY, PAUSED, UNREADABLE
from cartable.table.live.showdown import OpenCard
from cartable.table.live.waits import Deadlines, Intent, Turns
from cartable.table.log import About
from cartable.table.match import Match, Played
from cartable.table.referee import Line, Receipt, Record

REVEAL_LEAST: Final = 600.0
REVEAL_MOST: Final = 1600.0
"""A raced card is shown at a random instant in this span after the act before it, so that nobody can anticipate it."""


REACTION_PACE: Final = 0.1
"""Reactions are never squeezed further than this: at the same instant all bots would be tied, again and again."""


class Pending(msgspec.Struct, frozen=True):
    """An accepted act that is not committed yet, and what is to be told once it is."""

    attempt: Attempt
    played: Played
    receipts: tuple[Receipt, ...]
    answers: tuple[Attempt, ...]
    last: int


class LiveMatch:
    """See the module. `chairs` are the seats of the match in order; `random` only times the showing of cards."""

    def __init__(
        self, match: Match, chairs: Sequence[Chair], settings: TableSettings, random: Random, now: float
    ) -> None:
        self.match = match
        self.chairs = chairs
        self.settings = settings
        self.paused = False
        self.feed = Feed(before=len(match.entries))
        self.lines: dict[Seat, Line] = {}
        self._records: dict[Seat, Record] = {}
        self._random = random
        self._began = now - (match.entries[-1].at_ms if match.entries else 0)
        self._effects: list[Effect] = []
        self._pending: list[Pending] = []
        self._told: Any = match.state
        self._answers = Answers()
        self._open: OpenCard | None = None
        self._hands = Hands()
        self._deadlines = Deadlines()
        self._turns = Turns()
        self._intents: dict[Seat, Intent] = {}
        self._asked: dict[Seat, int] = {}
        self._hurried: set[Seat] = set()
        self._fresh = not match.entries
        self._take_up(now)

    @property
    def game(self) -> AnyGame:
        return self.match.game

    @property
    def state(self) -> Any:
        """The state as judged, which may be ahead of what is committed."""
        return self.match.state

    def take(self) -> list[Effect]:
        """What the host has to do, in this order."""
        effects, self._effects = self._effects, []
        return effects

    # --- the beginning -----------------------------------------------------------------------------------------

    def _take_up(self, now: float) -> None:
        """Begin, or go on after a restart: a race that was cut is void, and deadlines start afresh."""
        for entry in self.match.entries:
            if entry.seat >= 0 and entry.about.k is not UNSET:
                self.chairs[entry.seat].k = max(self.chairs[entry.seat].k, entry.about.k)
        if self.match.ending is not None:
            return
        played = self.match.start(self._at_ms(now))
        self._record(Attempt(CLOCK, NO_ACT, now), played)
        if not self._fresh:
            self._void_showdown(now)
        if not self._pending:
            self._settle(None, now)

    def _void_showdown(self, now: float) -> None:
        showdown = self.game.showdown(self.state)
        self._open = None
        if showdown is not None:
            self._judge(Attempt(CLOCK, showdown.void, now))

    # --- people ------------------------------------------------------------------------------------------------

    def connected(self, seat: Seat, line: Line) -> None:
        """A player is here, or back: the seat is given back at once. A new connection has a line of its own."""
        chair = self.chairs[seat]
        chair.present, chair.stood_in = True, False
        self.lines[seat] = line
        self._records[seat] = Record()
        self._intents.pop(seat, None)
        self._asked.pop(seat, None)
        if self._open is not None and seat in self.game.actors(self.state):
            self._open.joined(seat, line)

    def disconnected(self, seat: Seat, now: float) -> None:
        """A player's connection is gone; after a grace time a bot stands in."""
        chair = self.chairs[seat]
        chair.present, chair.absent_since = False, now
        self.lines.pop(seat, None)
        self._hands.left(seat)
        if self._open is not None:
            self._open.left(seat)

    def left(self, seat: Seat, now: float) -> None:
        """A player gave the seat up for good: a bot plays it on from now."""
        self.disconnected(seat, now)
        if not self.chairs[seat].stood_in:
            self._stand_in(seat, now)

    def pinged(self, seat: Seat, rtt: float) -> None:
        """One more round trip was measured on this seat's line."""
        if seat in self.lines:
            self.lines[seat] = self.lines[seat].pinged(rtt)

    def written(self, seat: Seat, n: int, at: float) -> None:
        """The events of act `n` really went out to this seat, where that differs from `Publish.due`."""
        if self._open is not None and n == self._open.n:
            self._open.written(seat, at)

    def seen(self, seat: Seat, n: int, now: float) -> None:
        """The device painted the events of act `n`."""
        if self._open is not None and n == self._open.n:
            self._open.seen(seat, now)
        self._hands.seen(seat, n, now, self.lines)

    # --- acts --------------------------------------------------------------------------------------------------

    def act(
        self, seat: Seat, k: int, text: str, now: float, *, saw: int | None = None, interval: float | None = None
    ) -> None:
        """A player's act number `k`. Sending it again is harmless."""
        chair = self.chairs[seat]
        if k <= chair.k:
            if not self._answers.sent_again(seat, k):
                self._effects.append(Answer(seat, k, Answered.ALREADY))
            return
        chair.k = k
        self._answers.awaited(seat, k)
        act = self.game.read(text)
        if act is None:
            self._refuse(seat, k, UNREADABLE.because(text=text))
        elif self.paused:
            self._refuse(seat, k, PAUSED)
        else:
            self._enter(Attempt(seat, act, now, k, saw, interval))

    def ask(self, seat: Seat, text: str, shown: Any = None) -> Refused | None:
        """Would this act be accepted now? Nothing is done. `shown` is the state that the player has been shown, when
        the match is already ahead of it."""
        act = self.game.read(text)
        if act is None:
            return UNREADABLE.because(text=text)
        state = self.state if shown is None else shown
        return self.game.refusal(state, seat, self.game.complete(state, act))

    def _refuse(self, seat: Seat, k: int, refused: Refused) -> None:
        self._answer(Answer(seat, k, Answered.REFUSED, refused=refused))

    def _answer(self, answer: Answer) -> None:
        self._effects.extend(self._answers.given(answer))

    def _enter(self, attempt: Attempt) -> None:
        """To the referee, when others may contend for the same; else straight to the judge."""
        stakes = self.game.stakes(self.state, attempt.seat, attempt.act)
        if not stakes:
            self._judge(attempt)
        elif self.game.tempo is Tempo.HANDS:
            self._hands.enter(attempt, stakes, self.lines)
            self._release(attempt.at)
        elif self._open is not None and attempt.seat in self.game.actors(self.state):
            self._call(self._open, attempt)
        else:
            self._judge(attempt)

    def _call(self, card: OpenCard, attempt: Attempt) -> None:
        if attempt.k is None:
            card.plan(attempt)  # a bot's call lies in the future: `wake` closes the race
            return
        if card.has_called(attempt.seat):
            self._refuse(attempt.seat, attempt.k, CALLED_ALREADY)
        elif (attempt.saw is not None and attempt.saw < card.n) or not card.call(attempt):
            self._answer(Answer(attempt.seat, attempt.k, Answered.LATE))
        self._close(attempt.at)

    def _close(self, now: float) -> None:
        """Judge the open card once nobody could change the finding any more."""
        card = self._open
        closes = card.closes_at() if card is not None else None
        if card is None or closes is None or now < closes:
            return
        self._open = None
        verdicts = card.verdicts()
        if verdicts is None:
            return
        for attempt in verdicts.later:
            if attempt.k is not None:
                self._answer(Answer(attempt.seat, attempt.k, Answered.LATE))
        self._learn(verdicts.ruling.receipts)
        if len(verdicts.counted) == 1:
            self._judge(verdicts.counted[0], verdicts.receipts)
            return
        tie = self.game.tie(self.state, {attempt.seat: attempt.act for attempt in verdicts.counted})
        self._judge(Attempt(CLOCK, tie, now), verdicts.receipts, verdicts.counted)

    def _release(self, now: float) -> None:
        """Judge the acts whose turn in a contest has come."""
        for attempt, receipts in self._hands.release(now, self.lines):
            self._learn(receipts)
            self._judge(attempt, receipts)

    def _learn(self, receipts: Iterable[Receipt]) -> None:
        """What a contested act tells about the lines: quota spent, stamps believed or not."""
        for receipt in receipts:
            line = self.lines.get(receipt.seat)
            if line is None:
                continue
            record = self._records[receipt.seat]
            if receipt.residual is not None:
                record = record.called(receipt.residual)
            if receipt.ack is not None:
                record = record.raced(receipt.ack)
            self._records[receipt.seat] = record
            self.lines[receipt.seat] = record.judge(line.raced(receipt.use))

    def _judge(self, attempt: Attempt, receipts: tuple[Receipt, ...] = (), answers: tuple[Attempt, ...] = ()) -> None:
        """The rules decide. `answers` are calls that a referee's finding answers together."""
        receipt = {"calls": msgspec.to_builtins(receipts)} if receipts else UNSET
        about = About(k=UNSET if attempt.k is None else attempt.k, by=attempt.by, receipt=receipt)
        played = self.match.act(attempt.seat, attempt.act, self._at_ms(attempt.at), about)
        if isinstance(played, Played):
            self._record(attempt, played, receipts, answers)
        elif attempt.k is not None:
            # In a race of calls, what is refused because the card was gone before it could be seen was simply late.
            behind = attempt.saw is not None and attempt.saw < len(self.match.entries) - 1
            if self.game.tempo is Tempo.CALLS and behind:
                self._answer(Answer(attempt.seat, attempt.k, Answered.LATE))
            else:
                self._refuse(attempt.seat, attempt.k, played)

    def _record(
        self,
        attempt: Attempt,
        played: Played,
        receipts: tuple[Receipt, ...] = (),
        answers: tuple[Attempt, ...] = (),
    ) -> None:
        if not played.lines:
            return
        last = len(self.match.entries) - 1
        self._effects.append(Store(last, played.lines))
        self._pending.append(Pending(attempt, played, receipts, answers or (attempt,), last))

    # --- after the commit --------------------------------------------------------------------------------------

    def committed(self, n: int, now: float) -> None:
        """Everything up to act `n` is safe: tell it, and go on from there."""
        acted: Seat | None = None
        while self._pending and self._pending[0].last <= n:
            pending = self._pending.pop(0)
            acted = pending.attempt.seat
            self._publish(pending, now)
            number = pending.played.events[0].n if pending.played.events else pending.last
            for attempt in pending.answers:
                if attempt.k is not None:
                    self._answer(Answer(attempt.seat, attempt.k, Answered.ACCEPTED, number))
        if not self._pending:
            self._settle(acted, now)

    def _publish(self, pending: Pending, now: float) -> None:
        events, states, last = pending.played.events, pending.played.states, pending.last
        self.feed.add(events)
        earlier, self._told = self._told, states[-1] if states else self._told
        shown = self._show(last, now) if not self._pending else None
        if shown is None:
            race = self.game.tempo is Tempo.HANDS
            self._effects.append(Publish(last, events, self._due(last, now), self._told, pending.receipts, race))
            return
        before = tuple(numbered for numbered in events if numbered.n < last)
        card = tuple(numbered for numbered in events if numbered.n == last)
        if before or pending.receipts:
            state = states[-2] if len(states) > 1 else earlier
            self._effects.append(Publish(last - 1, before, self._at_once(now), state, pending.receipts))
        self._effects.append(Publish(last, card, shown.due(), self._told, race=True))

    def _show(self, n: int, now: float) -> OpenCard | None:
        """A new showdown: the card goes out at an instant nobody can foresee, earlier to far players."""
        showdown = self.game.showdown(self.state)
        if showdown is None or (self._open is not None and self._open.key == showdown.key):
            return None
        delay = self.settings.pace * self._random.uniform(REVEAL_LEAST, REVEAL_MOST)
        runners = {seat: line for seat, line in self.lines.items() if seat in self.game.actors(self.state)}
        watchers = {seat: line for seat, line in self.lines.items() if seat not in runners}
        self._open = OpenCard(showdown.key, n, now + delay, {**runners, **watchers})
        for seat in watchers:
            self._open.left(seat)
        return self._open

    def _due(self, n: int, now: float) -> dict[Seat | None, float]:
        """When to write an ordinary update: to all so that they see it together, where everybody acts at any time."""
        return self._hands.shown(n, now, self.lines) if self.game.tempo is Tempo.HANDS else self._at_once(now)

    def _at_once(self, now: float) -> dict[Seat | None, float]:
        return {None: now, **dict.fromkeys(self.lines, now)}

    def _settle(self, acted: Seat | None, now: float) -> None:
        """All is committed: run the deadlines of this state, and let the bots look at it."""
        if self.match.ending is not None:
            self._deadlines.clear()
            self._intents.clear()
            self._effects.append(Over(self.match.outcome))
            return
        if self.game.showdown(self.state) is None:
            self._open = None
        actors = self.game.actors(self.state)
        begins = self._open.paint if self._open is not None else now
        self._deadlines.set(self.game.deadlines(self.state), begins, self.settings.pace)
        self._turns.set((seat for seat in actors if seat >= 0), acted, begins)
        self._hurried.clear()
        if self.game.tempo is not Tempo.HANDS:
            self._intents.clear()
        for seat in sorted(actors):
            if seat >= 0 and self.chairs[seat].bot_level:
                self._think(seat, self.chairs[seat].bot_level, begins)

    # --- bots --------------------------------------------------------------------------------------------------

    def _think(self, seat: Seat, level: str, now: float) -> None:
        asked = len(self.match.entries)
        if self.paused or self._asked.get(seat) == asked:
            return
        self._asked[seat] = asked
        level = level if self.chairs[seat].kind == "bot" else self.settings.stand_in
        legal = self.game.legal(self.state, seat)
        self._effects.append(Think(seat, level, asked, self.game.view(self.state, seat), legal, now))

    def intend(self, seat: Seat, asked: int, act: Act | None, at: float, now: float) -> None:
        """A bot's answer to `Think`: what it will do, and when. An answer to an old question is dropped."""
        if self.paused or asked != self._asked.get(seat) or asked != len(self.match.entries):
            return
        if act is None:
            self._intents.pop(seat, None)
            return
        if self._open is not None and self.game.stakes(self.state, seat, act):
            paint = self._open.paint
            planned = paint + max(self.settings.pace, REACTION_PACE) * max(0.0, at - paint)
            self._enter(Attempt(seat, act, planned, by=self._by(seat)))
            return
        due = now + self.settings.pace * max(0.0, at - now)
        if self.game.tempo is Tempo.TURNS:
            due = max(due, now + 1000 * self.settings.pace * self.settings.bot_pause_s)
        self._intents[seat] = Intent(due, act)

    def _by(self, seat: Seat) -> Any:
        return UNSET if self.chairs[seat].kind == "bot" else "stand-in"

    # --- time --------------------------------------------------------------------------------------------------

    def next_wake(self) -> float | None:
        """When `wake` has to be called next, as far as is known now; None: only when something else happens."""
        return min((at for at, _ in self._waits()), default=None)

    def wake(self, now: float) -> None:
        """Do what is due by now, one thing at a time: what follows from it may change what is due next."""
        while not self._pending:
            due = min(self._waits(), key=lambda wait: wait[0], default=None)
            if due is None or due[0] > now:
                return
            due[1](now)

    def _waits(self) -> Iterable[tuple[float, Any]]:
        """Everything that is waited for, in order of precedence at the same instant: the referee comes first."""
        if self.match.ending is not None or self.paused or self._pending:
            return
        if self._open is not None and (closes := self._open.closes_at()) is not None:
            yield closes, self._close
        if (release := self._hands.due(self.lines)) is not None:
            yield release, self._release
        for seat, intent in self._intents.items():
            yield intent.at, lambda now, seat=seat: self._carry_out(seat, now)
        if (alarm := self._deadlines.next()) is not None:
            yield alarm.at, lambda now: self._judge(Attempt(CLOCK, alarm.act, now))
        for seat, chair in enumerate(self.chairs):
            since = self._turns.since(seat)
            if since is not None and chair.kind == "human":
                yield from self._waits_for(seat, chair, since)

    def _waits_for(self, seat: Seat, chair: Chair, since: float) -> Iterable[tuple[float, Any]]:
        """What the table waits for with a person: their return, their decision, the one thing they can do."""
        if chair.stood_in:
            return
        turns = self.game.tempo is Tempo.TURNS
        if not chair.present:
            grace = self.settings.turn_grace_s if turns else self.settings.race_grace_s
            began = max(chair.absent_since, since) if turns else chair.absent_since
            yield began + 1000 * grace, lambda now: self._stand_in(seat, now)
        elif turns and self.settings.turn_limit_s and seat not in self._hurried:
            yield since + 1000 * self.settings.turn_limit_s, lambda now: self._hurry(seat, now)
        elif not turns and self._only_act(seat) is not None:
            yield since + 1000 * self.settings.auto_s * self.settings.pace, lambda now: self._act_for(seat, now)

    def _carry_out(self, seat: Seat, now: float) -> None:
        intent = self._intents.pop(seat)
        self._asked.pop(seat, None)
        before = len(self.match.entries)
        self._enter(Attempt(seat, intent.act, now, by=self._by(seat)))
        if len(self.match.entries) == before and not self._hands.holds(seat):
            self._think(seat, self.chairs[seat].bot_level or self.settings.stand_in, now)  # refused: look again

    def _stand_in(self, seat: Seat, now: float) -> None:
        self.chairs[seat].stood_in = True
        self.chairs[seat].level = self.settings.stand_in
        if seat in self.game.actors(self.state) and not self._pending:
            self._think(seat, self.settings.stand_in, now)

    def _hurry(self, seat: Seat, now: float) -> None:
        """The time for a decision is over: a bot makes this one."""
        self._hurried.add(seat)
        self._think(seat, self.settings.stand_in, now)

    def _only_act(self, seat: Seat) -> Act | None:
        """The one thing a lone player can do, with nothing to choose: turning a card, giving a signal."""
        if {actor for actor in self.game.actors(self.state) if actor >= 0} != {seat}:
            return None
        legal = self.game.legal(self.state, seat)
        return legal[0] if len(legal) == 1 else None

    def _act_for(self, seat: Seat, now: float) -> None:
        act = self._only_act(seat)
        if act is not None:
            self._judge(Attempt(seat, act, now, by="table"))

    # --- the host's hand ---------------------------------------------------------------------------------------

    def pause(self, now: float) -> None:
        """Stop everything. A race that is on cannot be judged any more: it is void."""
        if self.paused or self.match.ending is not None:
            return
        for attempt, receipts in self._hands.flush():
            self._judge(attempt, receipts)
        self._void_showdown(now)
        self.paused = True
        self._deadlines.clear()
        self._intents.clear()

    def resume(self, now: float) -> None:
        """Go on; deadlines and turns start afresh."""
        if not self.paused:
            return
        self.paused = False
        self._asked.clear()
        self._turns.restart(now)
        if not self._pending:
            self._settle(None, now)

    def give_up(self) -> None:
        """End the match without an outcome."""
        if self.match.ending is None:
            self._effects.append(Store(len(self.match.entries) - 1, (self.match.give_up(),)))
            self._effects.append(Over(None))

    def _at_ms(self, now: float) -> int:
        return max(0, round(now - self._began))
