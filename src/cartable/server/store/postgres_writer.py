"""The writer to PostgreSQL: what has gathered is committed all at once, and each table's writes only if its lease is
still ours.

While one commit is on its way the next group gathers, so the busier the server, the more tables share a commit. Nearly
all groups consist of appends alone: they go in one statement, which is its own transaction. Leases are locked for
sharing, in the order of their codes, before anything else is touched: a node that wants to take one waits for the
commit, and two nodes never wait for one another.
"""

import asyncio
import time
from collections import deque
from collections.abc import Iterable, Sequence
from typing import Any, Final, NamedTuple

import asyncpg
import msgspec

from cartable.server.common.logs import log_error
from cartable.server.store.contract import Done, Lease, LeaseLost, MatchRow, StoreFailed, TableRow, Unsure
from cartable.server.store.group_commit import CommitSpacing, as_future, notify
from cartable.server.store.postgres_connection import (
    CONNECTION_ERRORS,
    AnyConnection,
    DatabaseConnection,
    message_of,
)

LARGEST: Final = 1000
"""Writes in one group."""


def _unnest(kind: type[msgspec.Struct], types: str) -> tuple[str, str]:
    columns = ", ".join(kind.__struct_fields__)
    arrays = ", ".join(f"${number}::{each}[]" for number, each in enumerate(types.split(), 1))
    return columns, f"unnest({arrays}) AS w({columns})"


_TABLE, _TABLES = _unnest(TableRow, "text text bytea bytea bytea bytea bool int int")
_MATCH, _MATCHES = _unnest(MatchRow, "text text int bytea bytea bytea text int int text")

SAVE: Final = (
    f"INSERT INTO tables ({_TABLE}) SELECT {_TABLE} FROM {_TABLES} "
    "ON CONFLICT (code) DO UPDATE SET game=excluded.game, options=excluded.options, settings=excluded.settings, "
    "room=excluded.room, keys=excluded.keys, public=excluded.public, last_act=excluded.last_act"
)
BEGIN: Final = f"INSERT INTO matches ({_MATCH}) SELECT {_MATCH} FROM {_MATCHES}"
APPEND: Final = (
    "INSERT INTO lines (match, part, lines, epoch) "
    "SELECT * FROM unnest($1::text[], $2::int[], $3::bytea[], $4::bigint[])"
)
END: Final = (
    "UPDATE matches SET state = w.state, ended = w.ended "
    "FROM unnest($1::text[], $2::int[], $3::text[]) AS w(state, ended, id) WHERE matches.id = w.id"
)
RELEASE: Final = (
    "WITH mine AS (SELECT l.code FROM leases l JOIN unnest($1::text[], $2::bigint[]) AS w(code, epoch) "
    "ON l.code = w.code AND l.epoch = w.epoch ORDER BY l.code FOR NO KEY UPDATE OF l) "
    "UPDATE leases SET until = clock_timestamp() FROM mine WHERE leases.code = mine.code"
)
_ORDER: Final = (SAVE, BEGIN, APPEND, END, RELEASE)
"""In which the statements of a group are run: whatever a later one refers to is there."""

_HELD: Final = (
    "SELECT l.code, l.epoch FROM leases l JOIN unnest($1::text[], $2::bigint[]) AS w(code, epoch) "
    "ON l.code = w.code AND l.epoch = w.epoch ORDER BY l.code FOR SHARE OF l"
)
_APPEND_HELD: Final = (
    f"WITH held AS ({_HELD}), put AS (INSERT INTO lines (match, part, lines, epoch) "
    "SELECT a.match, a.part, a.lines, a.epoch "
    "FROM unnest($3::text[], $4::text[], $5::int[], $6::bytea[], $7::bigint[]) AS a(code, match, part, lines, epoch) "
    "JOIN held ON held.code = a.code AND held.epoch = a.epoch) "
    "SELECT code, epoch FROM held"
)

Row = Sequence[Any]
Step = tuple[str, Row]
"""A statement, and a row for it."""


class PostgresWrite(NamedTuple):
    """Steps that belong together. `chains`: once one of a chain has failed, all later ones fail until it is reopened (a
    write without steps). A lease that is taken again has another epoch, and its table's row begins a new chain with
    it."""

    lease: Lease | None
    steps: tuple[Step, ...]
    chains: tuple[str | Lease, ...]
    done: Done


Results = list[tuple[Done, Exception | None]]


class PostgresWriter:
    """Give it writes; each is told of after the commit."""

    def __init__(self, database: DatabaseConnection) -> None:
        self._database = database
        self._loop = asyncio.get_running_loop()
        self._waiting: deque[PostgresWrite] = deque()
        self._more = asyncio.Event()
        self._closing = False
        self._broken: set[str | Lease] = set()
        self.commits = 0
        self._running = asyncio.ensure_future(self._run())

    def write(self, lease: Lease | None, steps: tuple[Step, ...], *chains: str | Lease) -> "asyncio.Future[None]":
        """Hand in a write, and wait for it."""
        return as_future(self._loop, lambda done: self.put(lease, steps, chains, done))

    def put(self, lease: Lease | None, steps: tuple[Step, ...], chains: tuple[str | Lease, ...], done: Done) -> None:
        """Hand in a write."""
        if self._closing:
            self._loop.call_soon(done, StoreFailed("the store is closed"))
        else:
            self._waiting.append(PostgresWrite(lease, steps, chains, done))
            self._more.set()

    async def close(self) -> None:
        """Write what was handed in, then stop."""
        self._closing = True
        self._more.set()
        await self._running
        await self._database.close()

    async def _run(self) -> None:
        spacing, due = CommitSpacing(), 0.0
        while True:
            await self._more.wait()
            wait = due - time.monotonic()
            if wait > 0 and not self._closing:
                await asyncio.sleep(wait)
            began = time.monotonic()
            group = self._gathered()
            if group:
                due = spacing.next(began, len(group))
                notify(await self._commit_safely(group))
            elif self._closing:
                return

    def _gathered(self) -> list[PostgresWrite]:
        waiting = self._waiting
        group = [waiting.popleft() for _ in range(min(LARGEST, len(waiting)))]
        if not waiting and not self._closing:
            self._more.clear()
        return group

    # --- committing --------------------------------------------------------------------------------------------

    async def _commit_safely(self, group: list[PostgresWrite]) -> Results:
        try:
            return await self._commit(group)
        except Exception as error:  # whatever it is: this task goes on, and the callers are told
            log_error("a group of writes failed unexpectedly")
            self._database.discard()
            return [(write.done, self._failed(write, Unsure(message_of(error)))) for write in group]

    async def _commit(self, group: list[PostgresWrite]) -> Results:
        """One transaction for all; if that fails, one each, so that only the culprits fail."""
        if all(write.steps and self._broken.isdisjoint(write.chains) for write in group):
            try:
                lost = await self._transaction(group)
            except asyncpg.PostgresError:
                pass
            except StoreFailed as error:
                return [(write.done, self._failed(write, type(error)(str(error)))) for write in group]
            else:
                return [(write.done, self._result(write, lost)) for write in group]
        return [(write.done, await self._commit_alone(write)) for write in group]

    async def _commit_alone(self, write: PostgresWrite) -> Exception | None:
        if not write.steps:
            self._broken.difference_update(write.chains)
            return None
        if not self._broken.isdisjoint(write.chains):
            return StoreFailed("an earlier write failed")
        try:
            lost = await self._transaction([write])
        except asyncpg.PostgresError as error:
            return self._failed(write, StoreFailed(message_of(error)))
        except StoreFailed as error:
            return self._failed(write, error)
        return self._result(write, lost)

    def _result(self, write: PostgresWrite, lost: set[Lease]) -> Exception | None:
        return self._failed(write, LeaseLost("another node has the table")) if write.lease in lost else None

    def _failed(self, write: PostgresWrite, error: Exception) -> Exception:
        self._broken.update(write.chains)
        return error

    async def _transaction(self, group: list[PostgresWrite]) -> set[Lease]:
        """Store all of the group but what belongs to a lost lease: which those are. `PostgresError`: nothing of it is
        stored; `Unsure`: perhaps all, perhaps nothing."""
        connection = await self._database.get()
        leases = sorted({(write.lease.code, write.lease.epoch) for write in group if write.lease is not None})
        try:
            if all(write.lease is not None and write.steps[0][0] is APPEND for write in group):
                held = await self._append(connection, group, leases)
            else:
                held = await self._mixed(connection, group, leases)
        except CONNECTION_ERRORS as error:
            self._database.discard()
            raise Unsure(message_of(error)) from error
        if len(held) == len(leases):
            return set()
        return {write.lease for write in group if write.lease is not None and not _ours(write.lease, held)}

    async def _append(
        self, connection: AnyConnection, group: list[PostgresWrite], leases: list[tuple[str, int]]
    ) -> set[tuple[str, int]]:
        rows = [(write.lease.code, *write.steps[0][1]) for write in group if write.lease is not None]
        found = await connection.fetch(_APPEND_HELD, *_columns(leases), *_columns(rows))
        self.commits += 1
        return {(row[0], row[1]) for row in found}

    async def _mixed(
        self, connection: AnyConnection, group: list[PostgresWrite], leases: list[tuple[str, int]]
    ) -> set[tuple[str, int]]:
        held: set[tuple[str, int]] = set()
        transaction = connection.transaction()
        try:
            await transaction.start()
            if leases:
                held = {(row[0], row[1]) for row in await connection.fetch(_HELD, *_columns(leases))}
            ours = [write for write in group if write.lease is None or _ours(write.lease, held)]
            for sql, rows in _by_statement(ours):
                await connection.execute(sql, *_columns(rows))
        except CONNECTION_ERRORS as error:
            self._database.discard()
            raise StoreFailed(message_of(error)) from error  # nothing was committed
        except asyncpg.PostgresError:
            await transaction.rollback()
            raise
        await transaction.commit()
        self.commits += 1
        return held


def _ours(lease: Lease, held: set[tuple[str, int]]) -> bool:
    return (lease.code, lease.epoch) in held


def _by_statement(writes: list[PostgresWrite]) -> Iterable[tuple[str, list[Row]]]:
    rows: dict[str, list[Row]] = {sql: [] for sql in _ORDER}
    for write in writes:
        for sql, row in write.steps:
            rows.setdefault(sql, []).append(row)
    # A table that is saved twice is saved as it was last: one statement cannot write a row twice.
    rows[SAVE] = list({row[0]: row for row in rows[SAVE]}.values())
    return ((sql, each) for sql, each in rows.items() if each)


def _columns(rows: Sequence[Row]) -> Iterable[list[Any]]:
    return map(list, zip(*rows, strict=True))
