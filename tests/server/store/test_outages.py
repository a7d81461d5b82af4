"""A database that goes away in the middle: what is known not to be stored fails, what nobody knows is told so."""

import asyncio
import random
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

from cartable.server.store import Store, StoreFailed, Unsure, opening
from cartable.server.store.contract import Unreachable
from cartable.server.store.opening import open_store
from tests.kit.eventually import PATIENCE_S
from tests.kit.postgres import Postgres, postgres
from tests.server.live_server import async_test
from tests.server.store.faulty_files import behind, commits_hang, cut, waiting
from tests.server.store.rows import TABLE, appended, held, match, opened, table


@pytest.fixture(scope="module")
def durable() -> Iterator[Postgres]:
    """One of our own, which may be stopped, and which writes to the disk before it answers."""
    with postgres(durable=True) as server:
        yield server


@asynccontextmanager
async def playing(url: str) -> AsyncIterator[tuple[Store, Any]]:
    """A store with a match on."""
    async with opened(url) as store:
        lease = await held(store)
        await store.begin_match(lease, TABLE, match("m"))
        await appended(store, lease, "m", 0, b"0")
        yield store, lease


async def _result(writing: Any) -> Exception | None:
    """How a write ended."""
    try:
        await writing
    except StoreFailed as error:
        return error
    return None


@async_test
async def test_a_commit_whose_answer_is_lost_may_stand(database: str) -> None:
    async with playing(database) as (store, lease):
        async with commits_hang(database):
            writing = [
                asyncio.ensure_future(_result(appended(store, lease, "m", part, b"%d" % part))) for part in range(1, 4)
            ]
            await cut(database, await waiting(database, what="SyncRep"))
            assert [type(await each) for each in writing] == 3 * [Unsure]
        newer = await held(store)
        await store.reopen("m")
        assert await store.lines("m") == (4, b"0123")
        await appended(store, newer, "m", 4, b"4")
        assert await store.lines("m") == (5, b"01234")


@async_test
async def test_a_commit_whose_answer_is_lost_may_not_stand(database: str) -> None:
    async with playing(database) as (store, lease), behind(database) as slow:
        await slow.execute("BEGIN; SELECT FROM matches WHERE id = 'm' FOR UPDATE")
        writing = asyncio.ensure_future(_result(appended(store, lease, "m", 1, b"1")))
        await cut(database, await waiting(database))
        assert type(await writing) is Unsure
        assert type(await _result(appended(store, lease, "m", 2, b"2"))) is StoreFailed
        await slow.execute("COMMIT")
        newer = await held(store)
        await store.reopen("m")
        assert await store.lines("m") == (1, b"0")
        await appended(store, newer, "m", 1, b"1")
        assert await store.lines("m") == (2, b"01")


@async_test
async def test_all_that_a_group_holds_is_unsure_together(database: str) -> None:
    async with playing(database) as (store, lease):
        other = await held(store, "cccccc")
        async with commits_hang(database):
            writing = [
                asyncio.ensure_future(_result(each))
                for each in (
                    appended(store, lease, "m", 1, b"1"),
                    store.begin_match(other, table("cccccc"), match("n", "cccccc")),
                )
            ]
            await cut(database, await waiting(database, what="SyncRep"))
            assert [type(await each) for each in writing] == [Unsure, Unsure]
        assert await store.lines("m") == (2, b"01")
        assert await store.match("n") == match("n", "cccccc")


@async_test
async def test_what_was_cut_before_its_commit_is_known_not_to_be_stored(database: str) -> None:
    async with playing(database) as (store, lease), behind(database) as slow:
        await slow.execute("BEGIN; SELECT FROM tables FOR UPDATE")
        writing = asyncio.ensure_future(_result(store.save_table(lease, TABLE)))
        await cut(database, await waiting(database))
        assert type(await writing) is StoreFailed


@async_test
async def test_idle_connections_that_are_cut_are_opened_again(database: str) -> None:
    async with playing(database) as (store, lease):
        await cut(database)
        tried = await _result(appended(store, lease, "m", 1, b"1"))
        if tried is not None:  # the news had not arrived
            await store.reopen("m")
        parts, _ = await store.lines("m")
        await appended(store, lease, "m", parts, b"2")
        assert (await store.lines("m"))[0] == parts + 1


async def _keep_writing(store: Store, code: str, over: asyncio.Event) -> list[bytes]:
    """Append line after line; after a failure go on from what stands, as a table does. What was acknowledged."""
    acknowledged: list[bytes] = []
    lease, parts, line = None, 0, 0
    while not over.is_set() or lease is None:
        try:
            if lease is None:
                lease = await held(store, code)
                await store.save_table(lease, table(code))
                await store.reopen(code)
                parts, _ = await store.lines(code)
            line += 1
            await appended(store, lease, code, parts, b"%d\n" % line)
        except StoreFailed:
            lease = None
        else:
            acknowledged.append(b"%d" % line)
            parts += 1
    return acknowledged


@async_test
async def test_whatever_is_cut_what_was_acknowledged_stands_once_and_in_order(database: str) -> None:
    codes = [f"table{letter}" for letter in "bcdfgh"]
    dice, over = random.Random(8), asyncio.Event()
    async with opened(database) as store:
        for code in codes:
            await store.begin_match(await held(store, code), table(code), match(code, code))
        writing = [asyncio.ensure_future(_keep_writing(store, code, over)) for code in codes]
        for _ in range(15):
            before = store.commits
            while store.commits < before + dice.randrange(1, 6):
                await asyncio.sleep(0.001)
            await cut(database)
        over.set()
        for code, acknowledged in zip(codes, await asyncio.gather(*writing), strict=True):
            _, text = await store.lines(code)
            stands = text.split()
            assert stands == sorted(set(stands), key=int)
            assert set(acknowledged) <= set(stands)
            assert acknowledged


@async_test
async def test_a_database_that_restarts_is_written_to_again(durable: Postgres) -> None:
    url = await asyncio.to_thread(durable.database)
    async with playing(url) as (store, lease):
        durable.stop()
        with pytest.raises(StoreFailed):
            await appended(store, lease, "m", 1, b"1")
        with pytest.raises(StoreFailed):
            await store.lines("m")
        with pytest.raises(StoreFailed):
            await store.renew("ann")
        with pytest.raises(StoreFailed, match="earlier write"):
            await appended(store, lease, "m", 2, b"2")
        trying_again = asyncio.ensure_future(store.answers_again(1000.0))  # as a table that has waited for long
        durable.start()
        async with asyncio.timeout(PATIENCE_S):
            await trying_again
            while await _result(store.save_table(lease, TABLE)) is not None:
                await asyncio.sleep(0.01)
        await store.reopen("m")
        parts, _ = await store.lines("m")
        await appended(store, lease, "m", parts, b"!")
        assert (await store.lines("m"))[0] == parts + 1
        assert await store.renew("ann")


@async_test
async def test_a_database_that_is_not_there_is_told_of_without_its_password(tmp_path: Path) -> None:
    for url, told in {
        "postgresql://ann:secret@127.0.0.1:1/db": r"postgresql://127.0.0.1:1/db: .*refused|Connect call failed",
        "postgresql://ann:secret@nowhere.invalid/db": "postgresql://nowhere.invalid/db: ",
    }.items():
        with pytest.raises(StoreFailed, match=told) as failed:
            async with opened(url):
                pass
        assert "secret" not in str(failed.value)


@async_test
async def test_a_database_that_does_not_exist_is_named(cluster: Postgres) -> None:
    with pytest.raises(StoreFailed, match='"missing" does not exist'):
        async with opened(cluster.url("missing")):
            pass


@async_test
async def test_a_server_that_promises_too_early_is_told_otherwise(
    database: str, caplog: pytest.LogCaptureFixture
) -> None:
    async with behind(database) as connection:
        name = await connection.fetchval("SELECT current_database()")
        await connection.execute(f"ALTER DATABASE {name} SET synchronous_commit = off")
    async with playing(database) as (store, lease):
        await cut(database)
        await _result(appended(store, lease, "m", 1, b"1"))
        await store.reopen("m")
        parts, _ = await store.lines("m")
        async with commits_hang(database):  # and so do ours, on old connections and on new ones
            writing = asyncio.ensure_future(_result(appended(store, lease, "m", parts, b"2")))
            await cut(database, await waiting(database, what="SyncRep"))
            assert type(await writing) is Unsure
    assert "synchronous_commit off" in caplog.text


@async_test
async def test_a_database_that_is_started_later_is_waited_for(
    durable: Postgres, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Server and database are often started together, and the server is the quicker one."""
    url = await asyncio.to_thread(durable.database)
    durable.stop()
    with pytest.raises(Unreachable):
        await open_store(url)
    tried = asyncio.Event()
    monkeypatch.setattr(opening, "log", lambda *_, **__: tried.set())
    opened_later = asyncio.ensure_future(open_store(url, patience_s=60))
    await tried.wait()
    await asyncio.to_thread(durable.start)
    store = await opened_later
    assert await store.public_tables(1) == []
    await store.close()


@async_test
async def test_a_database_that_says_no_is_not_waited_for(durable: Postgres) -> None:
    with pytest.raises(StoreFailed, match="does not exist") as refused:
        await open_store(durable.url("nothing_of_that_name"), patience_s=60)
    assert not isinstance(refused.value, Unreachable)
