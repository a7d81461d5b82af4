"""Connections to PostgreSQL: opened with care, and what may go wrong with them told apart."""

import time
from typing import Any, Final
from urllib.parse import urlsplit

import asyncpg

from cartable.kernel import BadInput
from cartable.server.logs import log_error
from cartable.server.store.contract import StoreFailed

Connection = Any
"""asyncpg's, which has no types."""

CONNECT_S: Final = 3.0
COMMAND_S: Final = 5.0
"""A server that says nothing for so long is held to be gone."""

LOST: Final = (
    asyncpg.PostgresConnectionError,
    asyncpg.AdminShutdownError,
    asyncpg.CrashShutdownError,
    asyncpg.CannotConnectNowError,
    asyncpg.InterfaceError,
    OSError,  # and so TimeoutError
)
"""The connection is gone, or cannot be had. Whatever was being done may or may not have been done."""

FAILED: Final = (asyncpg.PostgresError, *LOST)

_AGAIN_S: Final = 0.05
_AGAIN_MOST_S: Final = 1.0


async def connect(url: str) -> Connection:
    """A connection on which a commit is on the disk before it is answered, whatever the server's habit is."""
    settings = {"application_name": "cartable", "synchronous_commit": "on", "lock_timeout": "3s"}
    try:
        return await asyncpg.connect(
            url,
            timeout=CONNECT_S,
            command_timeout=COMMAND_S,
            server_settings=settings,
        )
    except FAILED as error:
        raise StoreFailed(f"{named(url)}: {told(error)}") from error


async def first(url: str) -> Connection:
    """The first connection: if there is none, say what to mend; and say so if the server keeps less than it should."""
    try:
        connection = await connect(url)
    except ValueError as error:  # and ClientConfigurationError, which is one
        raise BadInput("store", f"expected postgresql://user@host:port/database, got {named(url)}: {error}") from error
    if await connection.fetchval("SHOW fsync") != "on":
        log_error("PostgreSQL has fsync off: what was acknowledged can be lost when the machine fails")
    if await connection.fetchval("SELECT pg_is_in_recovery()"):
        await connection.close()
        raise BadInput("store", f"expected a server that can be written to, but {named(url)} is a standby")
    return connection


def named(url: str) -> str:
    """A URL without what nobody should read."""
    try:
        parts = urlsplit(url)
        port = f":{parts.port}" if parts.port is not None else ""
    except ValueError:
        return "postgresql://..."
    return f"postgresql://{parts.hostname or ''}{port}{parts.path}"


def told(error: BaseException) -> str:
    """An error in one line."""
    return (str(error) or type(error).__name__).splitlines()[0]


class Line:
    """A connection that is opened again when it was lost, at first at once, then more and more seldom."""

    def __init__(self, url: str, connection: Connection) -> None:
        self._url = url
        self._connection: Connection | None = connection
        self._pause = 0.0
        self._not_before = 0.0

    async def up(self) -> Connection:
        """The connection, or `StoreFailed` while there is none."""
        if self._connection is not None and not self._connection.is_closed():
            return self._connection
        if time.monotonic() < self._not_before:
            raise StoreFailed(f"{named(self._url)}: not reachable")
        self._pause = min(_AGAIN_MOST_S, self._pause * 2 or _AGAIN_S)
        try:
            self._connection = await connect(self._url)
        finally:
            self._not_before = time.monotonic() + self._pause
        self._pause = 0.0
        return self._connection

    def lost(self) -> None:
        """It is of no more use."""
        if self._connection is not None:
            self._connection.terminate()
            self._connection = None

    async def close(self) -> None:
        if self._connection is not None and not self._connection.is_closed():
            try:
                await self._connection.close(timeout=CONNECT_S)
            except FAILED:
                self._connection.terminate()
        self._connection = None
