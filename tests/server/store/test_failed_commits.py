"""A commit that fails on the disk: what SQLite took back is known not to be stored, all else is unsure."""

import sqlite3
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from cartable.server.store import Store, StoreFailed, Unsure
from cartable.server.store.sqlite import SqliteStore
from tests.server.live_server import async_test
from tests.server.store.rows import TABLE, appended, held, match


class Disk:
    """Which error the next commits end with, and whether they stand all the same."""

    def __init__(self) -> None:
        self.errors: list[int] = []
        self.stands = False

    def failure(self) -> sqlite3.OperationalError | None:
        if not self.errors:
            return None
        failed = sqlite3.OperationalError("disk I/O error")
        failed.sqlite_errorcode = self.errors.pop()
        return failed


DISK = Disk()
"""The one that connections of these tests write to."""


class _Cursor(sqlite3.Cursor):
    """Appends are one statement, which commits by itself."""

    def executemany(self, sql: str, rows: Iterable[Any], /) -> sqlite3.Cursor:  # type: ignore[override]
        failed = None if self.connection.in_transaction else DISK.failure()
        if failed is None or DISK.stands:
            super().executemany(sql, rows)
        if failed is not None:
            raise failed
        return self


class _Connection(sqlite3.Connection):
    def cursor(self, *_: Any) -> Any:
        return super().cursor(_Cursor)

    def execute(self, sql: str, *values: Any) -> sqlite3.Cursor:
        failed = DISK.failure() if sql == "COMMIT" else None
        if failed is not None:
            super().execute("COMMIT" if DISK.stands else "ROLLBACK")
            raise failed
        return super().execute(sql, *values)


@pytest.fixture
def disk(monkeypatch: pytest.MonkeyPatch) -> Disk:
    connect = sqlite3.connect
    monkeypatch.setattr(
        "cartable.server.store.sqlite.sqlite3.connect", lambda *a, **k: connect(*a, **{**k, "factory": _Connection})
    )
    DISK.errors, DISK.stands = [], False
    return DISK


async def failure(writing: Any) -> type[Exception]:
    with pytest.raises(StoreFailed) as failed:
        await writing
    return type(failed.value)


async def go_on(store: Store) -> int:
    """As a table does after a failure: how many parts stand."""
    await store.save_table(await held(store), TABLE)
    await store.reopen("m")
    parts, lines = await store.lines("m")
    assert lines == b"0123456789"[:parts]
    return parts


@pytest.mark.parametrize("stands", [False, True])
@pytest.mark.parametrize("code", [sqlite3.SQLITE_IOERR_FSYNC, sqlite3.SQLITE_IOERR_WRITE, sqlite3.SQLITE_CORRUPT])
@async_test
async def test_after_a_disk_error_nobody_claims_to_know(code: int, stands: bool, disk: Disk, tmp_path: Path) -> None:
    store = SqliteStore(tmp_path / "s.db")
    lease = await held(store)
    await store.begin_match(lease, TABLE, match("m"))
    await appended(store, lease, "m", 0, b"0")
    disk.errors, disk.stands = [code], stands
    assert await failure(appended(store, lease, "m", 1, b"1")) is Unsure
    assert await failure(appended(store, lease, "m", 2, b"2")) is StoreFailed  # what follows it is not stored
    assert await go_on(store) == 1 + stands
    await appended(store, lease, "m", 1 + stands, b"%d" % (1 + stands))
    disk.errors = [code]
    assert await failure(store.save_table(lease, replace(TABLE, room=b"[]"))) is Unsure
    room = await store.table(TABLE.code)
    assert room is not None
    assert room.room == (b"[]" if stands else TABLE.room)
    assert await go_on(store) == 2 + stands
    await store.close()
    again = SqliteStore(tmp_path / "s.db")
    assert await go_on(again) == 2 + stands
    await again.close()


@pytest.mark.parametrize("code", [sqlite3.SQLITE_BUSY, sqlite3.SQLITE_FULL])
@async_test
async def test_what_sqlite_took_back_is_known_not_to_be_stored(code: int, disk: Disk, tmp_path: Path) -> None:
    store = SqliteStore(tmp_path / "s.db")
    lease = await held(store)
    await store.begin_match(lease, TABLE, match("m"))
    disk.errors = [code, code]  # with the others of its group, and then alone
    assert await failure(store.save_table(lease, replace(TABLE, room=b"[]"))) is StoreFailed
    assert await store.table(TABLE.code) == TABLE
    await store.close()


@async_test
async def test_a_bug_does_not_end_the_thread_that_writes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    store = SqliteStore(tmp_path / "s.db")
    lease = await held(store)
    with monkeypatch.context() as patch:
        patch.setattr(store._writer, "_can_share", {}.__getitem__)
        assert await failure(store.save_table(lease, TABLE)) is Unsure
    assert "a group of writes failed unexpectedly" in caplog.text
    await store.save_table(await held(store), TABLE)
    assert await store.table(TABLE.code) == TABLE
    await store.close()
