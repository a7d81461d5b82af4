"""The store in PostgreSQL, for any number of processes: a table is written by the one that has its lease."""

import asyncio
from collections.abc import Awaitable, Sequence
from pathlib import Path
from typing import Any, Final, Self

import asyncpg
import msgspec

from cartable.kernel import BadInput
from cartable.server.store import postgres_writer as writer
from cartable.server.store import queries
from cartable.server.store.contract import (
    LATEST,
    Done,
    HeldElsewhere,
    Lease,
    MatchRow,
    MatchState,
    StoreFailed,
    TableRow,
)
from cartable.server.store.migrate import migrate_postgres
from cartable.server.store.postgres_connection import (
    COMMAND_S,
    CONNECT_S,
    CONNECTION_ERRORS,
    DATABASE_ERRORS,
    DatabaseConnection,
    DatabaseProbe,
    connect_checked,
    message_of,
    redacted,
)
from cartable.server.store.postgres_writer import PostgresWriter

READERS: Final = 4
"""Connections for everything but the writer's statements."""

_LIVES: Final = "clock_timestamp() + make_interval(secs => $2)"
_RENEW: Final = f"UPDATE hosts SET until = {_LIVES} WHERE host = $1 AND until > clock_timestamp() RETURNING host"
_START_AGAIN: Final = (
    "WITH mine AS (SELECT code FROM leases WHERE host = $1 ORDER BY code FOR NO KEY UPDATE), "
    "given AS (UPDATE leases SET until = clock_timestamp() FROM mine WHERE leases.code = mine.code), "
    "old AS (DELETE FROM hosts WHERE until < clock_timestamp() - interval '1 day' AND host <> $1) "
    f"INSERT INTO hosts (host, until) VALUES ($1, {_LIVES}) ON CONFLICT (host) DO UPDATE SET until = excluded.until"
)

# The column `host` names a node. Time only goes forward, so a node whose time is over stays so until it starts again,
# and then it has given its leases up. But a renewal may be under way: the lock waits for it, and the condition is
# checked again.
_HOLD: Final = (
    "WITH over AS (SELECT l.host, l.epoch FROM leases l JOIN hosts h ON h.host = l.host "
    "WHERE l.code = $1 AND h.until <= clock_timestamp() FOR SHARE OF h), "
    "gone AS (SELECT l.host, l.epoch FROM leases l WHERE l.code = $1 "
    "AND NOT EXISTS (SELECT FROM hosts h WHERE h.host = l.host)) "
    "INSERT INTO leases (code, host, epoch, until) VALUES ($1, $2, 1, 'infinity') "
    "ON CONFLICT (code) DO UPDATE SET host = excluded.host, epoch = leases.epoch + 1, until = excluded.until "
    "WHERE leases.host = excluded.host OR leases.until <= clock_timestamp() "
    "OR (leases.host, leases.epoch) IN (SELECT * FROM over UNION ALL SELECT * FROM gone) "
    "RETURNING epoch"
)
_HOLDER: Final = (
    "SELECT l.host FROM leases l JOIN hosts h ON h.host = l.host "
    "WHERE l.code = $1 AND l.until > clock_timestamp() AND h.until > clock_timestamp()"
)
_HELD: Final = (
    "EXISTS (SELECT FROM leases l JOIN hosts h ON h.host = l.host "
    "WHERE l.code = {0}.code AND l.until > clock_timestamp() AND h.until > clock_timestamp())"
)
_DELETE_TABLES: Final = (
    "WITH old AS (SELECT t.code FROM tables t JOIN unnest($1::text[], $2::int[]) AS w(code, before) "
    f"ON t.code = w.code WHERE t.last_act < w.before AND NOT {_HELD.format('t')} ORDER BY t.code FOR UPDATE OF t) "
    "DELETE FROM tables USING old WHERE tables.code = old.code"
)
_DELETE_LEASES: Final = (  # also those whose table was never written, because its node died before that
    "DELETE FROM leases WHERE ($1::int[])[1] = 1 AND "
    f"NOT EXISTS (SELECT FROM tables t WHERE t.code = leases.code) AND NOT {_HELD.format('leases')}"
)
_DELETE_IMPORTS: Final = "DELETE FROM matches WHERE state = 'imported' AND started < ANY($1::int[])"


async def _no_reset(_connection: Any) -> None:
    """Nothing is changed in a connection of the pool, so nothing has to be reset: that would cost a query."""


class PostgresStore:
    """One database, many processes. See `Store` for what the methods promise."""

    def __init__(
        self,
        url: str,
        pool: Any,
        writer: PostgresWriter,
        heartbeat: DatabaseConnection,
        probe: DatabaseProbe,
        *,
        lease_s: float,
    ) -> None:
        """Use `open`. `heartbeat` is a connection for renewals alone: they must not wait behind other queries."""
        self.url = url
        self._pool = pool
        self._writer = writer
        self._heartbeat = heartbeat
        self._probe = probe
        self._lease_s = lease_s

    @classmethod
    async def open(cls, url: str, lease_s: float) -> Self:
        """Connect, and bring the database to the present schema."""
        connection, settings = await connect_checked(url)
        try:
            await migrate_postgres(connection, redacted(url))
            pool = asyncpg.create_pool(
                url,
                min_size=0,
                max_size=READERS,
                timeout=CONNECT_S,
                command_timeout=COMMAND_S,
                server_settings=settings,
                reset=_no_reset,
            )
            await pool
        except BaseException:
            connection.terminate()
            raise
        probe = DatabaseProbe(url, settings)
        writer = PostgresWriter(DatabaseConnection(url, settings, probe, connection))
        return cls(url, pool, writer, DatabaseConnection(url, settings, probe), probe, lease_s=lease_s)

    @property
    def commits(self) -> int:
        return self._writer.commits

    # --- leases ------------------------------------------------------------------------------------------------

    @property
    def lease_s(self) -> float:
        return self._lease_s

    async def renew(self, node: str) -> bool:
        connection = await self._heartbeat.get()
        try:
            if await connection.fetch(_RENEW, node, self._lease_s):
                return True
            await connection.fetch(_START_AGAIN, node, self._lease_s)
        except DATABASE_ERRORS as error:
            self._heartbeat.discard()
            raise StoreFailed(f"{redacted(self.url)}: {message_of(error)}") from error
        except asyncio.CancelledError:
            self._heartbeat.discard()
            raise
        return False

    async def hold(self, code: str, node: str) -> Lease | HeldElsewhere:
        while True:
            taken = await self._fetch(_HOLD, code, node)
            if taken:
                return Lease(code, node, taken[0][0])
            other = await self.holder(code)
            if other is not None and other != node:
                return HeldElsewhere(other)

    async def holder(self, code: str) -> str | None:
        rows = await self._fetch(_HOLDER, code)
        return rows[0][0] if rows else None

    def release(self, lease: Lease) -> Awaitable[None]:
        return self._writer.write(None, ((writer.RELEASE, (lease.code, lease.epoch)),))

    async def release_all(self, node: str) -> None:
        await self._fetch("DELETE FROM hosts WHERE host = $1", node)  # the leases of a node that is not listed are free

    # --- writing -----------------------------------------------------------------------------------------------

    def append(self, lease: Lease, match: str, part: int, lines: bytes, done: Done) -> None:
        self._writer.put(lease, ((writer.APPEND, (match, part, lines, lease.epoch)),), (match,), done)

    def reopen(self, match: str) -> Awaitable[None]:
        return self._writer.write(None, (), match)

    def flush(self) -> Awaitable[None]:
        return self._writer.write(None, ())

    def save_table(self, lease: Lease, row: TableRow) -> Awaitable[None]:
        return self._writer.write(lease, ((writer.SAVE, msgspec.structs.astuple(row)),), lease)

    def begin_match(self, lease: Lease, table: TableRow, match: MatchRow) -> Awaitable[None]:
        saved = (writer.SAVE, msgspec.structs.astuple(table))
        return self._writer.write(lease, (saved, (writer.BEGIN, msgspec.structs.astuple(match))), lease, match.id)

    def end_match(self, lease: Lease, table: TableRow, match: str, state: MatchState, ended: int) -> Awaitable[None]:
        saved = (writer.SAVE, msgspec.structs.astuple(table))
        return self._writer.write(lease, (saved, (writer.END, (state, ended, match))), lease, match)

    def import_match(self, match: MatchRow, lines: bytes) -> Awaitable[None]:
        begun = (writer.BEGIN, msgspec.structs.astuple(match))
        return self._writer.write(None, (begun, (writer.APPEND, (match.id, 0, lines, 0))), match.id)

    def delete_tables(self, codes: Sequence[str], before: int = LATEST) -> Awaitable[None]:
        steps = (*((_DELETE_TABLES, (code, before)) for code in codes), (_DELETE_LEASES, (1,)))
        return self._writer.write(None, steps)

    def delete_imports(self, before: int) -> Awaitable[None]:
        return self._writer.write(None, ((_DELETE_IMPORTS, (before,)),))

    # --- reading -----------------------------------------------------------------------------------------------

    async def table(self, code: str) -> TableRow | None:
        rows = await self._read(queries.table(code), TableRow)
        return rows[0] if rows else None

    async def public_tables(self, most: int) -> list[TableRow]:
        return await self._read(queries.public_tables(most), TableRow)

    async def expired(self, before: int) -> list[str]:
        return [row[0] for row in await self._select(queries.expired(before))]

    async def match(self, match_id: str) -> MatchRow | None:
        rows = await self._read(queries.match(match_id), MatchRow)
        return rows[0] if rows else None

    async def last_match(self, code: str) -> MatchRow | None:
        rows = await self._read(queries.last_match(code), MatchRow)
        return rows[0] if rows else None

    async def matches_of_deal(self, number: str, most: int) -> list[MatchRow]:
        return await self._read(queries.matches_of_deal(number, most), MatchRow)

    async def lines(self, match_id: str) -> tuple[int, bytes]:
        return queries.log_of(await self._select(queries.lines(match_id)), {})

    async def _read(self, query: queries.Query, kind: type[Any]) -> list[Any]:
        return [kind(**row) for row in await self._select(query)]

    async def _select(self, query: queries.Query) -> list[Any]:
        sql, values = query.numbered()
        return await self._fetch(sql, *values)

    async def _fetch(self, sql: str, *arguments: Any) -> list[Any]:
        try:
            rows: list[Any] = await self._pool.fetch(sql, *arguments)
        except DATABASE_ERRORS as error:
            if isinstance(error, CONNECTION_ERRORS):
                self._probe.lost()
            raise StoreFailed(f"{redacted(self.url)}: {message_of(error)}") from error
        return rows

    # --- the whole ---------------------------------------------------------------------------------------------

    async def backup(self, target: Path) -> None:
        raise BadInput(str(target), "expected a store in a file; for PostgreSQL use its own pg_dump")

    async def answers_again(self, within_s: float) -> None:
        await self._probe.back(within_s)

    async def close(self) -> None:
        self._probe.close()
        await self._writer.close()
        await self._heartbeat.close()
        self._pool.terminate()
