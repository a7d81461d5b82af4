"""The store of a page keeps the laws of every store: in order, both or neither, and nothing after what has failed."""

import asyncio

import pytest
from msgspec.structs import replace

from cartable.browser.database import MemoryDatabase
from cartable.browser.store import BrowserStore
from cartable.server.store import StoreFailed
from tests.kit.eventually import PATIENCE_S
from tests.server.live_server import async_test
from tests.server.store.rows import TABLE, appended, held, match, table

CHANGED = replace(TABLE, room=b"[]", last_act=5)


@async_test
async def test_what_was_refused_is_not_stored_with_the_next_change_of_a_table() -> None:
    """The next one holds what its owner was told is not stored. Other tables go on."""
    database = MemoryDatabase()
    store = BrowserStore(database)
    lease, other = await held(store), await held(store, "other")
    await store.save_table(lease, TABLE)
    database.broken = True
    with pytest.raises(StoreFailed, match="nothing can be written"):
        await store.save_table(lease, CHANGED)
    database.broken = False
    later = replace(CHANGED, last_act=6)
    for write in (store.save_table(lease, later), store.begin_match(lease, later, match("m"))):
        with pytest.raises(StoreFailed, match="an earlier write failed"):
            await write
    assert (await store.table(TABLE.code), await store.match("m")) == (TABLE, None)
    await store.save_table(other, table("other"))
    await store.save_table(await held(store), later)
    assert await store.table(TABLE.code) == later


@async_test
async def test_a_match_that_did_not_begin_has_no_lines() -> None:
    database = MemoryDatabase()
    store = BrowserStore(database)
    lease = await held(store)
    database.broken = True
    beginning = store.begin_match(lease, TABLE, match("m"))
    await asyncio.wait([asyncio.ensure_future(beginning)])
    database.broken = False
    with pytest.raises(StoreFailed, match="an earlier write failed"):
        await appended(store, lease, "m", 0, b"a line")
    assert database.kept == {}
    with pytest.raises(StoreFailed):
        await beginning


@async_test
async def test_a_log_gets_no_gap() -> None:
    database = MemoryDatabase()
    store = BrowserStore(database)
    lease = await held(store)
    await store.begin_match(lease, TABLE, match("m"))
    database.broken = True
    first = await asyncio.gather(appended(store, lease, "m", 0, b"0"), return_exceptions=True)
    database.broken = False
    rest = await asyncio.gather(
        appended(store, lease, "m", 1, b"1"), store.end_match(lease, CHANGED, "m", "over", 7), return_exceptions=True
    )
    assert [type(result) for result in (*first, *rest)] == [StoreFailed] * 3
    await store.reopen("m")
    await appended(store, await held(store), "m", 0, b"0")
    assert await store.lines("m") == (1, b"0")


@async_test
async def test_a_match_may_begin_be_played_and_end_within_one_group_and_in_order() -> None:
    """A change of the table that is handed in after the end is not lost to it."""
    store = BrowserStore(MemoryDatabase())
    lease = await held(store)
    await asyncio.gather(
        store.begin_match(lease, TABLE, match("m")),
        appended(store, lease, "m", 0, b"0"),
        store.end_match(lease, CHANGED, "m", "over", 7),
        store.save_table(lease, replace(CHANGED, last_act=9)),
    )
    assert await store.match("m") == replace(match("m"), state="over", ended=7)
    assert await store.table(TABLE.code) == replace(CHANGED, last_act=9)
    other = await held(store, "other")
    ended, saved = await asyncio.gather(
        store.end_match(lease, CHANGED, "nowhere", "over", 7),
        store.save_table(other, table("other")),
        return_exceptions=True,
    )
    assert (type(ended), saved) == (StoreFailed, None), "only the culprit fails"
    assert await store.table(TABLE.code) == replace(CHANGED, last_act=9)


@async_test
async def test_a_caller_that_fails_when_told_does_not_stop_the_other_tables() -> None:
    store = BrowserStore(MemoryDatabase())
    lease = await held(store)
    await store.begin_match(lease, TABLE, match("m"))

    def fail(_error: Exception | None) -> None:
        raise ValueError("a table that cannot go on")

    async with asyncio.timeout(PATIENCE_S):
        store.append(lease, "m", 0, b"0", fail)
        await appended(store, lease, "m", 1, b"1")
        await store.save_table(await held(store, "other"), table("other"))
    assert await store.lines("m") == (2, b"01")


@async_test
async def test_a_read_that_fails_in_the_middle_of_a_write_fails_only_that_write() -> None:
    """Ending a match reads its row first; a browser throws errors of its own."""
    database = MemoryDatabase()
    store = BrowserStore(database)
    lease = await held(store)
    await store.begin_match(lease, TABLE, match("m"))
    read = database.read

    async def fail(key: str) -> bytes | None:
        raise OSError(f"cannot read {key}")

    async with asyncio.timeout(PATIENCE_S):
        database.read = fail  # type: ignore[method-assign]
        with pytest.raises(StoreFailed, match="cannot read match/m"):
            await store.end_match(lease, CHANGED, "m", "over", 7)
        database.read = read  # type: ignore[method-assign]
        await store.save_table(await held(store, "other"), table("other"))
    assert await store.table("other") == table("other")
