"""Connections to PostgreSQL: how they are opened, and how their errors are told apart."""

import asyncio
import time
from contextlib import suppress
from typing import Any, Final
from urllib.parse import urlsplit

import asyncpg

from cartable.kernel import BadInput
from cartable.server.common.logs import log_error
from cartable.server.store.contract import StoreFailed, Unreachable

AnyConnection = Any
"""asyncpg's, which has no types."""

CONNECT_S: Final = 3.0
COMMAND_S: Final = 5.0
"""How long a server may say nothing before it is taken to be gone."""

CONNECTION_ERRORS: Final = (
    asyncpg.PostgresConnectionError,
    asyncpg.AdminShutdownError,
    asyncpg.CrashShutdownError,
    asyncpg.CannotConnectNowError,
    asyncpg.InterfaceError,
    asyncpg.InternalClientError,  # when the server's last words came while nobody was listening
    OSError,  # and so TimeoutError
)
"""The connection is gone, or cannot be had. Whatever was being done may or may not have been done."""

DATABASE_ERRORS: Final = (asyncpg.PostgresError, *CONNECTION_ERRORS)

PROBE_S: Final = 0.1
"""How often a database that is away is asked whether it is back: once for the whole process, whoever waits."""

RETRY_S: Final = 0.05
"""How soon after a failed attempt a connection may be tried again."""


ConnectionSettings = dict[str, str]
"""What is asked of the server for a connection."""

_SETTINGS: Final = {"application_name": "cartable", "lock_timeout": "3s"}


async def connect(url: str, settings: ConnectionSettings) -> AnyConnection:
    """A connection, or `StoreFailed`."""
    try:
        return await asyncpg.connect(url, timeout=CONNECT_S, command_timeout=COMMAND_S, server_settings=settings)
    except (ValueError, OverflowError) as error:  # and ClientConfigurationError, which is one
        raise BadInput(
            "store", f"expected postgresql://user@host:port/database, got {redacted(url)}: {error}"
        ) from error
    except CONNECTION_ERRORS as error:
        raise Unreachable(f"{redacted(url)}: {message_of(error)}") from error
    except asyncpg.PostgresError as error:
        raise StoreFailed(f"{redacted(url)}: {message_of(error)}") from error


async def connect_checked(url: str) -> tuple[AnyConnection, ConnectionSettings]:
    """The first connection, and the settings for all others: on each, a commit is on the disk before it is answered."""
    connection = await connect(url, _SETTINGS)
    if await connection.fetchval("SELECT pg_is_in_recovery()"):
        await connection.close()
        raise BadInput("store", f"expected a server that can be written to, but {redacted(url)} is a standby")
    if await connection.fetchval("SHOW fsync") != "on":
        log_error("PostgreSQL has fsync off: what was acknowledged can be lost when the machine fails")
    habit = await connection.fetchval("SHOW synchronous_commit")
    if habit not in ("off", "local"):
        return connection, _SETTINGS
    log_error(f"PostgreSQL has synchronous_commit {habit}: for what is kept here it is switched on")
    await connection.execute("SET synchronous_commit = on")
    return connection, {**_SETTINGS, "synchronous_commit": "on"}


def redacted(url: str) -> str:
    """A URL without its password."""
    try:
        parts = urlsplit(url)
        port = f":{parts.port}" if parts.port is not None else ""
    except ValueError:
        return "postgresql://..."
    return f"postgresql://{parts.hostname or ''}{port}{parts.path}"


def message_of(error: BaseException) -> str:
    """The first line of an error's message."""
    return (str(error) or type(error).__name__).splitlines()[0]


class DatabaseProbe:
    """Whether the database answers. When it is lost, it is asked again and again until it is back, and everybody who
    waits goes on at once: nobody waits out a pause that has grown long meanwhile."""

    def __init__(self, url: str, settings: ConnectionSettings) -> None:
        self._url = url
        self._settings = settings
        self._back = asyncio.Event()
        self._back.set()
        self._asking: asyncio.Task[None] | None = None
        self._closed = False

    def lost(self) -> None:
        """A connection broke, or could not be had."""
        if self._back.is_set() and not self._closed:
            self._back.clear()
            self._asking = asyncio.ensure_future(self._ask())

    async def _ask(self) -> None:
        while True:
            try:
                connection = await connect(self._url, self._settings)
                connection.terminate()
                break
            except Exception:  # whatever it is: it is not back
                await asyncio.sleep(PROBE_S)
        self._back.set()

    async def back(self, within_s: float) -> None:
        """Wait this long, or until a database that was lost is back."""
        if self._back.is_set():
            await asyncio.sleep(within_s)
            return
        with suppress(TimeoutError):
            async with asyncio.timeout(within_s):
                await self._back.wait()

    def close(self) -> None:
        self._closed = True
        if self._asking is not None:
            self._asking.cancel()


class DatabaseConnection:
    """A connection that is opened again when it was lost."""

    def __init__(
        self, url: str, settings: ConnectionSettings, probe: DatabaseProbe, connection: AnyConnection | None = None
    ) -> None:
        self._url = url
        self._settings = settings
        self._probe = probe
        self._connection: AnyConnection | None = connection
        self._not_before = 0.0

    async def get(self) -> AnyConnection:
        """The connection, or `StoreFailed` while there is none."""
        if self._connection is not None and not self._connection.is_closed():
            return self._connection
        if time.monotonic() < self._not_before:
            raise Unreachable(f"{redacted(self._url)}: not reachable")
        try:
            self._connection = await connect(self._url, self._settings)
        except Unreachable:
            self._not_before = time.monotonic() + RETRY_S
            self._probe.lost()
            raise
        return self._connection

    def discard(self) -> None:
        """It is of no more use."""
        self._probe.lost()
        if self._connection is not None:
            self._connection.terminate()
            self._connection = None

    async def close(self) -> None:
        if self._connection is not None and not self._connection.is_closed():
            try:
                await self._connection.close(timeout=CONNECT_S)
            except DATABASE_ERRORS:
                self._connection.terminate()
        self._connection = None
