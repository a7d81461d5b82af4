"""A whole database as one end of a copy."""

from collections.abc import Sequence
from typing import Any, Self

from sqlalchemy import Select
from sqlalchemy.dialects.postgresql.asyncpg import dialect

from cartable.server.store.bulk import Row, Step
from cartable.server.store.contract import StoreFailed, StoreInUse
from cartable.server.store.postgres_connection import (
    DATABASE_ERRORS,
    AnyConnection,
    connect_checked,
    message_of,
    redacted,
)


class PostgresBulk:
    """See `BulkStore`."""

    def __init__(self, name: str, connection: AnyConnection) -> None:
        """Use `open`."""
        self.name = name
        self._connection = connection
        self._dialect = dialect()  # type: ignore[no-untyped-call]  # SQLAlchemy's own

    @classmethod
    async def open(cls, url: str) -> Self:
        connection, _ = await connect_checked(url)
        return cls(redacted(url), connection)

    async def read(self, wanted: Select[Any]) -> list[Row]:
        compiled = wanted.compile(dialect=self._dialect, compile_kwargs={"render_postcompile": True})
        given = compiled.construct_params()
        try:
            rows = await self._connection.fetch(str(compiled), *(given[name] for name in compiled.positiontup or ()))
        except DATABASE_ERRORS as error:
            raise StoreFailed(f"{self.name}: {message_of(error)}") from error
        return [tuple(row) for row in rows]

    async def write(self, steps: Sequence[Step]) -> None:
        try:
            async with self._connection.transaction():
                for into, rows in steps:
                    await self._connection.executemany(str(into.compile(dialect=self._dialect)), rows)
        except DATABASE_ERRORS as error:
            raise StoreFailed(f"{self.name}: {message_of(error)}") from error

    async def check_unused(self) -> None:
        if await self._connection.fetchval("SELECT EXISTS (SELECT FROM hosts WHERE until > clock_timestamp())"):
            raise StoreInUse(self.name, "expected a store that nobody has open, but a server is using it")

    async def close(self) -> None:
        self._connection.terminate()
