"""A store of tables and matches in the browser's database: `server.store.contract` over bytes under names.

Everything handed in while a write is under way goes into the next one: an act waits for one transaction, not for many.
"""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
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
from cartable.server.store.group_commit import as_future, notify

TABLE: Final = "table/"
MATCH: Final = "match/"
LAST: Final = "last/"
"""By table, the id of its newest match."""
LINES: Final = "lines/"

Puts = Sequence[tuple[str, bytes]]
FindPuts = Callable[[], Awaitable[Puts]]


class _Write:
    """One write that waits for its turn."""

    def __init__(self, puts: Puts | FindPuts, gone: Sequence[str], done: Done, chains: Sequence[str] = ()) -> None:
        """Where `puts` is a function, it is asked when all that was handed in before is stored."""
        self.puts = puts
        self.gone = gone
        self.done = done
        self.chains = chains
        """The rows that this is a change of: once one has failed, all later ones of the same row fail too."""


class BrowserStore:
    """All tables of one device. Nobody else writes here: the page sees to it that only one worker is open."""

    lease_s: float | None = None

    def __init__(self, database: Database) -> None:
        self._database = database
        self._waiting: list[_Write] = []
        self._writer: asyncio.Task[None] | None = None
        self._broken: set[str] = set()
        """Tables of which a write has failed, until they are taken again, and matches of which one has, until they are
        read again: what is written later holds what was not stored."""
        self._epochs: dict[str, int] = {}
        self.commits = 0

    # --- leases ------------------------------------------------------------------------------------------------

    async def renew(self, _node: str) -> bool:
        return True

    async def hold(self, code: str, node: str) -> Lease | HeldElsewhere:
        await self.flush()
        self._broken.discard(TABLE + code)
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
            notify(await self._store(self._next_group()))
        self._writer = None

    def _next_group(self) -> list[_Write]:
        """All that waits, up to a write that has to read what is stored before it: that is a group of its own."""
        reads = (n for n, write in enumerate(self._waiting) if callable(write.puts))
        size = max(1, next(reads, len(self._waiting)))
        group, self._waiting = self._waiting[:size], self._waiting[size:]
        return group

    async def _store(self, group: list[_Write]) -> list[tuple[Done, Exception | None]]:
        """All of a group in one transaction, but for what follows a write that failed."""
        good = [write for write in group if self._broken.isdisjoint(write.chains)]
        try:
            puts = [put for write in good for put in (await write.puts() if callable(write.puts) else write.puts)]
            error = await self._try(puts, [key for write in good for key in write.gone])
        except Exception as failed:  # whatever the browser throws: this task goes on, or no table would be answered
            error = failed if isinstance(failed, StoreFailed) else StoreFailed(str(failed))
        if error is not None:
            self._broken.update(chain for write in good for chain in write.chains)
        late = StoreFailed("an earlier write failed")
        return [(write.done, error if write in good else late) for write in group]

    async def _try(self, puts: Puts, gone: Sequence[str]) -> StoreFailed | None:
        if not puts and not gone:
            return None
        try:
            await self._database.write(puts, gone)
        except Exception as error:  # whatever the browser throws: nothing is stored
            return StoreFailed(str(error))
        self.commits += 1
        return None

    def _written(
        self, lease: Lease | None, puts: Puts | FindPuts, gone: Sequence[str] = (), match: str | None = None
    ) -> Awaitable[None]:
        loop = asyncio.get_running_loop()
        if lease is not None and self._outdated(lease):
            return as_future(loop, lambda done: done(LeaseLost("this table was opened again")))
        chains = [] if lease is None else [TABLE + lease.code]
        chains += [] if match is None else [MATCH + match]
        return as_future(loop, lambda done: self._write(_Write(puts, gone, done, chains)))

    def _outdated(self, lease: Lease) -> bool:
        return self._epochs.get(lease.code) != lease.epoch

    def append(self, lease: Lease, match: str, part: int, lines: bytes, done: Done) -> None:
        if self._outdated(lease):
            asyncio.get_running_loop().call_soon(done, LeaseLost("this table was opened again"))
        else:
            self._write(_Write([(f"{LINES}{match}/{part:08}", lines)], (), done, [MATCH + match]))

    async def reopen(self, match: str) -> None:
        await self.flush()
        self._broken.discard(MATCH + match)

    def flush(self) -> Awaitable[None]:
        return self._written(None, ())

    def save_table(self, lease: Lease, row: TableRow) -> Awaitable[None]:
        return self._written(lease, [_table(row)])

    def begin_match(self, lease: Lease, table: TableRow, match: MatchRow) -> Awaitable[None]:
        puts = [_table(table), _match(match), (f"{LAST}{table.code}", match.id.encode())]
        return self._written(lease, puts, match=match.id)

    def end_match(self, lease: Lease, table: TableRow, match: str, state: MatchState, ended: int) -> Awaitable[None]:
        async def ended_row() -> Puts:
            row = await self.match(match)
            if row is None:
                raise StoreFailed("no such match")
            return [_table(table), _match(msgspec.structs.replace(row, state=state, ended=ended))]

        return self._written(lease, ended_row, match=match)

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

    async def matches_of_deal(self, number: str, most: int) -> list[MatchRow]:
        rows = [_decoded(value, MatchRow) for _, value in await self._database.read_all(MATCH)]
        found = [row for row in rows if row.deal == number and row.state in {"over", "imported"}]
        return sorted(found, key=lambda row: (-(row.ended or 0), row.id))[:most]

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


def _table(row: TableRow) -> tuple[str, bytes]:
    return f"{TABLE}{row.code}", msgspec.json.encode(row)


def _match(row: MatchRow) -> tuple[str, bytes]:
    return f"{MATCH}{row.id}", msgspec.json.encode(row)


def _decoded(value: bytes, kind: Any) -> Any:
    return msgspec.json.decode(value, type=kind)
