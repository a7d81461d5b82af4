"""The one writer of a SQLite file: a thread that owns a connection and commits what has gathered, all at once.

While one commit waits for the disk the next group gathers, so the busier the server, the more tables share a commit.
"""

import asyncio
import sqlite3
from collections.abc import Callable, Hashable, Sequence
from threading import Condition, Thread
from typing import Any, NamedTuple

from cartable.server.store.contract import StoreFailed

Statement = tuple[str, Sequence[Sequence[Any]]]
"""SQL and the rows to run it with."""


class Write(NamedTuple):
    """Statements that belong together. `chain`: once one of a chain has failed, all later ones fail until it is
    mended (a write without statements); None for a write that stands by itself."""

    statements: tuple[Statement, ...]
    chain: Hashable
    done: "asyncio.Future[None]"


class Writer:
    """Give it writes from the event loop; each gets a future that is done after the commit."""

    def __init__(self, connect: Callable[[], sqlite3.Connection], loop: asyncio.AbstractEventLoop) -> None:
        self._loop = loop
        self._connection = connect()
        self._waiting: list[Write] = []
        self._wake = Condition()
        self._closing = False
        self._broken: set[Hashable] = set()
        self.commits = 0
        self._thread = Thread(target=self._run, name="cartable-writer", daemon=True)
        self._thread.start()

    def write(self, statements: tuple[Statement, ...], chain: Hashable) -> "asyncio.Future[None]":
        """Hand in a write."""
        done: asyncio.Future[None] = self._loop.create_future()
        with self._wake:
            if self._closing:
                done.set_exception(StoreFailed("the store is closed"))
                return done
            self._waiting.append(Write(statements, chain, done))
            self._wake.notify()
        return done

    async def close(self) -> None:
        """Write what was handed in, then stop."""
        with self._wake:
            self._closing = True
            self._wake.notify()
        await self._loop.run_in_executor(None, self._thread.join)

    # --- in the thread -----------------------------------------------------------------------------------------

    def _run(self) -> None:
        connection = self._connection
        try:
            while True:
                with self._wake:
                    while not self._waiting and not self._closing:
                        self._wake.wait()
                    group, self._waiting = self._waiting, []
                if not group:
                    return
                self._tell(self._commit(connection, group))
        finally:
            connection.close()

    def _commit(self, connection: sqlite3.Connection, group: list[Write]) -> list[tuple[Write, Exception | None]]:
        """One transaction for all; if that fails, one each, so that only the culprits fail."""
        sound = [write for write in group if write.statements and write.chain not in self._broken]
        if len(sound) == len(group) and self._transaction(connection, sound) is None:
            return [(write, None) for write in group]
        return [(write, self._alone(connection, write)) for write in group]

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
        try:
            connection.execute("BEGIN IMMEDIATE")
            for write in writes:
                for sql, rows in write.statements:
                    connection.executemany(sql, rows)
            connection.execute("COMMIT")
        except Exception as error:  # whatever it is: this thread goes on, and whoever waits is told
            _undo(connection)
            return StoreFailed(str(error))
        self.commits += 1
        return None

    def _tell(self, results: list[tuple[Write, Exception | None]]) -> None:
        if not self._loop.is_closed():
            self._loop.call_soon_threadsafe(_resolve, results)


def _undo(connection: sqlite3.Connection) -> None:
    try:
        if connection.in_transaction:
            connection.execute("ROLLBACK")
    except sqlite3.Error:
        return  # the next BEGIN fails too, and says why


def _resolve(results: list[tuple[Write, Exception | None]]) -> None:
    for write, error in results:
        if write.done.cancelled():
            continue
        if error is None:
            write.done.set_result(None)
        else:
            write.done.set_exception(error)
