"""A store of tables and matches in the browser's database: `server.store.contract` over bytes under names.

Everything handed in while a write is under way goes into the next one: an act waits for one transaction, not for many.
"""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from functools import partial
from pathlib import Path
from typing import Any, Final

import msgspec

from cartable.browser.database import Database
from cartable.server.store.contract import (
    LATEST,
    Done,
    HeldElsewhere,
    Lease,
    LeaseLost,
    MatchRow,
    MatchState,
    StoreFailed,
    TableRow,
)

TABLE: Final = "table/"
MATCH: Final = "match/"
LAST: Final = "last/"
"""By table, the id of its newest match."""
LINES: Final = "lines/"

Puts = Sequence[tuple[str, bytes]]


class _Write:
    """One write that waits for its turn."""

    def __init__(self, puts: Puts, gone: Sequence[str], done: Done, match: str = "") -> None:
        self.puts = puts
        self.gone = gone
        self.done = done
        self.match = match
        """The match whose log this is a part of."""


class BrowserStore:
    """All tables of one device. Nobody else writes here: the page sees to it that only one worker is open."""

    lease_s: float | None = None

    def __init__(self, database: Database) -> None:
        self._database = database
        self._waiting: list[_Write] = []
        self._writer: asyncio.Task[None] | None = None
        self._broken: set[str] = set()
        """Matches whose log has a gap: nothing is added to them until they are read again."""
        self._epochs: dict[str, int] = {}
        self.commits = 0

    # --- leases ------------------------------------------------------------------------------------------------

    async def renew(self, _node: str) -> bool:
        return True

    async def hold(self, code: str, node: str) -> Lease | HeldElsewhere:
        self._epochs[code] = self._epochs.get(code, 0) + 1
        return Lease(code, node, self._epochs[code])

    async def holder(self, _code: str) -> str | None:
        return None

    def release(self, _lease: Lease) -> Awaitable[None]:
        return self.flush()

    async def release_all(self, _node: str) -> None:
        """There is nobody to give them to."""

    # --- writing -----------------------------------------------------------------------------------------------

    def _write(self, write: _Write) -> None:
        self._waiting.append(write)
        if self._writer is None:
            self._writer = asyncio.ensure_future(self._write_all())

    async def _write_all(self) -> None:
        await asyncio.sleep(0)  # what is handed in at the same time goes together
        while self._waiting:
            writes, self._waiting = self._waiting, []
            good = [write for write in writes if write.match not in self._broken]
            error = await self._try(
                [put for write in good for put in write.puts], [key for w in good for key in w.gone]
            )
            if error is not None:
                self._broken |= {write.match for write in good if write.match}
            for write in writes:
                late = None if write in good else StoreFailed("an earlier part of this log is missing")
                write.done(error if write in good else late)
        self._writer = None

    async def _try(self, puts: Puts, gone: Sequence[str]) -> StoreFailed | None:
        if not puts and not gone:
            return None
        try:
            await self._database.write(puts, gone)
        except Exception as error:  # whatever the browser throws: nothing is stored
            return StoreFailed(str(error))
        self.commits += 1
        return None

    def _written(self, lease: Lease | None, puts: Puts, gone: Sequence[str] = ()) -> Awaitable[None]:
        stored: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        if lease is not None and self._outdated(lease):
            stored.set_exception(LeaseLost("this table was opened again"))
        else:
            self._write(_Write(puts, gone, partial(_settle, stored)))
        return stored

    def _outdated(self, lease: Lease) -> bool:
        return self._epochs.get(lease.code) != lease.epoch

    def append(self, lease: Lease, match: str, part: int, lines: bytes, done: Done) -> None:
        if self._outdated(lease):
            asyncio.get_running_loop().call_soon(done, LeaseLost("this table was opened again"))
        else:
            self._write(_Write([(f"{LINES}{match}/{part:08}", lines)], (), done, match))

    async def reopen(self, match: str) -> None:
        await self.flush()
        self._broken.discard(match)

    def flush(self) -> Awaitable[None]:
        return self._written(None, ())

    def save_table(self, lease: Lease, row: TableRow) -> Awaitable[None]:
        return self._written(lease, [_table(row)])

    def begin_match(self, lease: Lease, table: TableRow, match: MatchRow) -> Awaitable[None]:
        return self._written(lease, [_table(table), _match(match), (f"{LAST}{table.code}", match.id.encode())])

    async def end_match(self, lease: Lease, table: TableRow, match: str, state: MatchState, ended: int) -> None:
        row = await self.match(match)
        if row is None:
            raise StoreFailed("no such match")
        over = msgspec.structs.replace(row, state=state, ended=ended)
        await self._written(lease, [_table(table), _match(over)])

    def import_match(self, match: MatchRow, lines: bytes) -> Awaitable[None]:
        return self._written(None, [_match(match), (f"{LINES}{match.id}/{0:08}", lines)])

    async def delete_tables(self, codes: Sequence[str], before: int = LATEST) -> None:
        old = [code for code in codes if (row := await self.table(code)) is not None and row.last_act < before]
        await self._delete_matches(lambda row: row.code in old)
        await self._written(None, (), [f"{kind}{code}" for code in old for kind in (TABLE, LAST)])

    async def delete_imports(self, before: int) -> None:
        await self._delete_matches(lambda row: row.state == "imported" and row.started < before)

    async def _delete_matches(self, unwanted: Callable[[MatchRow], bool]) -> None:
        rows = [_decoded(value, MatchRow) for _, value in await self._database.read_all(MATCH)]
        gone: list[str] = []
        for row in filter(unwanted, rows):
            gone += [f"{MATCH}{row.id}", *(key for key, _ in await self._database.read_all(f"{LINES}{row.id}/"))]
        await self._written(None, (), gone)

    # --- reading -----------------------------------------------------------------------------------------------

    async def table(self, code: str) -> TableRow | None:
        found = await self._database.read(f"{TABLE}{code}")
        return None if found is None else _decoded(found, TableRow)

    async def public_tables(self, _most: int) -> list[TableRow]:
        return []

    async def expired(self, before: int) -> list[str]:
        rows = [_decoded(value, TableRow) for _, value in await self._database.read_all(TABLE)]
        return [row.code for row in rows if row.last_act < before]

    async def match(self, match_id: str) -> MatchRow | None:
        found = await self._database.read(f"{MATCH}{match_id}")
        return None if found is None else _decoded(found, MatchRow)

    async def last_match(self, code: str) -> MatchRow | None:
        found = await self._database.read(f"{LAST}{code}")
        return None if found is None else await self.match(found.decode())

    async def lines(self, match_id: str) -> tuple[int, bytes]:
        parts = await self._database.read_all(f"{LINES}{match_id}/")
        return len(parts), b"".join(value for _, value in parts)

    # --- the whole ---------------------------------------------------------------------------------------------

    async def backup(self, target: Path) -> None:
        raise StoreFailed(f"a browser has no file {target}: export its matches instead")

    async def answers_again(self, within_s: float) -> None:
        await asyncio.sleep(within_s)

    async def close(self) -> None:
        await self.flush()


def _settle(stored: "asyncio.Future[None]", error: Exception | None) -> None:
    if stored.cancelled():
        return
    if error is not None:
        stored.set_exception(error)
    else:
        stored.set_result(None)


def _table(row: TableRow) -> tuple[str, bytes]:
    return f"{TABLE}{row.code}", msgspec.json.encode(row)


def _match(row: MatchRow) -> tuple[str, bytes]:
    return f"{MATCH}{row.id}", msgspec.json.encode(row)


def _decoded(value: bytes, kind: Any) -> Any:
    return msgspec.json.decode(value, type=kind)
