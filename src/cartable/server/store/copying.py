"""Copying a whole store into another: tables, matches and their logs, in steps that can be interrupted.

A match is written together with all its lines, so that what is there is whole; a copy that was interrupted goes on
with what is missing. Whatever the target holds must be in the source too, or it is somebody else's. In the end both are
read once more, row by row and log by log.
"""

import hashlib
from collections.abc import AsyncIterator, Callable, Sequence
from typing import Any, Final, NamedTuple

import msgspec
from sqlalchemy import Boolean, Table, func, insert, select

from cartable.server.store.bulk import BulkStore, Row
from cartable.server.store.contract import StoreFailed, StoreInUse
from cartable.server.store.schema import LINES, MATCHES, TABLES

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
        await target.write([(insert(TABLES), missing)] if missing else [])
        progress("tables", done, total)
    total = await _count(source, MATCHES)
    async for done, rows in _chunks(source, MATCHES):
        missing = await _missing(target, MATCHES, rows)
        if missing:
            lines = await _lines(source, [row[0] for row in missing])
            await target.write(
                [(insert(MATCHES), missing), (insert(LINES), lines)] if lines else [(insert(MATCHES), missing)]
            )
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


async def _count(store: BulkStore, table: Table) -> int:
    rows = await store.read(select(func.count()).select_from(table))
    return int(rows[0][0])


async def _chunks(store: BulkStore, table: Table) -> AsyncIterator[tuple[int, list[Row]]]:
    """All rows of a table in the order of their keys, and how many there were so far."""
    key = next(iter(table.primary_key))
    done, last = 0, ""
    while rows := await store.read(select(table).where(key > last).order_by(key).limit(CHUNK)):
        done, last = done + len(rows), rows[-1][0]
        yield done, _plain(table, rows)


async def _same(store: BulkStore, table: Table, rows: Sequence[Row]) -> list[Row]:
    """The rows with the same keys, as this store has them."""
    key = next(iter(table.primary_key))
    return _plain(table, await store.read(select(table).where(key.in_([row[0] for row in rows]))))


async def _missing(store: BulkStore, table: Table, rows: Sequence[Row]) -> list[Row]:
    there = {row[0] for row in await _same(store, table, rows)}
    return [row for row in rows if row[0] not in there]


async def _lines(store: BulkStore, matches: Sequence[str]) -> list[Row]:
    rows = await store.read(select(LINES).where(LINES.c.match.in_(matches)))
    return sorted(rows, key=lambda row: (row[0], row[1]))


def _plain(table: Table, rows: Sequence[Row]) -> list[Row]:
    """Rows alike, whichever database they come from."""
    switches = {index for index, column in enumerate(table.columns) if isinstance(column.type, Boolean)}
    return [tuple(bool(value) if index in switches else value for index, value in enumerate(row)) for row in rows]
