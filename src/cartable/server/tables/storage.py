"""How one table is stored, and what happens when it cannot be.

Nothing is said to anybody before it is stored. When a write fails the table stops: it refuses everything, and tries
again until the store takes writes, then goes on from what is stored.
"""

import asyncio
from collections.abc import Callable
from copy import copy
from functools import partial
from typing import Final, Literal, NamedTuple

import msgspec

from cartable.kernel import Refused
from cartable.matches.live import STOPPED, LiveMatch
from cartable.server.common.clock import today_s
from cartable.server.common.logs import log, log_error
from cartable.server.services import Services
from cartable.server.store.contract import HeldElsewhere, Lease, LeaseLost, MatchRow, StoreFailed, TableRow
from cartable.server.tables.roster import Roster
from cartable.server.tables.terms import GameSettings

TOUCHED_S: Final = 3600
"""A table is alive while people come back to it; that much is written down, but not at every step."""

RECOVER_SOON_S: Final = 0.05
"""How soon a stopped table tries again; then less and less often, but at once when a database that was away is back."""


class StoredMatch(NamedTuple):
    """The last match of a table, and the parts of its log if it is still on."""

    row: MatchRow | None
    parts: int = 0
    lines: bytes = b""


class PublishedTable(NamedTuple):
    """Who sits and what is played, as it is stored: nobody is told of a change before that."""

    roster: Roster
    settings: GameSettings


class TableStorage:
    """The lease of one table, and all that is written with it."""

    def __init__(
        self,
        row: TableRow,
        lease: Lease,
        services: Services,
        roster: Roster,
        settings: GameSettings,
    ) -> None:
        self.code = row.code
        self.lease = lease
        self.last_act = row.last_act
        self.last_match: str | None = None
        self.stopped = False
        self.closed = False
        self.on_change: Callable[[], None] = lambda: None
        """Called when something has been stored that everybody may know."""
        self.on_stop: Callable[[], None] = lambda: None
        """Called when nothing more can be stored for now."""
        self.on_recovery: Callable[[TableRow, StoredMatch], None] = lambda _row, _match: None
        """Called with what is stored, once writes are accepted again: go on from there."""
        self._created = row.created
        self._services = services
        self._roster = roster
        self._settings = settings
        self.published = self.snapshot()
        self._recovering: asyncio.Task[None] | None = None

    def snapshot(self) -> PublishedTable:
        """The table as it is now, stored or not."""
        return PublishedTable(copy(self._roster), copy(self._settings))  # what they hold is never changed in place

    def row(self) -> TableRow:
        """The table as it is stored."""
        roster, settings = self._roster, self._settings
        return TableRow(
            code=self.code,
            game=settings.game.id,
            options=msgspec.json.encode(settings.options),
            settings=msgspec.json.encode(settings.settings),
            room=msgspec.json.encode(roster.room),
            keys=msgspec.json.encode(roster.keys),
            public=settings.public,
            created=self._created,
            last_act=self.last_act,
        )

    # --- writing -----------------------------------------------------------------------------------------------

    async def save(self) -> Refused | None:
        """Store the table as it is now; not while it is stopped, or what was refused would be kept."""
        if self.stopped or self.closed:
            return STOPPED
        self.last_act = today_s()
        written = self.snapshot()
        try:
            await self._services.store.save_table(self.lease, self.row())
        except StoreFailed as error:
            self.failed(error)
            return STOPPED
        self._publish(written)
        return None

    def _publish(self, written: PublishedTable) -> None:
        self.published = written
        self.on_change()

    def save_soon(self) -> None:
        """The same for those who need not wait."""
        task = asyncio.ensure_future(self.save())
        task.add_done_callback(self._saved)

    def _saved(self, saving: "asyncio.Task[Refused | None]") -> None:
        error = None if saving.cancelled() else saving.exception()
        if error is not None:
            self._services.metrics.errors += 1
            log_error("table not saved", table=self.code, why=repr(error))

    def touch(self) -> None:
        """Somebody came back: write that down now and then, or the table would be deleted one day."""
        if today_s() - self.last_act > TOUCHED_S:
            self.save_soon()

    def begin_match(self, match: MatchRow) -> "asyncio.Future[None]":
        """Store a new match with the table."""
        self.last_match = match.id
        self.last_act = today_s()
        self._settings.deal_used()
        written = self.snapshot()
        storing = asyncio.ensure_future(self._services.store.begin_match(self.lease, self.row(), match))
        storing.add_done_callback(partial(self._written_with_match, written))
        return storing

    def end_match(self, match: str, live: LiveMatch) -> None:
        """Store how a match ended, with the table, and what it has taught about speed and skill."""
        state: Literal["over", "given-up"] = "given-up" if live.match.outcome is None else "over"
        self._settings.keep_pace(live.pace)
        if state == "over":
            self._settings.learn(live.match)
        self.last_act = today_s()
        ending = self._services.store.end_match(self.lease, self.row(), match, state, self.last_act)
        asyncio.ensure_future(ending).add_done_callback(partial(self._written_with_match, self.snapshot()))
        log("match ended", table=self.code, game=self._settings.game.id, how=state)

    def _written_with_match(self, written: PublishedTable, stored: "asyncio.Future[None]") -> None:
        if stored.cancelled():
            return  # the program ends
        error = stored.exception()
        if error is not None:
            self.failed(error)
        else:
            self._publish(written)

    # --- reading -----------------------------------------------------------------------------------------------

    async def read_last_match(self) -> StoredMatch:
        """The last match, with its log if it may go on."""
        store = self._services.store
        row = await store.last_match(self.code)
        if row is None or row.state != "on":
            return StoredMatch(row)
        await store.reopen(row.id)
        return StoredMatch(row, *await store.lines(row.id))

    # --- failing, and recovering -------------------------------------------------------------------------------

    def failed(self, error: BaseException) -> None:
        """Something could not be stored: stop, tell everybody, and try again later from what is stored."""
        if self.stopped or self.closed:
            return
        if isinstance(error, LeaseLost):
            self._services.leases.mark_lost(self.code)
            return
        self.stopped = True
        log_error("table stopped", table=self.code, why=str(error))
        self.on_stop()
        self._recovering = asyncio.ensure_future(self._recover())

    async def _recover(self) -> None:
        """Until the store takes writes again; then go on from what it holds."""
        pause = RECOVER_SOON_S
        while self.stopped:
            await self._services.store.answers_again(pause)
            pause = min(2 * pause, self._services.config.recover_s)
            try:
                if not await self._try_again():
                    return
            except StoreFailed:
                self.stopped = True
            except Exception:  # whatever it is: a table that nobody tries to recover would be lost until a restart
                self.stopped = True
                self._services.metrics.errors += 1
                log_error("table not recovered", table=self.code)
        log("table recovered", table=self.code)
        self.on_change()

    async def _try_again(self) -> bool:
        """False when the table is not this process's to recover."""
        lease = await self._services.leases.hold(self.code)
        if isinstance(lease, HeldElsewhere):
            self._services.leases.mark_lost(self.code)
            return False
        row = await self._services.store.table(self.code)
        if row is None:  # deleted meanwhile: whoever is still here learns that when they come back
            self._services.leases.mark_lost(self.code)
            return False
        await self._services.store.save_table(lease, row)
        match = await self.read_last_match()
        # All at once: nobody may find a table whose match is not there yet.
        self.lease = lease
        self.last_act = row.last_act
        self.stopped = False
        self.on_recovery(row, match)
        return True

    def close(self) -> None:
        """Nothing more is written from here; what was handed in still is."""
        self.closed = True
        if self._recovering is not None:
            self._recovering.cancel()
