"""The journal of a file: whatever it is interrupted by, what was appended is there once, in order, and is found."""

import asyncio
import itertools
import shutil
import sqlite3
from pathlib import Path

import msgspec
import pytest

from cartable.server.store import Store, StoreFailed
from cartable.server.store.bulk import open_bulk
from cartable.server.store.journal import Journal
from cartable.server.store.sqlite import SqliteStore
from tests.server.live_server import async_test
from tests.server.store.faulty_files import make_older
from tests.server.store.rows import TABLE, appended, held, match, opened, table
from tests.server.store.test_copying import copy

# --- as part of a store --------------------------------------------------------------------------------------------


async def begun(store: Store, names: str = "abcde") -> None:
    for name in names:
        await store.begin_match(await held(store, name), table(name), match(name, name))


async def play(store: Store, names: str, parts: range) -> None:
    """All matches append, several at once, and are read in between."""
    leases = [await held(store, name) for name in names]
    for part in parts:
        await asyncio.gather(*(appended(store, lease, lease.code, part, b"%d\n" % part) for lease in leases))
        for name in names:
            assert await store.lines(name) == log(part + 1)


def log(parts: int) -> tuple[int, bytes]:
    return parts, b"".join(b"%d\n" % part for part in range(parts))


def in_journal(path: Path) -> int:
    file = sqlite3.connect(path)
    try:
        return int(file.execute("SELECT count(*) FROM journal").fetchone()[0])
    finally:
        file.close()


def stopped(path: Path, name: str) -> Path:
    """What is left of a store that is open, when its process is killed now."""
    left = path.with_name(name)
    shutil.copy(path, left)
    shutil.copy(f"{path}-wal", f"{left}-wal")
    return left


@pytest.mark.usefixtures("restless")
@async_test
async def test_what_is_moved_meanwhile_is_read_all_the_same(tmp_path: Path) -> None:
    path = tmp_path / "s.db"
    async with opened(path) as store:
        await begun(store)
        await play(store, "abcde", range(60))
        assert in_journal(path) < 30
    assert in_journal(path) == 0
    async with opened(path) as store:
        await play(store, "abcde", range(60, 70))


@async_test
async def test_what_is_in_the_journal_is_in_a_backup_and_after_a_kill(tmp_path: Path) -> None:
    path = tmp_path / "s.db"
    async with opened(path) as store:
        await begun(store)
        await play(store, "abcde", range(7))
        assert in_journal(path) > 0
        await store.backup(tmp_path / "backup.db")
        killed = stopped(path, "killed.db")
    for left in (tmp_path / "backup.db", killed):
        assert in_journal(left) > 0
        async with opened(left) as store:
            assert in_journal(left) == 0
            for name in "abcde":
                assert await store.lines(name) == log(7)
            await play(store, "abcde", range(7, 12))


@async_test
async def test_what_is_in_the_journal_is_moved(database: str, tmp_path: Path) -> None:
    path, again = tmp_path / "s.db", tmp_path / "again.db"
    async with opened(path) as store:
        await begun(store)
        await play(store, "abcde", range(7))
        killed = stopped(path, "killed.db")
    await copy(killed, database)
    async with opened(database) as store:
        await play(store, "abcde", range(7, 10))
        await store.release_all("ann")
    await copy(database, again)
    async with opened(again) as store:
        await play(store, "abcde", range(10, 13))


@async_test
async def test_a_store_without_a_journal_gets_one(tmp_path: Path) -> None:
    path = tmp_path / "s.db"
    async with opened(path) as store:
        await begun(store)
    await make_older(path, "0002")
    with sqlite3.connect(path) as file:
        file.executemany("INSERT INTO lines (match, part, lines) VALUES ('a', ?, ?)", [(0, b"0\n"), (1, b"1\n")])
    file.close()
    async with opened(path) as store:
        assert await store.lines("a") == log(2)
        await play(store, "a", range(2, 9))
        assert await store.lines("b") == (0, b"")


# --- what goes wrong -----------------------------------------------------------------------------------------------


async def refused(store: Store, name: str, part: int) -> str:
    with pytest.raises(StoreFailed) as failed:
        await appended(store, await held(store, name), name, part, b"!")
    await store.reopen(name)
    return str(failed.value)


@async_test
async def test_only_the_next_part_of_a_match_that_exists_is_appended(tmp_path: Path) -> None:
    path = tmp_path / "s.db"
    async with opened(path) as store:
        await begun(store, "ab")
        await play(store, "ab", range(3))
        for part in (0, 2, 4):
            assert "not the next one" in await refused(store, "a", part)
        assert "not the next one" in await refused(store, "nobody", 0)
        await asyncio.gather(
            appended(store, await held(store, "a"), "a", 3, b"3\n"),
            store.delete_tables(["a"]),
            appended(store, await held(store, "b"), "b", 3, b"3\n"),
        )
        assert await store.lines("a") == (0, b"")
        assert "not the next one" in await refused(store, "a", 4)
        await begun(store, "a")
        assert await store.lines("a") == (0, b"")
        killed = stopped(path, "killed.db")
    for left in (path, killed):
        async with opened(left) as store:
            assert await store.lines("a") == (0, b"")
            assert await store.lines("b") == log(4)
            assert "not the next one" in await refused(store, "b", 3)


@pytest.mark.usefixtures("restless")
@async_test
async def test_a_file_that_is_full_keeps_what_it_has(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    path = tmp_path / "s.db"
    store = SqliteStore(path, max_page_count=24)
    await begun(store, "abc")
    stored = dict.fromkeys("abc", 0)
    for number in itertools.count():
        name = "abc"[number % 3]
        try:
            await appended(store, await held(store, name), name, stored[name], 100 * b".")
        except StoreFailed:
            break
        stored[name] += 1
    for name, parts in stored.items():
        assert await store.lines(name) == (parts, 100 * parts * b".")
    await store.close()
    assert min(stored.values()) > 5
    full = SqliteStore(path, max_page_count=24)
    for name, parts in stored.items():
        assert await full.lines(name) == (parts, 100 * parts * b".")
    await full.close()
    async with opened(path) as larger:
        for name, parts in stored.items():
            await appended(larger, await held(larger, name), name, parts, b"!")
            assert await larger.lines(name) == (parts + 1, 100 * parts * b"." + b"!")


@async_test
async def test_what_cannot_be_compacted_stays_where_it_is(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr("cartable.server.store.sqlite.BUSY_MS", 5)
    path = tmp_path / "s.db"
    holder = sqlite3.connect(path, isolation_level=None)
    async with opened(path) as store:
        await begun(store, "ab")
        await play(store, "ab", range(5))
        holder.execute("BEGIN IMMEDIATE")
    assert "could not be compacted" in caplog.text
    assert in_journal(path) > 0
    holder.execute("ROLLBACK")
    holder.close()
    monkeypatch.setattr(Journal, "compact_all", lambda _: fail())
    with pytest.raises(StoreFailed, match="moved to its place"):
        async with open_bulk(str(path)):
            pass
    async with opened(path) as store:
        await play(store, "ab", range(5, 7))
    monkeypatch.undo()
    async with opened(path) as store:
        assert await store.lines("b") == log(7)


def fail() -> None:
    raise sqlite3.OperationalError("disk I/O error")


@async_test
async def test_a_journal_that_cannot_be_read_is_told_of(tmp_path: Path) -> None:
    path = tmp_path / "s.db"
    async with opened(path) as store:
        await store.save_table(await held(store), TABLE)
    with sqlite3.connect(path) as file:
        file.execute("INSERT INTO journal (at, appends) VALUES (1, x'01')")
    file.close()
    with pytest.raises(StoreFailed, match="the journal cannot be read"):
        async with opened(path):
            pass


@async_test
async def test_a_journal_with_a_gap_is_told_of(tmp_path: Path) -> None:
    path = tmp_path / "s.db"
    async with opened(path) as store:
        await begun(store, "a")
    with sqlite3.connect(path) as file:
        for at, part in ((1, 0), (2, 2)):
            appends = msgspec.msgpack.encode([("a", part, b"%d\n" % part)])
            file.execute("INSERT INTO journal (at, appends) VALUES (?, ?)", (at, appends))
    file.close()
    with pytest.raises(StoreFailed, match="part 2 of match a, but part 1 is missing"):
        SqliteStore(path)
