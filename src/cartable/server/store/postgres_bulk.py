"""A whole database as one end of a copy."""

from collections.abc import Sequence
from typing import Self

from cartable.server.store.bulk import Row, Step
from cartable.server.store.contract import StoreFailed, StoreInUse
from cartable.server.store.postgres_connection import (
    DATABASE_ERRORS,
    AnyConnection,
    connect_checked,
    message_of,
    redacted,
)
from cartable.server.store.queries import Query


class PostgresBulk:
    """See `BulkStore`."""

    def __init__(self, name: str, connection: AnyConnection) -> None:
        """Use `open`."""
        self.name = name
        self._connection = connection

    @classmethod
    async def open(cls, url: str) -> Self:
        connection, _ = await connect_checked(url)
        return cls(redacted(url), connection)

    async def read(self, query: Query) -> list[Row]:
        sql, values = query.numbered()
        try:
            rows = await self._connection.fetch(sql, *values)
        except DATABASE_ERRORS as error:
            raise StoreFailed(f"{self.name}: {message_of(error)}") from error
        return [tuple(row) for row in rows]

    async def write(self, steps: Sequence[Step]) -> None:
        try:
            async with self._connection.transaction():
                for table, rows in steps:
                    places = [f"${index + 1}" for index in range(len(table.columns))]
                    await self._connection.executemany(table.inserted(places), rows)
        except DATABASE_ERRORS as error:
            raise StoreFailed(f"{self.name}: {message_of(error)}") from error

    async def check_unused(self) -> None:
        if await self._connection.fetchval("SELECT EXISTS (SELECT FROM hosts WHERE until > clock_timestamp())"):
            raise StoreInUse(self.name, "expected a store that nobody has open, but a server is using it")

    async def close(self) -> None:
        self._connection.terminate()
