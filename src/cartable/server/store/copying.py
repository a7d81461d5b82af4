"""Copying a whole store into another: tables, matches and their logs, in steps that can be interrupted.

A match is written together with all its lines, so that what is there is whole; a copy that was interrupted goes on
with what is missing. Whatever the target holds must be in the source too, or it is somebody else's. In the end both are
read once more, row by row and log by log.
"""

import hashlib
from collections.abc import AsyncIterator, Callable, Sequence
from typing import Any, Final, NamedTuple

import msgspec

from cartable.server.store.bulk import BulkStore, Row
from cartable.server.store.contract import StoreFailed, StoreInUse
from cartable.server.store.queries import Query
from cartable.server.store.schema import LINES, MATCHES, TABLES, TableSchema

CHUNK: Final = 200
"""Tables, or matches with their logs, that are copied in one transaction."""

Progress = Callable[[str, int, int], None]
"""Called with what is being done, how many are done, and of how many."""


class Copied(NamedTuple):
    """What both stores hold now."""

    tables: int
    matches: int
    parts: int
    digest: str
    """SHA-256 of all of it, read from the target."""


async def copy_store(source: BulkStore, target: BulkStore, progress: Progress) -> Copied:
    """Make the target hold what the source holds, and nothing else. `StoreInUse` if it holds anything else already."""
    await _check_nothing_else(source, target, progress)
    total = await _count(source, TABLES)
    async for done, rows in _chunks(source, TABLES):
        missing = await _missing(target, TABLES, rows)
        await target.write([(TABLES, missing)] if missing else [])
        progress("tables", done, total)
    total = await _count(source, MATCHES)
    async for done, rows in _chunks(source, MATCHES):
        missing = await _missing(target, MATCHES, rows)
        if missing:
            lines = await _lines(source, [row[0] for row in missing])
            await target.write([(MATCHES, missing), (LINES, lines)] if lines else [(MATCHES, missing)])
        progress("matches", done, total)
    return await _verified(source, target, progress)


async def _check_nothing_else(source: BulkStore, target: BulkStore, progress: Progress) -> None:
    for table in (TABLES, MATCHES):
        total = await _count(target, table)
        async for done, rows in _chunks(target, table):
            known = set(await _same(source, table, rows))
            for row in rows:
                if row not in known:
                    what = f"{table.name} row {row[0]}"
                    raise StoreInUse(
                        target.name, f"expected an empty store, or an unfinished copy; it has other data: {what}"
                    )
            progress("looking at what is there", done, total)


async def _verified(source: BulkStore, target: BulkStore, progress: Progress) -> Copied:
    digest = hashlib.sha256()
    counts = {table.name: await _count(source, table) for table in (TABLES, MATCHES, LINES)}
    for table in (TABLES, MATCHES, LINES):
        if counts[table.name] != await _count(target, table):
            raise StoreFailed(f"{target.name}: {table.name} are not as many as in {source.name}")
    for table in (TABLES, MATCHES):
        async for done, rows in _chunks(source, table):
            copied = await _same(target, table, rows)
            keys = [row[0] for row in rows]
            logs = [[], []] if table is TABLES else [await _lines(each, keys) for each in (source, target)]
            if _hashed(rows, logs[0]) != (found := _hashed(copied, logs[1])):
                raise StoreFailed(f"{target.name}: {table.name} {keys[0]} to {keys[-1]} are not as in {source.name}")
            digest.update(found)
            progress(f"reading {table.name} again", done, counts[table.name])
    await source.check_unused()
    await target.check_unused()
    return Copied(counts[TABLES.name], counts[MATCHES.name], counts[LINES.name], digest.hexdigest())


def _hashed(rows: Sequence[Row], lines: Sequence[Row]) -> bytes:
    return hashlib.sha256(msgspec.msgpack.encode((sorted(rows, key=_key), lines))).digest()


def _key(row: Row) -> Any:
    return row[0]


async def _count(store: BulkStore, table: TableSchema) -> int:
    rows = await store.read(Query(f"SELECT count(*) FROM {table.name}", {}))
    return int(rows[0][0])


async def _chunks(store: BulkStore, table: TableSchema) -> AsyncIterator[tuple[int, list[Row]]]:
    """All rows of a table in the order of their keys, and how many there were so far."""
    following = f"{table.selected} WHERE {table.key} > :last ORDER BY {table.key} LIMIT {CHUNK}"
    done, last = 0, ""
    while rows := await store.read(Query(following, {"last": last})):
        done, last = done + len(rows), rows[-1][0]
        yield done, _plain(table, rows)


async def _same(store: BulkStore, table: TableSchema, rows: Sequence[Row]) -> list[Row]:
    """The rows with the same keys, as this store has them."""
    return _plain(table, await store.read(_with_keys(table, [row[0] for row in rows])))


async def _missing(store: BulkStore, table: TableSchema, rows: Sequence[Row]) -> list[Row]:
    there = {row[0] for row in await _same(store, table, rows)}
    return [row for row in rows if row[0] not in there]


async def _lines(store: BulkStore, matches: Sequence[str]) -> list[Row]:
    rows = await store.read(_with_keys(LINES, matches))
    return sorted(rows, key=lambda row: (row[0], row[1]))


def _with_keys(table: TableSchema, keys: Sequence[str]) -> Query:
    values = {f"key{index}": key for index, key in enumerate(keys)}
    return Query(f"{table.selected} WHERE {table.key} IN ({', '.join(f':{name}' for name in values)})", values)


def _plain(table: TableSchema, rows: Sequence[Row]) -> list[Row]:
    """Rows alike, whichever database they come from."""
    switches = {index for index, column in enumerate(table.columns) if column in table.switches}
    return [tuple(bool(value) if index in switches else value for index, value in enumerate(row)) for row in rows]
