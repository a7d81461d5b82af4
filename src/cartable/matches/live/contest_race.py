"""Everybody acts at any time (tempo HANDS): acts that contend for one thing wait for the referee to order them."""

from itertools import count
from math import inf
from typing import ClassVar

from msgspec.structs import replace

from cartable.kernel import Refused, Seat
from cartable.matches.head_starts import referee_head_starts
from cartable.matches.live.effects import Publish
from cartable.matches.live.judge import PendingAct, Uncommitted
from cartable.matches.live.publisher import SendTimes
from cartable.matches.live.race import REACTION_SCALE, RaceContext, bot_instant
from cartable.matches.referee import Contest, ContestedAct, Delivery, Latency, Released, stagger


class ContestRace:
    """The acts that still wait for others, and what the referee knows of who saw what when."""

    in_turns: ClassVar[bool] = False
    keeps_plans: ClassVar[bool] = True

    def __init__(self, context: RaceContext) -> None:
        self._judge = context.judge
        self._game = context.judge.game
        self._latencies = context.latencies
        self._publisher = context.publisher
        self._settings = context.settings
        self._contest = Contest(referee_head_starts(context.judge.match.header))
        self._waiting: dict[tuple[Seat, int], PendingAct] = {}
        self._numbers = count()
        self._painted_at = -inf
        """When the newest events are painted for everybody."""

    # --- acting ------------------------------------------------------------------------------------------------

    def enter(self, act: PendingAct) -> None:
        """Acts of one player are judged in their order: what an act means, and contends for, is seen from where the
        player's own acts that still wait will have led."""
        if self._judge.match.ending is not None:
            self._judge.judge(act)
            return
        state = self._judge.state
        mine = [waiting for (seat, _), waiting in self._waiting.items() if seat == act.seat]
        for earlier in mine:
            stepped = self._game.step(state, act.seat, earlier.act)
            state = state if isinstance(stepped, Refused) else stepped.state
        act = replace(act, act=self._game.with_defaults(state, act.act))
        stakes = self._game.stakes(state, act.seat, act.act)
        if not stakes and not mine:
            self._judge.judge(act)
            return
        number = next(self._numbers)
        self._waiting[act.seat, number] = act
        contested = ContestedAct(
            seat=act.seat,
            number=number,
            act=str(act.act),
            stakes=stakes,
            saw=-1 if act.saw is None else act.saw,
            claim=act.interval,
            at=act.at,
        )
        self._contest = self._contest.entered(contested, self._latencies.known)
        self.release(act.at)

    def plan(self, act: PendingAct, now: float) -> float | None:
        raced = bool(self._game.stakes(self._judge.state, act.seat, act.act))
        scale = max(self._settings.wait_scale, REACTION_SCALE) if raced else self._settings.wait_scale
        return bot_instant(self.visible_at(now), act.at, scale)

    def next_due(self) -> float | None:
        return self._contest.next_due(self._latencies.known) if self._waiting else None

    def release(self, now: float) -> None:
        self._contest, released = self._contest.release(now, self._latencies.known)
        for each in released:
            self._latencies.learn(each.receipts)
            self._judge_released(each)

    def _judge_released(self, released: Released) -> None:
        act = released.held.act
        self._judge.judge(self._waiting.pop((act.seat, act.number)), released.receipts)

    def holds_since(self, instant: float) -> bool:
        return any(act.at <= instant for act in self._waiting.values())

    def void(self, _now: float) -> None:
        """Nothing has to be undone: the acts that wait are judged in the order that is known now."""
        self._contest, released = self._contest.release(inf, {})
        for each in released:
            self._judge_released(each)

    # --- showing -----------------------------------------------------------------------------------------------

    def publish(self, done: Uncommitted, now: float) -> list[Publish]:
        """To far players earlier, so that all see it together."""
        times = stagger(self._latencies.known)
        wanted: SendTimes = {seat: now + offset for seat, offset in times.offsets.items()}
        send_at = self._publisher.in_order({**wanted, None: now + times.spectators})
        self._painted_at = now + times.paint
        for seat, sent in send_at.items():
            if seat is not None:
                self._contest = self._contest.delivered(seat, Delivery(done.last, self._painted_at, sent))
        return [self._publisher.publish(done, send_at, race=True)]

    def visible_at(self, now: float) -> float:
        return max(now, self._painted_at)

    # --- connections -------------------------------------------------------------------------------------------

    def joined(self, seat: Seat, _latency: Latency, _now: float) -> None:
        self._contest = self._contest.left(seat)

    def left(self, seat: Seat) -> None:
        self._contest = self._contest.left(seat)

    def sent(self, seat: Seat, n: int, at: float) -> None:
        """The schedule is near enough: many updates go out each second."""

    def seen(self, seat: Seat, n: int, at: float) -> None:
        self._contest = self._contest.seen(seat, n, at, self._latencies.known)
