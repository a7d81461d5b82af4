"""The one writer of a SQLite file: a thread that owns a connection and commits what has gathered, all at once.

While one commit waits for the disk the next group gathers, so the busier the server, the more tables share a commit.
On a fast disk that would still be a commit for every few acts, and most of the work; so the next group is given a
moment more to gather (see `CommitSpacing`). The first write after a quiet moment never waits. Now and then the journal
is compacted, and the write-ahead log is moved into the file itself: after a commit, when its callers have been told.
"""

import asyncio
import sqlite3
import time
from collections.abc import Callable, Iterable, Sequence
from itertools import groupby
from queue import SimpleQueue
from threading import Thread
from typing import Any, Final, NamedTuple, cast

from cartable.server.common.logs import log_error
from cartable.server.store.contract import Done, StoreFailed, Unsure
from cartable.server.store.group_commit import CommitSpacing, as_future, notify
from cartable.server.store.journal import Append, Appended, Journal

CHECKPOINT: Final = 256
CHECKPOINT_PAGES: Final = 4000
"""Commits after which the write-ahead log is emptied; pages after which a commit does that itself."""

RETRY_AFTER: Final = 256
"""The number of commits after which what failed between them is tried again."""

SLICE_S: Final = 0.001
"""About how long one step of compaction takes."""

NOTHING_STORED: Final = frozenset(
    {
        sqlite3.SQLITE_BUSY,
        sqlite3.SQLITE_LOCKED,
        sqlite3.SQLITE_FULL,
        sqlite3.SQLITE_CONSTRAINT,
        sqlite3.SQLITE_READONLY,
        sqlite3.SQLITE_TOOBIG,
    }
)
"""The errors of a commit after which SQLite has taken everything back. After any other the end of the write-ahead log
may hold the commit, as when the disk did not say that it is safe: if the machine fails now, it counts."""

Statement = tuple[str, Sequence[Sequence[Any]]]
"""SQL and the rows to run it with."""


class SqliteWrite(NamedTuple):
    """Statements that belong together. `chains`: once one of a chain has failed, all later ones fail until it is
    reopened (a write without statements). Appends are a chain each match, and the row of a table is one."""

    statements: tuple[Statement, ...]
    chains: tuple[str, ...]
    deletes: Sequence[str]
    """The codes of tables that are gone after this."""
    done: Done


Results = list[tuple[Done, Exception | None]]


class SqliteWriter:
    """Give it writes from the event loop; each is told of after the commit."""

    def __init__(self, connect: Callable[[], sqlite3.Connection], loop: asyncio.AbstractEventLoop) -> None:
        self._loop = loop
        self._connection = connect()
        try:
            self._connection.execute(f"PRAGMA wal_autocheckpoint = {CHECKPOINT_PAGES}")
            self._journal = Journal(self._connection)
        except BaseException:
            self._connection.close()
            raise
        self._compact_all()
        self.unmoved = self._journal.unmoved
        self._waiting: SimpleQueue[Append | SqliteWrite | None] = SimpleQueue()
        self.put: Callable[[Append | SqliteWrite], None] = self._waiting.put
        """Hand in an append, or another write: it is told what became of it."""
        self._broken: set[str] = set()
        self._unsure: tuple[list[Appended], dict[str, int]] | None = None
        """Appends whose commit failed, of which nobody knows yet whether they stand."""
        self._checkpoint_at = CHECKPOINT
        self._retry_at = 0
        self.commits = 0
        self._thread = Thread(target=self._run, name="cartable-writer", daemon=True)
        self._thread.start()

    def write(
        self, statements: tuple[Statement, ...], *chains: str, deletes: Sequence[str] = ()
    ) -> "asyncio.Future[None]":
        """Hand in a write, and wait for it."""
        return as_future(self._loop, lambda done: self.put(SqliteWrite(statements, chains, deletes, done)))

    def _refuse(self, write: Append | SqliteWrite) -> None:
        self._loop.call_soon(write[-1], StoreFailed("the store is closed"))

    async def close(self) -> None:
        """Write what was handed in, then stop."""
        self.put = self._refuse
        self._waiting.put(None)
        await self._loop.run_in_executor(None, self._thread.join)

    # --- in the thread -----------------------------------------------------------------------------------------

    def _run(self) -> None:
        waiting, spacing = self._waiting, CommitSpacing()
        try:
            while (first := waiting.get()) is not None:
                began = time.monotonic()
                taken = [first, *(waiting.get_nowait() for _ in range(waiting.qsize()))]
                group = [write for write in taken if write is not None]
                due = spacing.next(began, len(group))
                self._tell(self._commit_safely(group))
                if len(group) < len(taken):
                    return
                self._maintain(due)
                time.sleep(max(0.0, due - time.monotonic()))  # writes that come meanwhile need not wake this thread
        finally:
            self._compact_all()
            self._connection.close()

    def _tell(self, results: Results) -> None:
        if not self._loop.is_closed():
            self._loop.call_soon_threadsafe(notify, results)

    # --- committing --------------------------------------------------------------------------------------------

    def _commit_safely(self, group: list[Append | SqliteWrite]) -> Results:
        try:
            return self._commit(group)
        except Exception as error:  # whatever it is: this thread goes on, or no table would ever be answered again
            log_error("a group of writes failed unexpectedly")
            return self._unsure_all(group, str(error))

    def _unsure_all(self, group: list[Append | SqliteWrite], why: str) -> Results:
        for write in group:
            self._broken.update(_chains(write))
        return [(write[-1], Unsure(why)) for write in group]

    def _commit(self, group: list[Append | SqliteWrite]) -> Results:
        """One transaction for all; if that fails, one each, so that only the culprits fail."""
        if self._appends_only(group) or all(map(self._can_share, group)):
            failed = self._transaction(group)
            if failed is None:
                return [(write[-1], None) for write in group]
            if isinstance(failed, Unsure):
                return self._unsure_all(group, str(failed))
        return [(write[-1], self._commit_alone(write)) for write in group]

    def _appends_only(self, group: list[Append | SqliteWrite]) -> bool:
        """Nearly always: nothing but appends, and nothing broken."""
        return not self._broken and set(map(type, group)) == {tuple}

    def _can_share(self, write: Append | SqliteWrite) -> bool:
        """Whether a write is one of many: not while its chain is broken, nor when it reopens or deletes."""
        if isinstance(write, SqliteWrite):
            return self._broken.isdisjoint(write.chains) and bool(write.statements) and not write.deletes
        return write[0] not in self._broken

    def _commit_alone(self, write: Append | SqliteWrite) -> Exception | None:
        chains = _chains(write)
        if isinstance(write, SqliteWrite) and not write.statements:
            self._broken.difference_update(chains)
            return None
        if not self._broken.isdisjoint(chains):
            return StoreFailed("an earlier write failed")
        failed = self._transaction([write])
        if failed is not None:
            self._broken.update(chains)
        return failed

    def _transaction(self, group: list[Append | SqliteWrite]) -> Exception | None:
        """All of the group, or nothing. Appends alone are one statement, which is a transaction by itself: the driver
        releases the interpreter lock at every step, and getting it back from a busy event loop costs more than that."""
        connection, journal = self._connection, self._journal
        appends: list[Appended] = []
        following: dict[str, int] = {}
        committing = False
        try:
            self._find_out()
            for kind, same_type in groupby(group, type):
                if kind is SqliteWrite:
                    self._run_all(cast("Iterable[SqliteWrite]", same_type))
                else:
                    appends += journal.checked(cast("Iterable[Append]", same_type), following)
            if appends:
                committing = not connection.in_transaction
                journal.put(appends)
            if connection.in_transaction:
                committing = True
                connection.execute("COMMIT")
        except Exception as error:  # whatever it is: this thread goes on, and the callers are told
            _undo(connection)
            if not committing or not _may_stand(error):
                return StoreFailed(str(error))
            self._unsure = (appends, following) if appends else None
            return Unsure(str(error))
        if appends:
            journal.added(appends, following)
        self.commits += 1
        return None

    def _find_out(self) -> None:
        """What became of appends whose commit failed: the journal has to know before it goes on."""
        if self._unsure is not None:
            if self._journal.stands():
                self._journal.added(*self._unsure)
            self._unsure = None

    def _run_all(self, writes: Iterable[SqliteWrite]) -> None:
        connection = self._connection
        for write in writes:
            if write.deletes:
                codes = ((code,) for code in write.deletes)
                self._journal.forget(row[0] for code in codes for row in connection.execute(_MATCHES_OF, code))
            if not connection.in_transaction:
                connection.execute("BEGIN IMMEDIATE")
            for sql, rows in write.statements:
                connection.executemany(sql, rows)

    # --- between commits ---------------------------------------------------------------------------------------

    def _maintain(self, until: float) -> None:
        """What is due, but not for longer than until then."""
        try:
            while self.commits >= self._retry_at and self._journal.due():
                self._journal.compact()
                if time.monotonic() > until - SLICE_S:
                    break
            if self.commits >= self._checkpoint_at:
                self._checkpoint_at = self.commits + CHECKPOINT
                self._connection.execute("PRAGMA wal_checkpoint(PASSIVE)").fetchall()
        except Exception:  # whatever it is: this thread goes on, and tries again
            log_error("the journal could not be compacted")
            self._retry_at = self.commits + RETRY_AFTER

    def _compact_all(self) -> None:
        try:
            self._journal.compact_all()
        except Exception:  # whatever it is: what is in the journal is safe there
            log_error("the journal could not be compacted")


_MATCHES_OF: Final = "SELECT id FROM matches WHERE code = ?"


def _chains(write: Append | SqliteWrite) -> tuple[str, ...]:
    return write.chains if isinstance(write, SqliteWrite) else (write[0],)


def _may_stand(error: Exception) -> bool:
    """Whether what failed with this error while it was committed may be stored all the same."""
    code = getattr(error, "sqlite_errorcode", None)  # none: it is not SQLite's, and never got there
    return code is not None and code & 0xFF not in NOTHING_STORED


def _undo(connection: sqlite3.Connection) -> None:
    try:
        if connection.in_transaction:
            connection.execute("ROLLBACK")
    except sqlite3.Error:
        return  # the next BEGIN fails too, and says why
