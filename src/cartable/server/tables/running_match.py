"""A match on, between the live match and the world: the store, the sockets, the bots, the timers.

Everything happens on the event loop and nothing waits inside: the order of the calls is the order of everything.
"""

import asyncio
from collections.abc import Callable, Iterable
from functools import partial
from typing import Any, Final, NamedTuple

import msgspec

from cartable.kernel import Act, Outcome, Refused, Seat
from cartable.server.common.clock import now_ms
from cartable.server.common.metrics import Metrics
from cartable.server.store import Lease, LeaseLost, Store, Unsure
from cartable.server.tables.connection import Connection
from cartable.server.tables.views import Boards, Update, answer, numbered
from cartable.server.thinking.pool import Thinkers
from cartable.server.thinking.process import Mind
from cartable.table.live import (
    AT_ONCE,
    STOPPED,
    Append,
    Effect,
    LiveMatch,
    Over,
    Publish,
    Reply,
    ReplyKind,
    Think,
    visible_to,
)
from cartable.table.log import GIVEN_UP
from cartable.wire import down

LOG_SHOWN = 12
"""Events in a fresh snapshot."""


class Shown(msgspec.Struct, frozen=True):
    """Up to which act somebody has been shown the match."""

    n: int
    state: Any


class Around(NamedTuple):
    """What a match needs of its server and its table."""

    store: Store
    lease: Lease
    thinkers: Thinkers
    metrics: Metrics
    connections: Callable[[], Iterable[Connection]]
    over: Callable[[], None]
    failed: Callable[[BaseException], None]


class Play:
    """Drive a `LiveMatch`: call its methods through here, or `pump` after calling them."""

    def __init__(self, match_id: str, live: LiveMatch, base: Shown, around: Around, *, parts: int, seed: int) -> None:
        """`base` is what had been told before: the state when `live` was made, before it went on by itself."""
        self.id = match_id
        self.live = live
        self.stopped = False
        self.outcome: Outcome | None = live.match.outcome
        self._around = around
        self._connections = around.connections
        self._metrics = around.metrics
        self._base = base
        self._stages: list[Publish] = []
        self._parts = parts
        self._seed = seed
        self._loop = asyncio.get_running_loop()
        self._timer: asyncio.TimerHandle | None = None
        self._timer_at = 0.0
        self._storing = 0
        self._told = False
        self._over = live.match.ending is not None  # stored, but the server was stopped before it could say so
        self._unanswered: dict[tuple[Seat, int], None] = {}
        self._thinking: dict[Seat, int] = {}
        """Which bots are being asked, and after how many acts."""

    # --- inputs ------------------------------------------------------------------------------------------------

    def act(self, seat: Seat, k: int, text: str, at: float, *, saw: int | None, interval: float | None) -> None:
        """A player's act, stamped at its arrival."""
        self._metrics.acts += 1
        if self.stopped:
            if (seat, k) not in self._unanswered:  # it may stand: whoever asks again once that is known is told
                self._answer(Reply(seat, k, ReplyKind.REFUSED, refused=STOPPED))
                self._flush()
            return
        self._unanswered[seat, k] = None
        self.live.act(seat, k, text, at, saw=saw, interval=interval)
        self.pump()

    def ask(self, connection: Connection, text: str) -> Refused | None:
        """Would this be accepted, as far as the player can know?"""
        if connection.seat is None or self.stopped:
            return STOPPED
        return self.live.ask(connection.seat, text, self._shown_to(connection.seat).state)

    # --- effects -----------------------------------------------------------------------------------------------

    def pump(self) -> None:
        """Do all that the live match asks for."""
        if self.stopped:
            return
        while effects := self.live.take():
            for effect in effects:
                _DO[type(effect)](self, effect)
        if self._told:
            self._flush()
        if self._thinking:
            self._call_off()
        if self._storing:
            return  # nothing is waited for before that is done
        if self._over:
            self._finish()
        else:
            self._rearm()

    def _flush(self) -> None:
        self._told = False
        for connection in self._connections():
            connection.flush()

    def _append(self, append: Append) -> None:
        self._storing += 1
        lines = b"".join(append.lines)
        self._around.store.append(self._around.lease, self.id, self._parts, lines, partial(self._stored, append.n))
        self._parts += 1

    def _stored(self, n: int, error: Exception | None) -> None:
        self._storing -= 1
        if self.stopped:
            return
        if error is not None:
            self._stop(error)
            return
        self.live.committed(n, now_ms())
        self.pump()

    def _stop(self, error: BaseException) -> None:
        """What happened could not be written down: nobody is told of it, and nothing more is accepted. Where it may
        have been written after all, or where another may have gone on, nothing is refused either."""
        self.stopped = True
        self._metrics.store_failures += 1
        self.close()
        if not isinstance(error, Unsure | LeaseLost):
            for seat, k in list(self._unanswered):
                self._answer(Reply(seat, k, ReplyKind.REFUSED, refused=STOPPED))
            self._flush()
        self._around.failed(error)

    def _answer(self, given: Reply) -> None:
        self._told = True
        self._unanswered.pop((given.seat, given.k), None)
        self._count(given.kind)
        for connection in self._connections():
            if connection.seat == given.seat:
                connection.queue(answer(given))

    def _count(self, answered: ReplyKind) -> None:
        metrics = self._metrics
        match answered:
            case ReplyKind.ACCEPTED:
                metrics.accepted += 1
            case ReplyKind.REFUSED:
                metrics.refused += 1
            case ReplyKind.LATE:
                metrics.late += 1
            case ReplyKind.ALREADY:
                metrics.already += 1

    def sight(self, seat: Seat) -> tuple[Any, tuple[Act, ...]]:
        """What a seat has been shown, and what it may do there."""
        state = self._shown_to(seat).state
        return self.live.game.view(state, seat), self.live.game.legal(state, seat)

    def _call_off(self) -> None:
        """The table has moved on: bots need not think about what was before."""
        for seat in [seat for seat, asked in self._thinking.items() if not self.live.awaits(seat, asked)]:
            del self._thinking[seat]
            self._around.thinkers.call_off(self.id, seat)

    def _think(self, think: Think) -> None:
        self._thinking[think.seat] = think.asked
        mind = Mind(self.id, think.seat, self.live.game.id, think.level, self._seed)
        self._around.thinkers.ask(mind, think, lambda act, at: self._thought(think, act, at))

    def _thought(self, think: Think, act: Any, at: float) -> None:
        self._thinking.pop(think.seat, None)
        if not self.stopped:
            self.live.bot_decided(think.seat, think.asked, act, at, now_ms())
            # Asked in place: the pump that asked goes on by itself.
            self._loop.call_soon(self.pump)

    def _ended(self, _over: Over) -> None:
        self._over = True

    def _finish(self) -> None:
        self.stopped = True
        ending = self.live.match.ending
        self.outcome = None if ending is None or ending == GIVEN_UP else ending.outcome
        self.close()
        self._around.over()

    # --- time --------------------------------------------------------------------------------------------------

    def _rearm(self) -> None:
        due = self.live.next_wake()
        if self._timer is not None:
            if due == self._timer_at:
                return
            self._timer.cancel()
            self._timer = None
        if due is not None:
            self._timer_at = due
            self._timer = self._loop.call_later(max(0.0, due - now_ms()) / 1000, self._wake)

    def _wake(self) -> None:
        self._timer = None
        if not self.stopped:
            # Timers tick in whole milliseconds, and may be early by a fraction of one.
            self.live.wake(max(now_ms(), self._timer_at))
            self.pump()

    def close(self) -> None:
        """No more timers. What is being stored is still stored."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        self._around.thinkers.forget(self.id)

    # --- showing -----------------------------------------------------------------------------------------------

    def _publish(self, stage: Publish) -> None:
        now = now_ms()
        self._told = True
        update = self._update(stage)
        if not self._stages and (stage.send_at is AT_ONCE or max(stage.send_at.values()) <= now):
            self._base = Shown(stage.n, stage.state)
            for connection in self._connections():
                if connection.staged:
                    connection.at(now, partial(self._show, update, stage), now)
                else:
                    self._show(update, stage, connection)
            return
        for connection in self._connections():
            connection.at(_due(stage, connection.seat), partial(self._show, update, stage), now)
        self._stages.append(stage)
        self._prune(now)

    def _prune(self, now: float) -> None:
        """Stages that everybody has been shown are the new base."""
        while self._stages and max(self._stages[0].send_at.values()) <= now:
            stage = self._stages.pop(0)
            self._base = Shown(stage.n, stage.state)

    def _shown_to(self, seat: Seat | None) -> Shown:
        now = now_ms()
        self._prune(now)
        shown = self._base
        for stage in self._stages:
            if _due(stage, seat) > now:
                break
            shown = Shown(stage.n, stage.state)
        return shown

    def _update(self, stage: Publish) -> Update:
        """A stage as it is written to connections. What several are told alike is made once."""
        match = self.live.match
        last = match.ending is not None and stage.n == len(match.entries) - 1
        return Update(match.game, stage, match.outcome if last else None)

    def _show(self, update: Update, stage: Publish, connection: Connection) -> None:
        before = connection.board
        if before is None or connection.closed:
            return
        seat = connection.seat
        connection.board, text = update.to(seat, before)
        if text is None:
            return
        connection.queue(text)
        if stage.race and seat is not None and not connection.closed:
            self.live.sent(seat, stage.n, now_ms())
            connection.trail()

    def snapshot(self, connection: Connection, since: tuple[int, int] | None = None) -> None:
        """Show everything afresh; with `since`, all events after that one, if they are still known."""
        if connection.behind:
            return  # once it has caught up
        connection.forget_stages()
        seat = connection.seat
        shown = self._shown_to(seat)
        board = Boards(self.live.game, shown.state).of(seat)
        feed = self.live.feed
        missed = feed.since(seat, *since) if since is not None else None
        known = (visible_to(tuple(feed.latest(LOG_SHOWN, shown.n)), seat)) if missed is None else missed
        connection.send(
            down.Snapshot(
                match=self.id,
                n=shown.n,
                at=feed.last_of(shown.n),
                shown=board.shown(seat),
                log=numbered(each for each in known if each.n <= shown.n),
                resumed=missed is not None,
                outcome=self.outcome,
            )
        )
        connection.board = board
        now = now_ms()
        for stage in self._stages:
            if stage.n > shown.n:
                due = max(now, _due(stage, seat))
                connection.at(due, partial(self._show, self._update(stage), stage), now)
        connection.flush()


def _due(stage: Publish, seat: Seat | None) -> float:
    """When a seat is shown a stage; who came later sees it with the spectators."""
    due = stage.send_at.get(seat)
    return stage.send_at[None] if due is None else due


_DO: Final[dict[type[Effect], Callable[[Play, Any], None]]] = {
    Append: Play._append,
    Publish: Play._publish,
    Reply: Play._answer,
    Think: Play._think,
    Over: Play._ended,
}
