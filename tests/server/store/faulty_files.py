"""Looking into a store, and changing it, behind its back."""

import asyncio
import sqlite3
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, closing
from pathlib import Path
from typing import Any

import asyncpg

from cartable.server.store.schema import LINES, MATCHES, SQLITE, TABLES, statements
from tests.kit.eventually import PATIENCE_S

Columns = dict[str, set[tuple[str, bool]]]
"""By table, the names of its columns and whether they may be empty."""


@asynccontextmanager
async def behind(url: str) -> AsyncIterator[Any]:
    """A connection of one's own to a database."""
    connection = await asyncpg.connect(url)
    try:
        yield connection
    finally:
        connection.terminate()


async def make_newer(where: Path | str) -> None:
    """As if a later version had written it."""
    newer = "UPDATE alembic_version SET version_num = '9999'"
    if isinstance(where, str):
        async with behind(where) as connection:
            await connection.execute(newer)
    else:
        with sqlite3.connect(where) as file:
            file.execute(newer)
        file.close()


async def columns_of(where: Path | str) -> tuple[Columns, Columns]:
    """The tables as they are in a store, and as all steps together make them; those with rows as the code has them."""
    with closing(sqlite3.connect(":memory:")) as made:
        for statement in statements(None, SQLITE):
            made.execute(statement)
        names = [row[0] for row in made.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
        wanted = {name: _columns(made, name) for name in names}
    for table in (TABLES, MATCHES, LINES):
        assert {name for name, _ in wanted[table.name]} == set(table.columns)
    found: Columns = {}
    if isinstance(where, str):
        query = (
            "SELECT column_name, is_nullable FROM information_schema.columns "
            "WHERE table_schema = 'public' AND table_name = $1"
        )
        async with behind(where) as connection:
            for name in wanted:
                found[name] = {(row[0], row[1] == "YES") for row in await connection.fetch(query, name)}
    else:
        with sqlite3.connect(where) as file:
            for name in wanted:
                found[name] = _columns(file, name)
        file.close()
    return found, wanted


def _columns(file: sqlite3.Connection, table: str) -> set[tuple[str, bool]]:
    return {(row[1], not row[3]) for row in file.execute(f"PRAGMA table_info({table})")}


async def plan_of_public_tables(where: Path | str) -> str:
    """How the database would find them, if there were many."""
    query = "SELECT * FROM tables WHERE public{} ORDER BY last_act DESC LIMIT 9"
    if isinstance(where, str):
        async with behind(where) as connection:
            await connection.execute("SET enable_seqscan = off; SET enable_sort = off")
            return "\n".join(row[0] for row in await connection.fetch(f"EXPLAIN {query.format('')}"))
    with sqlite3.connect(where) as file:
        found = file.execute(f"EXPLAIN QUERY PLAN {query.format(' = 1')}").fetchall()
    file.close()
    return str(found)


async def run_out(url: str, host: str) -> None:
    """A node's time is over, as if it had not renewed for too long."""
    async with behind(url) as connection:
        await connection.execute("UPDATE hosts SET until = clock_timestamp() WHERE host = $1", host)


async def waiting(url: str, many: int = 1, what: str = "Lock") -> list[int]:
    """Return when so many connections wait for a lock (or for something else): which."""
    query = (
        "SELECT pid FROM pg_stat_activity WHERE datname = current_database() "
        "AND (wait_event_type = $1 OR wait_event = $1)"
    )
    async with behind(url) as connection, asyncio.timeout(PATIENCE_S):
        while len(found := await connection.fetch(query, what)) < many:
            await asyncio.sleep(0.001)
    return [row[0] for row in found]


async def cut(url: str, which: list[int] | None = None) -> None:
    """Cut connections of the store in the middle of whatever they do: these, or all."""
    query = (
        "SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity "
        "WHERE datname = current_database() AND application_name = 'cartable' AND ($1::int[] IS NULL OR pid = ANY($1))"
    )
    async with behind(url) as connection:
        assert await connection.fetch(query, which)


@asynccontextmanager
async def commits_hang(url: str) -> AsyncIterator[None]:
    """Commits are done, but not answered: they wait for a standby that does not exist."""
    async with behind(url) as connection:
        await connection.execute("SET synchronous_commit = local")
        await connection.execute("ALTER SYSTEM SET synchronous_standby_names = 'nobody'")
        await connection.execute("SELECT pg_reload_conf()")
        try:
            await _hangs(url, connection)
            yield
        finally:
            await connection.execute("ALTER SYSTEM RESET synchronous_standby_names")
            await connection.execute("SELECT pg_reload_conf()")


async def _hangs(url: str, connection: Any) -> None:
    """Return when commits do hang: the server's processes learn of it one after another."""
    asking = "SELECT wait_event = 'SyncRep' FROM pg_stat_activity WHERE pid = $1"
    async with behind(url) as probe, asyncio.timeout(PATIENCE_S):
        await probe.execute("SET synchronous_commit = on")
        pid = await probe.fetchval("SELECT pg_backend_pid()")
        while True:
            committing = asyncio.ensure_future(probe.execute("SELECT pg_logical_emit_message(true, 'probe', '')"))
            while not committing.done():
                if await connection.fetchval(asking, pid):
                    await connection.execute("SELECT pg_terminate_backend($1, 5000)", pid)
                    await asyncio.wait([committing])
                    committing.exception()
                    return


async def make_older(where: Path | str, version: str = "0001") -> None:
    """As an earlier version left it: without journal and deals; the first also without hosts, leases and epochs."""
    steps = ["DROP INDEX matches_by_deal", "ALTER TABLE matches DROP COLUMN deal"]
    steps += ["DROP INDEX tables_public", "DROP TABLE journal", f"UPDATE alembic_version SET version_num = '{version}'"]
    if version == "0001":
        steps += ["DROP TABLE hosts", "DROP TABLE leases", "ALTER TABLE lines DROP COLUMN epoch"]
    if isinstance(where, str):
        async with behind(where) as connection:
            await connection.execute("; ".join(steps))
    else:
        with sqlite3.connect(where) as file:
            for step in steps:
                file.execute(step)
        file.close()
