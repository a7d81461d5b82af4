"""Connections to PostgreSQL: opened with care, and what may go wrong with them told apart."""

import time
from typing import Any, Final
from urllib.parse import urlsplit

import asyncpg

from cartable.kernel import BadInput
from cartable.server.common.logs import log_error
from cartable.server.store.contract import StoreFailed, Unreachable

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
    asyncpg.InternalClientError,  # when the server's last words came while nobody was listening
    OSError,  # and so TimeoutError
)
"""The connection is gone, or cannot be had. Whatever was being done may or may not have been done."""

FAILED: Final = (asyncpg.PostgresError, *LOST)

_AGAIN_S: Final = 0.05
_AGAIN_MOST_S: Final = 1.0


Settings = dict[str, str]
"""What is asked of the server for a connection."""

_SETTINGS: Final = {"application_name": "cartable", "lock_timeout": "3s"}


async def connect(url: str, settings: Settings) -> Connection:
    """A connection, or `StoreFailed`."""
    try:
        return await asyncpg.connect(url, timeout=CONNECT_S, command_timeout=COMMAND_S, server_settings=settings)
    except (ValueError, OverflowError) as error:  # and ClientConfigurationError, which is one
        raise BadInput("store", f"expected postgresql://user@host:port/database, got {named(url)}: {error}") from error
    except LOST as error:
        raise Unreachable(f"{named(url)}: {told(error)}") from error
    except asyncpg.PostgresError as error:
        raise StoreFailed(f"{named(url)}: {told(error)}") from error


async def first(url: str) -> tuple[Connection, Settings]:
    """The first connection, and the settings for all others: on each, a commit is on the disk before it is answered."""
    connection = await connect(url, _SETTINGS)
    if await connection.fetchval("SELECT pg_is_in_recovery()"):
        await connection.close()
        raise BadInput("store", f"expected a server that can be written to, but {named(url)} is a standby")
    if await connection.fetchval("SHOW fsync") != "on":
        log_error("PostgreSQL has fsync off: what was acknowledged can be lost when the machine fails")
    habit = await connection.fetchval("SHOW synchronous_commit")
    if habit not in ("off", "local"):
        return connection, _SETTINGS
    log_error(f"PostgreSQL has synchronous_commit {habit}: for what is kept here it is switched on")
    await connection.execute("SET synchronous_commit = on")
    return connection, {**_SETTINGS, "synchronous_commit": "on"}


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

    def __init__(self, url: str, settings: Settings, connection: Connection | None = None) -> None:
        self._url = url
        self._settings = settings
        self._connection: Connection | None = connection
        self._pause = 0.0
        self._not_before = 0.0

    async def up(self) -> Connection:
        """The connection, or `StoreFailed` while there is none."""
        if self._connection is not None and not self._connection.is_closed():
            return self._connection
        if time.monotonic() < self._not_before:
            raise Unreachable(f"{named(self._url)}: not reachable")
        self._pause = min(_AGAIN_MOST_S, self._pause * 2 or _AGAIN_S)
        try:
            self._connection = await connect(self._url, self._settings)
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
