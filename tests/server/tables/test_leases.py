"""What a process knows of its leases without asking: after their end it says nothing, and takes nothing."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from cartable.server.store import HeldElsewhere, Lease, Store, StoreFailed
from cartable.server.store import leases as module
from cartable.server.store.leases import Leases
from cartable.server.store.sqlite import SqliteStore
from tests.server.live_server import async_test, live_server
from tests.server.store.faulty_files import behind, run_out, waiting
from tests.server.store.rows import TABLE, opened


@asynccontextmanager
async def process(store: Store) -> AsyncIterator[tuple[Leases, list[str]]]:
    """The leases of a process, and what it has lost."""
    lost: list[str] = []
    leases = Leases(store)
    leases.on_lost = lost.append
    await leases.start()
    try:
        yield leases, lost
    finally:
        await leases.close()


@async_test
async def test_in_a_file_every_lease_is_ours_for_good(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    store = SqliteStore(tmp_path / "s.db")
    async with process(store) as (leases, _):
        assert not leases.valid(TABLE.code)
        assert await leases.hold(TABLE.code) == Lease(TABLE.code, leases.node, 0)
        monkeypatch.setattr(module, "_clock", lambda: 1e15)
        assert leases.valid(TABLE.code)
    await store.close()


@async_test
async def test_the_end_of_a_lease_is_known_without_asking(database: str, monkeypatch: pytest.MonkeyPatch) -> None:
    async with opened(database) as store, process(store) as (leases, lost):
        assert isinstance(await leases.hold(TABLE.code), Lease)
        assert leases.valid(TABLE.code)
        assert not leases.valid("other")
        now = module._clock()
        monkeypatch.setattr(module, "_clock", lambda: now + 60.0)  # as after a freeze: nothing else has run yet
        assert not leases.valid(TABLE.code)
        assert isinstance(await leases.hold("other"), Lease)  # which first renews: the database was more patient
        assert leases.valid(TABLE.code)
        assert lost == []
        monkeypatch.setattr(module, "_clock", lambda: now + 200.0)
        await run_out(database, leases.node)
        assert isinstance(await leases.hold("other"), Lease)
        assert lost == [TABLE.code, "other"]
        assert not leases.valid(TABLE.code)
        assert leases.valid("other")


@async_test
async def test_what_is_given_back_is_ours_no_more(database: str) -> None:
    async with opened(database) as store, process(store) as (ann, lost), process(store) as (bob, _):
        lease = await ann.hold(TABLE.code)
        assert isinstance(lease, Lease)
        assert await bob.hold(TABLE.code) == HeldElsewhere(ann.node)
        await ann.release(lease)
        assert not ann.valid(TABLE.code)
        assert isinstance(await bob.hold(TABLE.code), Lease)
        assert lost == []


@async_test
async def test_a_lease_that_came_too_late_is_not_taken(database: str) -> None:
    async with opened(database, lease_s=20.0) as store, process(store) as (leases, _), behind(database) as slow:
        lease = await leases.hold(TABLE.code)
        assert isinstance(lease, Lease)
        await slow.execute("BEGIN; SELECT FROM leases FOR UPDATE")
        taking = asyncio.ensure_future(leases.hold(TABLE.code))
        await waiting(database)
        await run_out(database, leases.node)
        leases._expire()  # as the renewal does that finds it so
        await slow.execute("COMMIT")
        with pytest.raises(StoreFailed, match="run out"):
            await taking
        assert not leases.valid(TABLE.code)


@async_test
async def test_nobody_is_told_of_a_table_after_the_end_of_its_lease(
    database: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with live_server(tmp_path, store=database) as here:
        (ann,) = await here.table(people=1)
        await ann.until(lambda: ann.table)
        now = module._clock()
        monkeypatch.setattr(module, "_clock", lambda: now + 60.0)
        told = len(ann.told)
        await ann.send({"t": "ask", "q": 1, "act": "draw"})
        await ann.gone("lost")
        assert len(ann.told) == told
        await ann.connect()
        await ann.until(lambda: not ann.bye and ann.table["code"] == ann.code)
