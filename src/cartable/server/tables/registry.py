"""All tables of a server by their codes: opened, found again in the store, and released when nobody is there."""

import asyncio
from collections.abc import Awaitable, Callable, Sequence

import msgspec

from cartable.kernel import AnyGame, Options
from cartable.matches.live import TableSettings
from cartable.matches.room import Room
from cartable.server.common.clock import today_s
from cartable.server.common.codes import Keys, decode_keys, new_code, place_of
from cartable.server.common.logs import log, log_error
from cartable.server.services import Services
from cartable.server.store.contract import HeldElsewhere, Lease, StoreFailed, TableRow
from cartable.server.tables.table import Table
from cartable.wire import rest

CLEANUP_S = 3600.0
LISTED = 100
LOADED_AT_ONCE = 8
"""When a node dies, its tables are all wanted at once: the first ones are then there soon, and leases are renewed in
between."""

AT_ONCE = 20
"""Tables that are handed over together: they share a commit."""


class TableRegistry:
    """Tables in memory; the others wait in the store."""

    def __init__(self, services: Services, make_code: Callable[[], str] = new_code) -> None:
        self._services = services
        self._make_code = make_code
        self._tables: dict[str, Table] = {}
        self._loading: dict[str, asyncio.Future[Table | HeldElsewhere | None]] = {}
        self._releasing: set[asyncio.Task[None]] = set()
        self._cleanup: asyncio.Task[None] | None = None
        self._stopping = False
        self._turns = asyncio.Semaphore(LOADED_AT_ONCE)
        services.leases.on_lost = self._abort

    @property
    def tables(self) -> tuple[Table, ...]:
        """Those in memory."""
        return tuple(self._tables.values())

    async def open(self, game: AnyGame, options: Options, settings: TableSettings, *, public: bool) -> Table:
        """A new table. It is stored when this returns."""
        now = today_s()
        lease = await self._new_lease()
        code = lease.code
        row = TableRow(
            code=code,
            game=game.id,
            options=msgspec.json.encode(options),
            settings=msgspec.json.encode(settings),
            room=msgspec.json.encode(Room.of(game)),
            keys=b"{}",
            public=public,
            created=now,
            last_act=now,
        )
        try:
            await self._services.store.save_table(lease, row)
        except StoreFailed:
            await self._release_lease(lease)
            raise
        self._services.metrics.tables_opened += 1
        return await self._loaded(row, lease)

    async def _new_lease(self) -> Lease:
        """Of a code that no table has."""
        while True:
            code = self._make_code()
            if code not in self._tables and await self._services.store.table(code) is None:
                lease = await self._services.leases.hold(code)
                if isinstance(lease, Lease):
                    return lease

    def at(self, code: str) -> Table | None:
        """A table that is in memory, and may be spoken for."""
        table = self._tables.get(code)
        return table if table is not None and self._services.leases.valid(code) else None

    async def game_at(self, code: str) -> str | None:
        """Return what is played at a table, which is not loaded for it; None if there is no such table."""
        table = self._tables.get(code)
        if table is not None:
            return table.settings.game.id
        row = await self._stored(code)
        return row.game if row is not None else None

    async def opening_key(self, code: str, keys: Sequence[str]) -> str | None:
        """Return the first of these keys that opens a place at a table, wherever in the cluster the table is.

        The table is not loaded for it: every key was stored before anybody was given it.
        """
        if not keys:
            return None
        table = self.at(code)
        row = await self._stored(code) if table is None else None
        known: Keys = table.roster.keys if table is not None else {} if row is None else decode_keys(row.keys)
        return next((key for key in keys if place_of(known, key) is not None), None)

    async def find(self, code: str) -> Table | HeldElsewhere | None:
        """The table with this code, from memory or from the store; or who else has it now."""
        table = self._tables.get(code)
        if table is not None:
            if self._services.leases.valid(code):
                return table
            self._services.leases.mark_lost(code)
            self._abort(code)
        loading = self._loading.get(code)
        if loading is None:
            loading = self._loading[code] = asyncio.ensure_future(self._load_in_turn(code))
            loading.add_done_callback(lambda _: self._loading.pop(code, None))
        return await asyncio.shield(loading)

    async def _load_in_turn(self, code: str) -> Table | HeldElsewhere | None:
        async with self._turns:
            return await self._load(code)

    async def _load(self, code: str) -> Table | HeldElsewhere | None:
        await self._services.store.flush()  # whatever is still being written for this table is written then
        if await self._stored(code) is None:
            return None
        if self._stopping:
            return await self._held_elsewhere(code)
        lease = await self._services.leases.hold(code)
        if isinstance(lease, HeldElsewhere):
            return lease
        row = await self._stored(code)  # as the node before has left it
        if row is None:
            await self._services.leases.release(lease)
            return None
        return await self._loaded(row, lease)

    async def _loaded(self, row: TableRow, lease: Lease) -> Table:
        table = Table(row, self._services, lease, self.release)
        await table.load()
        if not self._services.leases.valid(row.code):
            table.abort()
            raise StoreFailed("the lease was lost while the table was read")
        self._tables[row.code] = table
        return table

    async def _held_elsewhere(self, code: str) -> HeldElsewhere:
        """The node that has a table which this one may not take any more, as it stops."""
        node = await self._services.store.holder(code)
        if node is None or node == self._services.leases.node:
            raise StoreFailed("this server is stopping")
        return HeldElsewhere(node)

    async def _stored(self, code: str) -> TableRow | None:
        row = await self._services.store.table(code)
        return None if row is None or row.last_act + self._services.config.lives_s < today_s() else row

    def release(self, code: str) -> None:
        """Nobody is at this table: it leaves the memory, and waits in the store."""
        table = self._tables.pop(code, None)
        if table is not None:
            table.close("closed")
            releasing = asyncio.ensure_future(self._release_lease(table.storage.lease))
            self._releasing.add(releasing)
            releasing.add_done_callback(self._releasing.discard)

    async def _release_lease(self, lease: Lease) -> None:
        try:
            await self._services.leases.release(lease)
        except StoreFailed as error:
            log_error("lease not given back", table=lease.code, why=str(error))

    def _abort(self, code: str) -> None:
        """Another node has this table, or may have it: not a word more about it."""
        table = self._tables.pop(code, None)
        if table is not None:
            table.abort()

    async def public(self) -> list[rest.TableLine]:
        """The tables that want to be found. In a cluster every node tells what is stored, so that all tell the same."""
        lines = []
        alone = self._services.store.lease_s is None
        for row in await self._services.store.public_tables(LISTED):
            table = self._tables.get(row.code) if alone else None
            published = table.storage.published.roster.room if table is not None else None
            room = published or msgspec.json.decode(row.room, type=Room)
            phase = table.phase if table is not None else "playing" if room.playing else "lobby"
            players = len(room.places)
            lines.append(rest.TableLine(row.code, row.game, phase, players, room.most, room.locked))
        return lines

    # --- the long run ------------------------------------------------------------------------------------------

    def start_cleanup(self) -> None:
        """From time to time, forget what has been left alone for too long."""
        self._cleanup = asyncio.ensure_future(self._sweep())

    async def _sweep(self) -> None:
        while True:
            try:
                await self.forget_old()
            except Exception:  # whatever it is: without this task the store grows and grows
                self._services.metrics.errors += 1
                log_error("old tables could not be deleted")
            await asyncio.sleep(CLEANUP_S)

    async def forget_old(self) -> int:
        """Delete tables at which nothing happened for too long; how many."""
        before = today_s() - self._services.config.lives_s
        codes = [
            code
            for code in await self._services.store.expired(before)
            if code not in self._tables or not any(self._tables[code].presence.connections())
        ]
        if codes:
            for code in codes:
                self.release(code)
            await asyncio.gather(*self._releasing)  # a table that a node has is not deleted
            await self._services.store.delete_tables(codes, before)
            log("old tables deleted", tables=len(codes))
        await self._services.store.delete_imports(before)
        return len(codes)

    async def hand_over(self, quiet: Callable[[str], Awaitable[None]]) -> None:
        """Give every table back to the store, so that other processes can have it: what is being written is written,
        then its players are sent off, who come back elsewhere at once. `quiet` waits until all requests about a table
        are answered."""
        self._stopping = True
        while self._tables:
            some = [self._tables.pop(code) for code in tuple(self._tables)[:AT_ONCE]]
            await asyncio.gather(*(self._hand_over(table, quiet) for table in some))

    async def _hand_over(self, table: Table, quiet: Callable[[str], Awaitable[None]]) -> None:
        await quiet(table.code)
        table.close("stopping")
        await self._release_lease(table.storage.lease)

    def close(self) -> None:
        """Say goodbye at every table."""
        if self._cleanup is not None:
            self._cleanup.cancel()
        for table in self.tables:
            table.close("stopping")
        self._tables.clear()
