"""Bringing a database to the present schema, and refusing one from the future."""

import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any, Final

from cartable.server.store.contract import StoreFailed, TooNew
from cartable.server.store.schema import POSTGRES, PRESENT, SQLITE, STEPS, VERSIONS, statements

_ONE_AT_A_TIME: Final = 0x_CA27AB1E
"""The advisory lock under which processes that start together migrate one after another."""

_VERSION: Final = f"SELECT version_num FROM {VERSIONS}"


def migrate(path: Path) -> None:
    """Run the steps that this file has not seen yet, all of them or none."""
    try:
        with closing(sqlite3.connect(path, isolation_level=None)) as connection:
            present = _version_of(connection)
            _refuse_newer(present, str(path))
            if present == PRESENT:
                return
            connection.execute("BEGIN IMMEDIATE")
            for statement in statements(present, SQLITE):
                connection.execute(statement)
            connection.execute("COMMIT")
    except sqlite3.Error as error:
        raise StoreFailed(f"{path}: {error}") from error


def _version_of(connection: sqlite3.Connection) -> str | None:
    known = "SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = ?"
    if connection.execute(known, (VERSIONS,)).fetchone() is None:
        return None
    found = connection.execute(_VERSION).fetchone()
    return None if found is None else str(found[0])


async def migrate_postgres(connection: Any, name: str) -> None:
    """The same for a database that other processes may be opening as well."""
    async with connection.transaction():
        await connection.execute("SELECT pg_advisory_xact_lock($1)", _ONE_AT_A_TIME)
        known = await connection.fetchval(f"SELECT to_regclass('{VERSIONS}') IS NOT NULL")
        present = await connection.fetchval(_VERSION) if known else None
        _refuse_newer(present, name)
        for statement in statements(present, POSTGRES):
            await connection.execute(statement)


def _refuse_newer(present: str | None, name: str) -> None:
    if present is not None and present not in STEPS:
        raise TooNew(name, f"expected a store of this version (up to {PRESENT}), got one of a later ({present})")
