"""A whole store, to be copied from or to: rows read and written by the thousand, while nobody else has it open."""

import sqlite3
from collections.abc import AsyncIterator, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from typing import Any, Protocol

from cartable.server.store.contract import StoreFailed
from cartable.server.store.opening import open_store, shared
from cartable.server.store.queries import Query
from cartable.server.store.schema import TableSchema

Row = tuple[Any, ...]
Step = tuple[TableSchema, Sequence[Row]]
"""Rows of whole tables, to be inserted."""


class BulkStore(Protocol):
    """One end of a copy."""

    name: str

    async def read(self, query: Query) -> list[Row]:
        """The rows of a query."""

    async def write(self, steps: Sequence[Step]) -> None:
        """Insert rows, all of them or none."""

    async def check_unused(self) -> None:
        """`StoreInUse` if a server works with it."""

    async def close(self) -> None:
        """Close it."""


@asynccontextmanager
async def open_bulk(where: str) -> AsyncIterator[BulkStore]:
    """Open one end, brought to the present schema."""
    async with AsyncExitStack() as stack:
        store = await open_store(where)  # a file stays locked for as long as it is open
        stack.push_async_callback(store.close)
        opened: BulkStore
        if shared(where):
            from cartable.server.store.postgres_bulk import PostgresBulk  # noqa: PLC0415 - an extra

            opened = await PostgresBulk.open(where)
        else:
            opened = SqliteBulk(Path(where))
        stack.push_async_callback(opened.close)
        await opened.check_unused()
        yield opened


class SqliteBulk:
    """A file."""

    def __init__(self, path: Path) -> None:
        self.name = str(path)
        self._connection = sqlite3.connect(path, isolation_level=None)
        self._connection.execute("PRAGMA synchronous = FULL")

    async def read(self, query: Query) -> list[Row]:
        try:
            return self._connection.execute(query.sql, query.values).fetchall()
        except sqlite3.Error as error:
            raise StoreFailed(f"{self.name}: {error}") from error

    async def write(self, steps: Sequence[Step]) -> None:
        try:
            with self._connection:
                self._connection.execute("BEGIN IMMEDIATE")
                for table, rows in steps:
                    self._connection.executemany(table.inserted(["?"] * len(table.columns)), rows)
        except sqlite3.Error as error:
            raise StoreFailed(f"{self.name}: {error}") from error

    async def check_unused(self) -> None:
        # Its lock is ours. Opening it has moved what was appended last to its place, unless that failed.
        if self._connection.execute("SELECT EXISTS (SELECT 1 FROM journal)").fetchone()[0]:
            raise StoreFailed(f"{self.name}: what was written last cannot be moved to its place; is the disk full?")

    async def close(self) -> None:
        self._connection.close()
