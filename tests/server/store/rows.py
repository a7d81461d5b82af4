"""Rows to store, and stores to put them in."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from msgspec.structs import replace

from cartable.server.store import Lease, MatchRow, Store, TableRow
from cartable.server.store.group_commit import as_future
from cartable.server.store.opening import open_store

TABLE = TableRow(
    code="bcdfgh",
    game="push",
    options=b"{}",
    settings=b"{}",
    room=b"{}",
    keys=b"{}",
    public=False,
    created=1,
    last_act=1,
)


def table(code: str) -> TableRow:
    return replace(TABLE, code=code)


def match(match_id: str, code: str = TABLE.code, number: int = 1) -> MatchRow:
    return MatchRow(id=match_id, code=code, number=number, header=b"", secret=b"s", nonces=b"[]", state="on", started=1)


async def held(store: Store, code: str = TABLE.code, host: str = "ann") -> Lease:
    """The lease of a table, which must be free."""
    lease = await store.hold(code, host)
    assert isinstance(lease, Lease), lease
    return lease


def appended(store: Store, lease: Lease, match_id: str, part: int, lines: bytes) -> "asyncio.Future[None]":
    """An append, for those who would rather wait for it than be told."""
    loop = asyncio.get_running_loop()
    return as_future(loop, lambda done: store.append(lease, match_id, part, lines, done))


@asynccontextmanager
async def opened(where: Path | str, host: str = "ann", *, lease_s: float = 60.0) -> AsyncIterator[Store]:
    """A store, for one node."""
    store = await open_store(where, lease_s=lease_s)
    try:
        await store.renew(host)
        yield store
    finally:
        await store.close()
