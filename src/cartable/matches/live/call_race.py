"""A card is shown to everybody, and the first call counts (tempo CALLS): from the open card to the referee's ruling."""

from typing import ClassVar, Final

import msgspec
from msgspec.structs import replace

from cartable.kernel import CLOCK, Seat
from cartable.matches.head_starts import referee_head_starts
from cartable.matches.live.effects import CALLED_ALREADY, Publish
from cartable.matches.live.judge import PendingAct, Uncommitted
from cartable.matches.live.publisher import SendTimes
from cartable.matches.live.race import REACTION_SCALE, RaceContext, bot_instant
from cartable.matches.referee import Latency, PlannedCall, Race, Ruling, stagger, start_race

REVEAL_LEAST: Final = 600.0
REVEAL_MOST: Final = 1600.0
"""A raced card is shown at a random instant in this span after the act before it, so that nobody can anticipate it."""


class OpenCard(msgspec.Struct):
    """The race for one card. `key` is the rules' name for it, `n` the log entry that turned it."""

    key: str
    n: int
    race: Race
    calls: dict[Seat, PendingAct] = {}
    """Those who have called, and bots that will."""


class CallRace:
    """One card after another, each with the calls for it. They are judged once nobody could still be first."""

    in_turns: ClassVar[bool] = False
    keeps_plans: ClassVar[bool] = False

    def __init__(self, context: RaceContext) -> None:
        self._judge = context.judge
        self._game = context.judge.game
        self._latencies = context.latencies
        self._publisher = context.publisher
        self._settings = context.settings
        self._random = context.random
        self._head_starts = referee_head_starts(context.judge.match.header)
        self._card: OpenCard | None = None

    def _open_card(self) -> OpenCard | None:
        """The card that has been shown, as long as the rules hold its race open."""
        if self._card is not None:
            race = self._game.open_race(self._judge.state)
            if race is None or race.key != self._card.key:
                self._card = None
        return self._card

    # --- calling -----------------------------------------------------------------------------------------------

    def enter(self, act: PendingAct) -> None:
        match, game = self._judge.match, self._game
        if (
            match.ending is None
            and game.open_race(match.state) is not None
            and game.stakes(match.state, act.seat, act.act)
        ):
            self._call(act)
            return
        refused = self._judge.decide(act)
        if refused is None:
            return
        if act.saw is not None and act.saw < len(match.entries) - 1:
            self._judge.late(act)  # the card was gone before the player could know
        else:
            self._judge.refuse(act, refused)

    def _call(self, act: PendingAct) -> None:
        """A call for the open card. Before it was shown there is nothing to call, as after the end of the race."""
        card = self._open_card()
        if act.k is None:
            if card is not None:
                self._plan(card, act)
            return
        refused = self._game.refusal(self._judge.state, act.seat, act.act)
        if card is None or (act.saw is not None and act.saw < card.n):
            self._judge.late(act)
        elif refused is not None:
            self._judge.refuse(act, refused)
        elif act.seat in card.calls:
            self._judge.refuse(act, CALLED_ALREADY)
        else:
            before = card.race
            card.race = before.called(act.seat, str(act.act), act.interval, act.at)
            if card.race is before:
                self._judge.late(act)
            else:
                card.calls[act.seat] = act
        self.release(act.at)

    def plan(self, act: PendingAct, now: float) -> float | None:
        """A bot's call is known before it is made, and never changed: the race takes it at once."""
        raced = bool(self._game.stakes(self._judge.state, act.seat, act.act))
        scale = max(self._settings.wait_scale, REACTION_SCALE) if raced else self._settings.wait_scale
        card = self._open_card()
        if card is None or not raced:
            return bot_instant(self.visible_at(now), act.at, scale)
        self._plan(card, replace(act, at=bot_instant(card.race.paint, act.at, scale)))
        return None

    def _plan(self, card: OpenCard, act: PendingAct) -> None:
        if act.seat not in card.calls:
            planned = PlannedCall(act.seat, str(act.act), act.at - card.race.paint)
            card.race = replace(card.race, planned=(*card.race.planned, planned))
            card.calls[act.seat] = act

    # --- the end of a race -------------------------------------------------------------------------------------

    def next_due(self) -> float | None:
        card = self._open_card()
        return card.race.closes_at() if card is not None else None

    def release(self, now: float) -> None:
        """Judge the open card once nobody could change the ruling any more."""
        card = self._open_card()
        closes = card.race.closes_at() if card is not None else None
        if card is None or closes is None or now < closes:
            return
        self._card = None
        ruling = card.race.ruling()
        if ruling is None:
            raise RuntimeError("a race that closes has a call")
        self._latencies.learn(ruling.receipts)
        self._judge_calls(card, ruling, now)

    def _judge_calls(self, card: OpenCard, ruling: Ruling, now: float) -> None:
        """The first call counts, or those that are tied together; all others were late."""
        counted = [receipt.seat for receipt in ruling.tied] or [ruling.receipts[0].seat]
        calls = tuple(card.calls[seat] for seat in counted)
        receipts = ruling.receipts if len(ruling.receipts) > 1 else ()  # alone, there was nothing to decide
        if len(calls) == 1:
            self._judge.judge(calls[0], receipts)
        else:
            tie = self._game.tie(self._judge.state, {call.seat: call.act for call in calls})
            self._judge.judge(PendingAct(CLOCK, tie, now), receipts, calls)
        for seat, call in card.calls.items():
            if seat not in counted:
                self._judge.late(call)

    def holds_since(self, instant: float) -> bool:
        card = self._open_card()
        return card is not None and any(call.at <= instant for call in card.calls.values())

    def void(self, now: float) -> None:
        """A race that was interrupted cannot be judged: the rules close it, and all calls were late."""
        card, self._card = self._open_card(), None
        match = self._judge.match
        race = self._game.open_race(match.state)
        if race is not None and match.ending is None:
            self._judge.judge(PendingAct(CLOCK, race.void, now))
        for call in card.calls.values() if card is not None else ():
            self._judge.late(call)

    # --- showing -----------------------------------------------------------------------------------------------

    def publish(self, done: Uncommitted, now: float) -> list[Publish]:
        """At once, but for a raced card: it goes out at an instant nobody can foresee, earlier to far players."""
        known = self._latencies.known
        if not self._judge.uncommitted and self._open_card() is None:
            send_at = self._show_card(done.last, now)
            if send_at is not None:
                stages = self._publisher.publish_card(done, now, send_at, known)
                if len(stages) > 1:
                    self._latencies.update_sent(stages[0].n, stages[0].send_at)
                return stages
        stage = self._publisher.publish(done, self._publisher.at_once(known, now))
        self._latencies.update_sent(stage.n, stage.send_at)
        return [stage]

    def _show_card(self, n: int, now: float) -> SendTimes | None:
        """Start the race that entry `n` opens, if it opens one: when to send its card to whom."""
        state, known = self._judge.state, self._latencies.known
        race = self._game.open_race(state)
        if race is None:
            return None
        start = max(now, self._publisher.spectators_at)
        start += self._settings.wait_scale * self._random.uniform(REVEAL_LEAST, REVEAL_MOST)
        times = stagger(known)
        referee = start_race(times, start, known, head_starts=self._head_starts)
        for seat in known.keys() - self._game.actors(state):
            referee = referee.left(seat)  # the card is shown to them at the same moment, but they do not run
        self._card = OpenCard(race.key, n, referee)
        return {None: start + times.spectators, **{seat: start + offset for seat, offset in times.offsets.items()}}

    def visible_at(self, now: float) -> float:
        card = self._open_card()
        return max(now, card.race.paint) if card is not None else now

    # --- connections -------------------------------------------------------------------------------------------

    def joined(self, seat: Seat, latency: Latency, now: float) -> None:
        """What a stand-in only planned is not done: the player may call."""
        card = self._open_card()
        if card is None or seat not in self._game.actors(self._judge.state):
            return
        planned = card.calls.get(seat)
        if planned is not None and planned.k is None and planned.at > now:
            del card.calls[seat]
            card.race = replace(card.race, planned=tuple(each for each in card.race.planned if each.seat != seat))
        if seat not in card.calls:
            card.race = card.race.joined(seat, latency)

    def left(self, seat: Seat) -> None:
        card = self._open_card()
        if card is not None:
            card.race = card.race.left(seat)

    def sent(self, seat: Seat, n: int, at: float) -> None:
        card = self._open_card()
        if card is not None and n == card.n:
            card.race = card.race.sent(seat, at)

    def seen(self, seat: Seat, n: int, at: float) -> None:
        card = self._open_card()
        if card is not None and n == card.n:
            card.race = card.race.seen(seat, at)
