"""A match that is on, between the live match and the world: the store, the sockets, the bots, the timers.

Everything happens on the event loop and nothing waits inside: the order of the calls is the order of everything.
"""

import asyncio
from collections.abc import Callable
from functools import partial
from typing import Any, Final

from cartable.kernel import Outcome, Refused, Seat, Tempo
from cartable.matches.live import (
    NOT_PLAYING,
    STOPPED,
    Append,
    Effect,
    LiveMatch,
    Over,
    Publish,
    Reply,
    ReplyKind,
    Think,
    Wait,
)
from cartable.matches.log.entries import GIVEN_UP
from cartable.server.common.clock import now_ms
from cartable.server.common.logs import log_error
from cartable.server.services import Services
from cartable.server.store.contract import LeaseLost, Unsure
from cartable.server.tables.broadcast import Broadcast
from cartable.server.tables.connection import Connection
from cartable.server.tables.presence import Presence
from cartable.server.tables.storage import TableStorage
from cartable.server.tables.views import answer, waiting
from cartable.server.thinking.contract import BotId


class RunningMatch:
    """Drive a `LiveMatch`: call its methods through here, or `pump` after calling them."""

    def __init__(
        self,
        match_id: str,
        live: LiveMatch,
        last_shown: tuple[int, Any],
        *,
        presence: Presence,
        storage: TableStorage,
        services: Services,
        on_over: Callable[[], None],
        parts: int,
        seed: int,
    ) -> None:
        """`parts`: how many parts of the log are stored; `seed` is the bots'."""
        self.id = match_id
        self.live = live
        self.stopped = False
        self.broadcast = Broadcast(match_id, live, last_shown, presence)
        self._connections = presence.connections
        self._announce = presence.announce
        self._storage = storage
        self._append_to_log = partial(services.store.append, storage.lease, match_id)
        self._metrics = services.metrics
        self._bots = services.bots
        self._most_acts = services.config.limits.acts
        self._refusals = services.limiter.refusals
        self._on_over = on_over
        self._parts = parts
        self._seed = seed
        self._loop = asyncio.get_running_loop()
        self._timer: asyncio.TimerHandle | None = None
        self._timer_at = 0.0
        self._storing = 0
        self._unflushed = False
        self._over = live.match.ending is not None  # stored, but the server was stopped before it could say so
        self._unanswered: dict[tuple[Seat, int], None] = {}
        self._waits: tuple[Wait, ...] = ()
        """For whom the table waits, as everybody was told."""
        self._stood_in: set[Seat] = set()
        """For whom bots play, as everybody was told."""
        self._thinking: dict[Seat, int] = {}
        """Which bots are being asked, and after how many acts."""

    @property
    def outcome(self) -> Outcome | None:
        return self.broadcast.outcome

    # --- inputs ------------------------------------------------------------------------------------------------

    def act(self, seat: Seat, k: int, text: str, at: float, *, saw: int | None, interval: float | None) -> None:
        """A player's act, stamped at its arrival."""
        self._metrics.acts += 1
        if self.stopped:
            if (seat, k) not in self._unanswered:  # it may stand: a client that asks again once that is known is told
                self._answer(Reply(seat, k, ReplyKind.REFUSED, refused=STOPPED))
                self._flush()
            return
        self._unanswered[seat, k] = None
        self.live.act(seat, k, text, at, saw=saw, interval=interval)
        self.pump()

    def ask(self, connection: Connection, text: str) -> Refused | None:
        """Would this be accepted, as far as the player can know?"""
        if connection.seat is None:
            return NOT_PLAYING
        if self.stopped:
            return STOPPED
        return self.live.ask(connection.seat, text, self.broadcast.shown_to(connection.seat).state)

    def seen(self, seat: Seat, n: int, at: float) -> None:
        """A device has painted act `n`: the referee may have less to wait for now."""
        if not self.live.in_turns:
            self.live.seen(seat, n, at)
            self.pump()

    # --- effects -----------------------------------------------------------------------------------------------

    def pump(self) -> None:
        """Do all that the live match asks for."""
        if self.stopped:
            return
        while effects := self.live.take():
            for effect in effects:
                _DO[type(effect)](self, effect)
        if self._unflushed:
            self._flush()
        if self._thinking:
            self._cancel_outdated_thoughts()
        if self._storing:
            return  # nothing is waited for before that is done
        if self._over:
            self._finish()
        else:
            self._set_timer()
            self._tell_new_waits()

    def _flush(self) -> None:
        self._unflushed = False
        for connection in self._connections():
            connection.flush()

    def _append(self, append: Append) -> None:
        self._storing += 1
        self._append_to_log(self._parts, b"".join(append.lines), partial(self._stored, append.n))
        self._parts += 1

    def _stored(self, n: int, error: Exception | None) -> None:
        self._storing -= 1
        if self.stopped:
            return
        if error is not None:
            self._stop(error)
            return
        self.live.committed(n, now_ms())
        if len(self.live.match.entries) >= self._most_acts and self.live.match.ending is None:
            self._refusals.count("acts")
            self.live.give_up()
        self.pump()

    def _stop(self, error: BaseException) -> None:
        """What happened could not be written down: nobody is told of it, and nothing more is accepted. Where it may
        have been written after all, or where another node may have gone on, nothing is refused either."""
        self.stopped = True
        self._metrics.store_failures += 1
        self.close()
        if not isinstance(error, Unsure | LeaseLost):
            for seat, k in list(self._unanswered):
                self._answer(Reply(seat, k, ReplyKind.REFUSED, refused=STOPPED))
            self._flush()
        self._storage.failed(error)

    def _publish(self, stage: Publish) -> None:
        self._unflushed = True
        self.broadcast.publish(stage)

    def _answer(self, given: Reply) -> None:
        self._unflushed = True
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

    def _ended(self, _over: Over) -> None:
        self._over = True

    def _finish(self) -> None:
        self.stopped = True
        ending = self.live.match.ending
        self.broadcast.outcome = None if ending is None or ending == GIVEN_UP else ending.outcome
        self.close()
        self._on_over()

    # --- bots --------------------------------------------------------------------------------------------------

    def _think(self, think: Think) -> None:
        self._thinking[think.seat] = think.asked
        bot = BotId(self.id, think.seat, self.live.game.id, think.level, self._seed)
        self._bots.ask(bot, think, lambda act, at: self._decided(think, act, at))

    def _decided(self, think: Think, act: Any, at: float) -> None:
        self._thinking.pop(think.seat, None)
        if act is None and think.legal and self.live.game.tempo is Tempo.TURNS:
            log_error("bot failed", game=self.live.game.id, bot=think.level, why="it waits in its own turn")
        if not self.stopped:
            self.live.bot_decided(think.seat, think.asked, act, at, now_ms())
            # Asked in place: the pump that asked goes on by itself.
            self._loop.call_soon(self.pump)

    def _cancel_outdated_thoughts(self) -> None:
        """The table has moved on: bots need not think about what was before."""
        for seat in [seat for seat, asked in self._thinking.items() if not self.live.awaits(seat, asked)]:
            del self._thinking[seat]
            self._bots.cancel(self.id, seat)

    # --- for whom the table waits ------------------------------------------------------------------------------

    def _tell_new_waits(self) -> None:
        waits = self.live.patience()
        if waits != self._waits:
            self._waits = waits
            for connection in self._connections():
                connection.send(waiting(waits))
        stood_in = {seat for seat, state in enumerate(self.live.seats) if state.stood_in}
        if stood_in != self._stood_in:
            self._stood_in = stood_in
            self._announce()

    def tell_waits(self, connection: Connection) -> None:
        """For whom the table waits, to somebody who has just come."""
        if self._waits:
            connection.send(waiting(self._waits))

    # --- time --------------------------------------------------------------------------------------------------

    def _set_timer(self) -> None:
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
        self._bots.forget(self.id)


_DO: Final[dict[type[Effect], Callable[[RunningMatch, Any], None]]] = {
    Append: RunningMatch._append,
    Publish: RunningMatch._publish,
    Reply: RunningMatch._answer,
    Think: RunningMatch._think,
    Over: RunningMatch._ended,
}
