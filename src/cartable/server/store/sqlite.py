"""The store in one SQLite file: WAL, every commit on the disk before it counts."""

import asyncio
import os
import sqlite3
from collections.abc import Awaitable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, closing, suppress
from pathlib import Path
from typing import Any, Final

import msgspec

from cartable.server.store import queries
from cartable.server.store.contract import LATEST, Done, Lease, MatchRow, MatchState, StoreFailed, StoreInUse, TableRow
from cartable.server.store.migrate import migrate
from cartable.server.store.sqlite_writer import SqliteWriter, Statement

BUSY_MS: Final = 2000
"""How long a commit waits for somebody else's lock (a backup tool, a shell) before it fails."""

PRIVATE: Final = 0o600
"""The mode of a store and its copies: they hold the dealers' secrets."""


def _columns(row: type[msgspec.Struct]) -> tuple[str, ...]:
    return row.__struct_fields__


# Through the driver alone, with SQL that is made once.
_IMPORT: Final = "INSERT INTO lines (match, part, lines) VALUES (?, ?, ?)"
_SAVE: Final = (
    f"INSERT INTO tables ({', '.join(_columns(TableRow))}) VALUES ({', '.join('?' * len(_columns(TableRow)))}) "
    "ON CONFLICT (code) DO UPDATE SET game=excluded.game, options=excluded.options, settings=excluded.settings, "
    "room=excluded.room, keys=excluded.keys, public=excluded.public, last_act=excluded.last_act"
)
_BEGIN: Final = (
    f"INSERT INTO matches ({', '.join(_columns(MatchRow))}) VALUES ({', '.join('?' * len(_columns(MatchRow)))})"
)
_END: Final = "UPDATE matches SET state = ?, ended = ? WHERE id = ?"


class SqliteStore:
    """One file, one process. See `Store` for what the methods promise."""

    def __init__(self, path: Path, *, max_page_count: int | None = None) -> None:
        """Open the store; beyond `max_page_count` pages it is full, as a disk would be."""
        self.path = path
        self._max_page_count = max_page_count
        self._lock = _locked(path)
        with ExitStack() as stack:
            stack.callback(self._lock.close)
            _make_store_private(path)
            migrate(path)
            self._reader = self._connect()
            stack.callback(self._reader.close)
            self._reader.execute("PRAGMA query_only = 1")
            self._list_reader = self._connect()
            stack.callback(self._list_reader.close)
            self._list_reader.execute("PRAGMA query_only = 1")
            self._lists = ThreadPoolExecutor(1, "cartable-lists")
            stack.callback(self._lists.shutdown)
            self._writer = SqliteWriter(self._connect, asyncio.get_running_loop())
            stack.pop_all()

    @property
    def commits(self) -> int:
        """How many commits there were."""
        return self._writer.commits

    def _connect(self) -> sqlite3.Connection:
        try:
            connection = sqlite3.connect(self.path, isolation_level=None, check_same_thread=False)
            connection.execute(f"PRAGMA busy_timeout = {BUSY_MS}")
            connection.execute("PRAGMA journal_mode = WAL")
            connection.execute("PRAGMA synchronous = FULL")
            connection.execute("PRAGMA fullfsync = 1")  # on a Mac fsync leaves what is written in the disk's cache
            connection.execute("PRAGMA foreign_keys = 1")
            if self._max_page_count is not None:
                connection.execute(f"PRAGMA max_page_count = {self._max_page_count}")
        except sqlite3.Error as error:
            raise StoreFailed(f"{self.path}: {error}") from error
        return connection

    # --- leases: the process that has the file locked has them all, until it closes it ---------------------------

    @property
    def lease_s(self) -> None:
        return None

    async def renew(self, node: str) -> bool:
        return True

    async def hold(self, code: str, node: str) -> Lease:
        await self._writer.write((), _chain(code))
        return Lease(code, node, 0)

    async def holder(self, code: str) -> str | None:
        return None

    async def release(self, lease: Lease) -> None:
        return

    async def release_all(self, node: str) -> None:
        return

    # --- writing -----------------------------------------------------------------------------------------------

    def append(self, lease: Lease, match: str, part: int, lines: bytes, done: Done) -> None:
        self._writer.put((match, part, lines, done))

    def reopen(self, match: str) -> Awaitable[None]:
        return self._writer.write((), match)

    def flush(self) -> Awaitable[None]:
        return self._writer.write(())

    def save_table(self, lease: Lease, row: TableRow) -> Awaitable[None]:
        return self._writer.write((_saved(row),), _chain(row.code))

    def begin_match(self, lease: Lease, table: TableRow, match: MatchRow) -> Awaitable[None]:
        begun = (_BEGIN, (msgspec.structs.astuple(match),))
        return self._writer.write((_saved(table), begun), _chain(table.code), match.id)

    def end_match(self, lease: Lease, table: TableRow, match: str, state: MatchState, ended: int) -> Awaitable[None]:
        return self._writer.write((_saved(table), (_END, ((state, ended, match),))), _chain(table.code), match)

    def import_match(self, match: MatchRow, lines: bytes) -> Awaitable[None]:
        row = msgspec.structs.astuple(match)
        return self._writer.write(((_BEGIN, (row,)), (_IMPORT, ((match.id, 0, lines),))), match.id)

    def delete_tables(self, codes: Sequence[str], before: int = LATEST) -> Awaitable[None]:
        rows = [(code, before) for code in codes]
        return self._writer.write((("DELETE FROM tables WHERE code = ? AND last_act < ?", rows),), deletes=codes)

    def delete_imports(self, before: int) -> Awaitable[None]:
        return self._writer.write((("DELETE FROM matches WHERE state = 'imported' AND started < ?", ((before,),)),))

    # --- reading -----------------------------------------------------------------------------------------------

    async def table(self, code: str) -> TableRow | None:
        rows = self._read(queries.table(code), TableRow)
        return rows[0] if rows else None

    async def public_tables(self, most: int) -> list[TableRow]:
        return await self._list(queries.public_tables(most), TableRow)

    async def expired(self, before: int) -> list[str]:
        return [row[0] for row in self._select(queries.expired(before))]

    async def match(self, match_id: str) -> MatchRow | None:
        rows = self._read(queries.match(match_id), MatchRow)
        return rows[0] if rows else None

    async def last_match(self, code: str) -> MatchRow | None:
        rows = self._read(queries.last_match(code), MatchRow)
        return rows[0] if rows else None

    async def matches_of_deal(self, number: str, most: int) -> list[MatchRow]:
        return await self._list(queries.matches_of_deal(number, most), MatchRow)

    async def lines(self, match_id: str) -> tuple[int, bytes]:
        unmoved = self._writer.unmoved(match_id)  # before the others are read, or what is being moved now is missed
        return queries.log_of(self._select(queries.lines(match_id)), unmoved)

    def _read(self, query: queries.Query, kind: type[Any]) -> list[Any]:
        return _rows(kind, self._select(query))

    async def _list(self, query: queries.Query, kind: type[Any]) -> list[Any]:
        """Many rows: read in a thread, so that no table waits for it."""
        loop = asyncio.get_running_loop()
        return _rows(kind, await loop.run_in_executor(self._lists, self._select, query, self._list_reader))

    def _select(self, query: queries.Query, reader: sqlite3.Connection | None = None) -> list[Any]:
        try:
            return (reader or self._reader).execute(query.sql, query.values).fetchall()
        except sqlite3.Error as error:
            raise StoreFailed(str(error)) from error

    # --- the whole ---------------------------------------------------------------------------------------------

    async def backup(self, target: Path) -> None:
        await asyncio.get_running_loop().run_in_executor(None, backup, self.path, target)

    async def answers_again(self, within_s: float) -> None:
        await asyncio.sleep(within_s)

    async def close(self) -> None:
        await self._writer.close()
        self._lists.shutdown()
        self._list_reader.close()
        self._reader.close()
        self._lock.close()


def _rows(kind: type[Any], found: list[Any]) -> list[Any]:
    return [kind(**dict(zip(_columns(kind), row, strict=True))) for row in found]


def _chain(code: str) -> str:
    """Of the writes of a table's row; those of its matches have their ids."""
    return f"table {code}"


def _saved(row: TableRow) -> Statement:
    return _SAVE, (msgspec.structs.astuple(row),)


def _locked(path: Path) -> sqlite3.Connection:
    """Held while the store is open, and released by the system when the process dies, however it dies. SQLite knows how
    to lock a file on every system; a file of its own, as the store itself may be read by others."""
    file = None
    lock = path.with_name(path.name + ".lock")
    try:
        _make_private(lock)  # whoever may read it could hold it
        file = sqlite3.connect(lock, timeout=0, isolation_level=None)
        file.execute("BEGIN EXCLUSIVE")
    except OSError as error:
        raise StoreInUse(str(path), f"cannot be opened: {error.strerror}") from error
    except sqlite3.Error as error:
        if file is not None:
            file.close()
        if getattr(error, "sqlite_errorcode", 0) & 0xFF != sqlite3.SQLITE_BUSY:
            raise StoreInUse(str(path), f"cannot be opened: {error}") from error
        raise StoreInUse(str(path), "expected a store that nobody has open, but another server is using it") from error
    return file


def _make_store_private(path: Path) -> None:
    """Let nobody but its owner read the store; SQLite makes the files beside it with the same mode."""
    try:
        _make_private(path)
        for suffix in ("-wal", "-shm"):  # of a server that was killed
            beside = path.with_name(path.name + suffix)
            if beside.exists():
                _make_private(beside)
    except OSError as error:
        raise StoreFailed(f"{path}: {error.strerror}") from error


def _make_private(path: Path) -> bool:
    """Let nobody but its owner read or write a file, whatever the umask. Create it if it is not there, and return
    whether that was so. An existing file is never opened: to close it again would release SQLite's locks."""
    try:
        os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, PRIVATE))
        is_new = True
    except FileExistsError:
        is_new = False
    if path.is_file():
        with suppress(PermissionError):  # somebody else's, who lets us write to it
            path.chmod(PRIVATE)
    return is_new


def backup(source: Path, target: Path) -> None:
    """Copy a store to a file that nobody but its owner can read, also while a server is using it. A new file is removed
    again if that fails."""
    if not source.is_file():
        raise StoreFailed(f"{source}: there is no store")
    is_new = False
    try:
        with closing(sqlite3.connect(f"{source.resolve().as_uri()}?mode=ro", uri=True)) as origin:
            is_new = _make_private(target)
            with closing(sqlite3.connect(target)) as copy:
                origin.backup(copy)
    except (OSError, sqlite3.Error) as error:
        if is_new:
            target.unlink(missing_ok=True)
        raise StoreFailed(f"{target}: {error}") from error
