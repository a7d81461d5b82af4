"""What holds for every store: nothing is half written, and only the culprit of a group fails."""

import asyncio
import sys
from pathlib import Path
from typing import cast

import pytest
from msgspec.structs import replace

from cartable.kernel import BadInput
from cartable.server.store import StoreFailed, TooNew
from cartable.server.store.contract import MatchState
from cartable.server.store.opening import open_store
from tests.server.live_server import async_test
from tests.server.store.faulty_files import columns_of, make_newer, make_older, plan_of_public_tables
from tests.server.store.rows import TABLE, appended, held, match, opened, table

pytestmark = pytest.mark.usefixtures("restless")


@async_test
async def test_what_is_appended_is_read_back_in_order(where: Path | str) -> None:
    async with opened(where) as store:
        lease = await held(store)
        await store.begin_match(lease, TABLE, match("m"))
        await asyncio.gather(*(appended(store, lease, "m", part, b"%d\n" % part) for part in range(50)))
        assert await store.lines("m") == (50, b"".join(b"%d\n" % part for part in range(50)))
        assert store.commits < 52


@async_test
async def test_only_the_culprit_of_a_group_fails_and_its_log_gets_no_gap(where: Path | str) -> None:
    async with opened(where) as store:
        lease = await held(store)
        await asyncio.gather(*(store.begin_match(lease, TABLE, match(name)) for name in "ab"))
        results = await asyncio.gather(
            appended(store, lease, "a", 0, b"a0"),
            appended(store, lease, "a", 0, b"again"),
            appended(store, lease, "a", 1, b"a1"),
            appended(store, lease, "b", 0, b"b0"),
            appended(store, lease, "nowhere", 0, b"n0"),
            store.save_table(lease, replace(TABLE, room=b"[]")),
            return_exceptions=True,
        )
        assert [type(result) is StoreFailed for result in results] == [False, True, True, False, True, False]
        assert await store.lines("a") == (1, b"a0")
        assert await store.lines("b") == (1, b"b0")
        assert (await store.table(TABLE.code)) == replace(TABLE, room=b"[]")
        await store.reopen("a")
        await appended(store, lease, "a", 1, b"a1")
        assert await store.lines("a") == (2, b"a0a1")


@async_test
async def test_a_match_and_its_table_are_stored_both_or_neither(where: Path | str) -> None:
    async with opened(where) as store:
        lease = await held(store)
        await store.begin_match(lease, TABLE, match("m"))
        changed = replace(TABLE, room=b"[]", last_act=5)
        with pytest.raises(StoreFailed):
            await store.begin_match(lease, changed, match("m", number=2))
        assert await store.table(TABLE.code) == TABLE
        assert await store.last_match(TABLE.code) == match("m")
        with pytest.raises(StoreFailed, match="an earlier write failed"):
            await store.end_match(lease, changed, "m", "over", 7)
        await store.reopen("m")
        await store.end_match(await held(store), changed, "m", "over", 7)
        assert await store.table(TABLE.code) == changed
        assert await store.match("m") == replace(match("m"), state="over", ended=7)


@async_test
async def test_what_was_refused_is_not_stored_with_the_next_change_of_a_table(where: Path | str) -> None:
    """The next row holds it too: somebody's seat, of which they have been told that they did not get it."""
    async with opened(where) as store:
        lease = await held(store)
        await store.begin_match(lease, TABLE, match("m"))
        both = replace(TABLE, room=b"[1,2]")
        results = await asyncio.gather(
            store.begin_match(lease, replace(TABLE, room=b"[1]"), match("m")),  # there is one of that name
            store.save_table(lease, both),
            store.begin_match(lease, both, match("n", number=2)),
            return_exceptions=True,
        )
        assert [type(result) for result in results] == 3 * [StoreFailed]
        assert await store.table(TABLE.code) == TABLE
        assert await store.match("n") is None
        await store.save_table(await held(store), both)
        assert await store.table(TABLE.code) == both


@async_test
async def test_public_tables_are_found_by_their_index(where: Path | str) -> None:
    async with opened(where) as store:
        for number in range(4):
            row = replace(table(f"table{'bcdf'[number]}"), public=number > 0, last_act=number)
            await store.save_table(await held(store, row.code), row)
        assert [row.last_act for row in await store.public_tables(2)] == [3, 2]
    assert "tables_public" in await plan_of_public_tables(where)


@async_test
async def test_a_match_may_begin_be_played_and_end_within_one_group(where: Path | str) -> None:
    async with opened(where) as store:
        lease = await held(store)
        await asyncio.gather(
            store.save_table(lease, TABLE),
            store.begin_match(lease, replace(TABLE, last_act=2), match("m")),
            appended(store, lease, "m", 0, b"0"),
            appended(store, lease, "m", 1, b"1"),
            store.end_match(lease, replace(TABLE, last_act=3), "m", "over", 9),
        )
        assert await store.table(TABLE.code) == replace(TABLE, last_act=3)
        assert await store.match("m") == replace(match("m"), state="over", ended=9)
        assert await store.lines("m") == (2, b"01")


@async_test
async def test_tables_are_found_by_what_is_known_of_them(where: Path | str) -> None:
    async with opened(where) as store:
        rows = [
            replace(table(code), public=public, last_act=at)
            for code, public, at in (("bbbbbb", True, 30), ("cccccc", False, 20), ("dddddd", True, 40))
        ]
        for row in rows:
            await store.save_table(await held(store, row.code), row)
        assert [row.code for row in await store.public_tables(10)] == ["dddddd", "bbbbbb"]
        assert [row.code for row in await store.public_tables(1)] == ["dddddd"]
        assert sorted(await store.expired(31)) == ["bbbbbb", "cccccc"]
        assert await store.table("nobody") is None
        assert await store.last_match("bbbbbb") is None
        assert await store.match("nothing") is None
        assert await store.lines("nothing") == (0, b"")
        first = await held(store, "bbbbbb")
        await store.begin_match(first, rows[0], match("one", "bbbbbb", 1))
        await store.begin_match(first, rows[0], match("two", "bbbbbb", 2))
        assert await store.last_match("bbbbbb") == match("two", "bbbbbb", 2)


@async_test
async def test_what_is_forgotten_is_gone_with_all_that_belongs_to_it(where: Path | str) -> None:
    async with opened(where) as store:
        for code, name in (("bbbbbb", "b"), ("cccccc", "c")):
            lease = await held(store, code)
            await store.begin_match(lease, table(code), match(name, code))
            await appended(store, lease, name, 0, b"line")
            await store.release(lease)
        await store.delete_tables(["bbbbbb", "cccccc"], before=1)  # something happened at both since
        assert await store.match("b") == match("b", "bbbbbb")
        await store.delete_tables(["bbbbbb", "nobody"])
        assert await store.table("bbbbbb") is None
        assert await store.match("b") is None
        assert await store.lines("b") == (0, b"")
        assert await store.lines("c") == (1, b"line")


@async_test
async def test_matches_played_elsewhere_are_kept_for_a_while(where: Path | str) -> None:
    async with opened(where) as store:
        for name, started in (("old", 5), ("new", 15)):
            row = replace(match(name), code=None, state="imported", started=started, ended=started)
            await store.import_match(row, b"lines\n")
            assert await store.match(name) == row
            assert await store.lines(name) == (1, b"lines\n")
        await store.delete_imports(10)
        assert await store.match("old") is None
        assert await store.match("new") is not None


@async_test
async def test_what_was_handed_in_is_stored_before_it_closes(where: Path | str) -> None:
    async with opened(where) as store:
        lease = await held(store)
        writes = [
            store.begin_match(lease, TABLE, match("m")),
            *(appended(store, lease, "m", n, b".") for n in range(9)),
        ]
    await asyncio.gather(*writes)
    with pytest.raises(StoreFailed, match="closed"):
        await appended(store, lease, "m", 9, b".")
    async with opened(where) as store:
        assert await store.lines("m") == (9, b".........")


@async_test
async def test_a_store_of_a_later_version_is_refused(where: Path | str) -> None:
    async with opened(where):
        pass
    await make_newer(where)
    with pytest.raises(TooNew, match="got one of a later"):
        async with opened(where):
            pass


@async_test
async def test_an_older_store_is_brought_up_to_date_with_all_it_holds(where: Path | str) -> None:
    async with opened(where) as store:
        lease = await held(store)
        await store.begin_match(lease, TABLE, match("m"))
        await appended(store, lease, "m", 0, b"before")
    await make_older(where)
    async with opened(where) as store:
        await appended(store, await held(store), "m", 1, b"after")
        assert await store.lines("m") == (2, b"beforeafter")
        assert await store.match("m") == match("m"), "an old match has no deal number"
    found, wanted = await columns_of(where)
    assert found == wanted


@async_test
async def test_the_migrations_lead_to_the_schema(where: Path | str) -> None:
    async with opened(where):
        pass
    found, wanted = await columns_of(where)
    assert found == wanted


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("mysql://host/db", "expected a file or postgresql://..., got mysql://..."),
        ("postgresql://ann:secret@127.0.0.1:99999/db", "expected postgresql://"),
        ("postgresql://ann:secret@127.0.0.1:x/db", "expected postgresql://"),
        ("postgresql://ann:secret@127.0.0.1/db?sslmode=perhaps", "expected postgresql://"),
    ],
)
@async_test
async def test_a_name_that_is_none_is_refused(name: str, told: str) -> None:
    with pytest.raises(BadInput, match=told) as refused:
        async with opened(name):
            pass
    assert "secret" not in str(refused.value)


@async_test
async def test_without_the_extra_one_is_told_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("groups", "link", "postgres"):
        monkeypatch.delitem(sys.modules, f"cartable.server.store.{name}", raising=False)
    monkeypatch.setitem(sys.modules, "asyncpg", None)
    with pytest.raises(BadInput, match=r"pip install 'cartable\[scale\]'"):
        await open_store("postgresql://ann@127.0.0.1/db")


@async_test
async def test_matches_with_a_deal_number_are_found_once_they_are_over(where: Path | str) -> None:
    async with opened(where) as store:
        lease = await held(store)
        for number, (deal, state) in enumerate([("K7M3PQ4X", "over"), ("K7M3PQ4X", "given-up"), ("", "over")]):
            await store.begin_match(lease, TABLE, replace(match(f"m{number}", number=number), deal=deal))
            await store.end_match(lease, TABLE, f"m{number}", cast("MatchState", state), 10 + number)
        await store.begin_match(lease, TABLE, replace(match("on", number=9), deal="K7M3PQ4X"))
        taken_in = replace(match("in"), code=None, state="imported", ended=30, deal="K7M3PQ4X")
        await store.import_match(taken_in, b"")
        assert [row.id for row in await store.matches_of_deal("K7M3PQ4X", 9)] == ["in", "m0"]
        assert await store.matches_of_deal("K7M3PQ4X", 1) == [taken_in]
        assert await store.matches_of_deal("", 9) == []
