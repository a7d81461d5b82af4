"""What happens in a match, shown to each connection at its time.

A raced card is shown to everybody at the same moment, which is later for those with a better connection: so a stage
waits for each seat, and the stages after it wait behind it.
"""

from functools import partial
from typing import Any

import msgspec

from cartable.kernel import DEALER, Act, Outcome, Seat
from cartable.matches.live import AT_ONCE, LiveMatch, Publish, visible_to
from cartable.server.common.clock import now_ms
from cartable.server.tables.connection import Connection
from cartable.server.tables.presence import Presence
from cartable.server.tables.views import SeatViews, StageUpdate, numbered
from cartable.wire import down

LOG_SHOWN = 400
"""Events in a fresh snapshot: as many as the log of the page keeps, so that a reload forgets none of them."""


class ShownState(msgspec.Struct, frozen=True):
    """Up to which act somebody has been shown the match."""

    n: int
    state: Any


class Broadcast:
    """The stages of one match that somebody has yet to be shown, and the state that everybody has been."""

    def __init__(self, match_id: str, live: LiveMatch, last_shown: tuple[int, Any], presence: Presence) -> None:
        """`last_shown`: the act and the state when `live` was made, before it went on by itself."""
        self.outcome: Outcome | None = live.match.outcome
        self._match_id = match_id
        self._live = live
        self._presence = presence
        self._base = ShownState(*last_shown)
        self._stages: list[Publish] = []

    def publish(self, stage: Publish) -> None:
        """Show a stage to everybody, now or when it is due. The caller flushes what is shown now."""
        now = now_ms()
        update = self._update(stage)
        connections = self._presence.connections()
        if not self._stages and (stage.send_at is AT_ONCE or max(stage.send_at.values()) <= now):
            self._base = ShownState(stage.n, stage.state)
            for connection in connections:
                if connection.has_stages:
                    connection.show_at(now, partial(self._show, update, stage), now)
                else:
                    self._show(update, stage, connection)
            return
        for connection in connections:
            connection.show_at(_due(stage, connection.seat), partial(self._show, update, stage), now)
        self._stages.append(stage)
        self._prune(now)

    def _prune(self, now: float) -> None:
        """Stages that everybody has been shown are the new base."""
        while self._stages and max(self._stages[0].send_at.values()) <= now:
            stage = self._stages.pop(0)
            self._base = ShownState(stage.n, stage.state)

    def shown_to(self, seat: Seat | None) -> ShownState:
        """The state that a seat has been shown last."""
        now = now_ms()
        self._prune(now)
        shown = self._base
        for stage in self._stages:
            if _due(stage, seat) > now:
                break
            shown = ShownState(stage.n, stage.state)
        return shown

    def seat_view(self, seat: Seat) -> tuple[Any, tuple[Act, ...]]:
        """What a seat has been shown, and what it may do there."""
        game, state = self._live.game, self.shown_to(seat).state
        return game.view(state, seat), game.legal(state, seat)

    def _update(self, stage: Publish) -> StageUpdate:
        match = self._live.match
        last = match.ending is not None and stage.n == len(match.entries) - 1
        return StageUpdate(match.game, stage, match.outcome if last else None)

    def _show(self, update: StageUpdate, stage: Publish, connection: Connection) -> None:
        before = connection.shown
        if before is None or connection.closed:
            return
        seat = connection.seat
        connection.shown, text = update.to(seat, before)
        if text is None:
            return
        connection.queue(text)
        if stage.race and seat is not None and not connection.closed:
            self._live.sent(seat, stage.n, now_ms())
            connection.send_trailing_frames()

    def _stood_in(self, n: int) -> bool:
        """Did a bot do this for somebody? What DEALER answers belongs to the act before it."""
        entries = self._live.match.entries
        while n > 0 and entries[n].seat == DEALER:
            n -= 1
        return entries[n].about.by == "stand-in"

    def snapshot(self, connection: Connection, since: tuple[int, int] | None = None) -> None:
        """Show the whole match again; with `since`, all events after that one, if they are still known."""
        if connection.behind:
            return  # once it has caught up
        connection.forget_stages()
        seat = connection.seat
        shown = self.shown_to(seat)
        view = SeatViews(self._live.game, shown.state).of(seat)
        feed = self._live.feed
        missed = feed.since(seat, *since) if since is not None else None
        known = (visible_to(tuple(feed.latest(LOG_SHOWN, shown.n)), seat)) if missed is None else missed
        ends = self._live.announced_deadline()
        connection.send(
            down.Snapshot(
                match=self._match_id,
                n=shown.n,
                at=feed.last_of(shown.n),
                shown=view.whole(seat),
                log=numbered(each for each in known if each.n <= shown.n),
                resumed=missed is not None,
                outcome=self.outcome,
                stood_in=tuple(dict.fromkeys(each.n for each in known if each.n <= shown.n and self._stood_in(each.n))),
                time_left=None if ends is None else max(0, round(ends - now_ms())),
            )
        )
        connection.shown = view
        now = now_ms()
        for stage in self._stages:
            if stage.n > shown.n:
                due = max(now, _due(stage, seat))
                connection.show_at(due, partial(self._show, self._update(stage), stage), now)
        connection.flush()


def _due(stage: Publish, seat: Seat | None) -> float:
    """When a seat is shown a stage; a seat that came later sees it with the spectators."""
    due = stage.send_at.get(seat)
    return stage.send_at[None] if due is None else due
