"""The one writer of a SQLite file: a thread that owns a connection and commits what has gathered, all at once.

While one commit waits for the disk the next group gathers, so the busier the server, the more tables share a commit.
On a fast disk that would still be a commit for every few acts, and most of the work; so after a large group the next
one is given a moment more to gather. The first write after a quiet moment never waits.
"""

import asyncio
import sqlite3
import time
from collections.abc import Callable, Hashable, Sequence
from itertools import chain, groupby
from math import inf
from operator import itemgetter
from queue import SimpleQueue
from threading import Thread
from typing import Any, Final, NamedTuple

from cartable.server.store.contract import Done, StoreFailed
from cartable.server.store.settling import awaited, gathering, settle

Statement = tuple[str, Sequence[Sequence[Any]]]
"""SQL and the rows to run it with."""


ROWS: Final = 128
"""The most that one statement inserts; the driver keeps as many statements ready."""


class Write(NamedTuple):
    """Statements that belong together. `chain`: once one of a chain has failed, all later ones fail until it is
    mended (a write without statements); None for a write that stands by itself."""

    statements: tuple[Statement, ...]
    chain: Hashable
    done: Done


class Writer:
    """Give it writes from the event loop; each is told of after the commit."""

    def __init__(self, connect: Callable[[], sqlite3.Connection], loop: asyncio.AbstractEventLoop) -> None:
        self._loop = loop
        self._connection = connect()
        self._waiting: SimpleQueue[Write | None] = SimpleQueue()
        self._closing = False
        self._broken: set[Hashable] = set()
        self.commits = 0
        self._thread = Thread(target=self._run, name="cartable-writer", daemon=True)
        self._thread.start()

    def write(self, statements: tuple[Statement, ...], chain: Hashable) -> "asyncio.Future[None]":
        """Hand in a write, and wait for it."""
        return awaited(self._loop, lambda done: self.put(statements, chain, done))

    def put(self, statements: tuple[Statement, ...], chain: Hashable, done: Done) -> None:
        """Hand in a write."""
        if self._closing:
            self._loop.call_soon(done, StoreFailed("the store is closed"))
        else:
            self._waiting.put(Write(statements, chain, done))

    async def close(self) -> None:
        """Write what was handed in, then stop."""
        if not self._closing:
            self._closing = True
            self._waiting.put(None)
        await self._loop.run_in_executor(None, self._thread.join)

    # --- in the thread -----------------------------------------------------------------------------------------

    def _run(self) -> None:
        connection = self._connection
        due = -inf
        try:
            while (first := self._waiting.get()) is not None:
                time.sleep(max(0.0, due - time.monotonic()))
                began = time.monotonic()
                waiting = [first, *(self._waiting.get_nowait() for _ in range(self._waiting.qsize()))]
                group = [write for write in waiting if write is not None]
                due = began + gathering(len(group))
                self._tell(self._commit(connection, group))
                if len(group) < len(waiting):
                    return
        finally:
            connection.close()

    def _commit(self, connection: sqlite3.Connection, group: list[Write]) -> list[tuple[Done, Exception | None]]:
        """One transaction for all; if that fails, one each, so that only the culprits fail."""
        sound = [write for write in group if write.statements and write.chain not in self._broken]
        if len(sound) == len(group) and self._transaction(connection, sound) is None:
            return [(write.done, None) for write in group]
        return [(write.done, self._alone(connection, write)) for write in group]

    def _alone(self, connection: sqlite3.Connection, write: Write) -> Exception | None:
        if not write.statements:
            self._broken.discard(write.chain)
            return None
        if write.chain in self._broken:
            return StoreFailed("an earlier write failed")
        failed = self._transaction(connection, [write])
        if failed is not None and write.chain is not None:
            self._broken.add(write.chain)
        return failed

    def _transaction(self, connection: sqlite3.Connection, writes: list[Write]) -> Exception | None:
        statements = [statement for write in writes for statement in write.statements]
        appends = statements[0][0] if len({sql for sql, _ in statements}) == 1 else ""
        try:
            if appends.endswith(_VALUES) and len(statements) <= ROWS:
                _insert(connection, appends, [row for _, rows in statements for row in rows])
            else:
                connection.execute("BEGIN IMMEDIATE")
                for sql, alike in groupby(statements, itemgetter(0)):
                    connection.executemany(sql, chain.from_iterable(rows for _, rows in alike))
                connection.execute("COMMIT")
        except Exception as error:  # whatever it is: this thread goes on, and whoever waits is told
            _undo(connection)
            return StoreFailed(str(error))
        self.commits += 1
        return None

    def _tell(self, results: list[tuple[Done, Exception | None]]) -> None:
        if not self._loop.is_closed():
            self._loop.call_soon_threadsafe(settle, results)


_VALUES: Final = "VALUES (?, ?, ?)"


def _insert(connection: sqlite3.Connection, sql: str, rows: Sequence[Sequence[Any]]) -> None:
    """All rows by one statement, which is a transaction by itself: the driver lets go of the interpreter at every step,
    and to get it back from a busy event loop costs more than the step."""
    connection.execute(sql + f", {_VALUES[7:]}" * (len(rows) - 1), list(chain.from_iterable(rows)))


def _undo(connection: sqlite3.Connection) -> None:
    try:
        if connection.in_transaction:
            connection.execute("ROLLBACK")
    except sqlite3.Error:
        return  # the next BEGIN fails too, and says why
