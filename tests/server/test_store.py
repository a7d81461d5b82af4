"""The store: nothing is half written, and a store that cannot write stops the table without losing anything."""

import asyncio
import sqlite3
from pathlib import Path

import msgspec
import pytest

from cartable.server.app import Server
from cartable.server.store import Lease, MatchRow, SqliteStore, StoreFailed, StoreInUse, TableRow, TooNew
from cartable.server.store.schema import METADATA
from tests.server.house import live, world

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


LEASE = Lease(TABLE.code, "host", 0)


def match(match_id: str) -> MatchRow:
    return MatchRow(
        id=match_id, code=TABLE.code, number=1, header=b"", secret=b"s", nonces=b"[]", state="on", started=1
    )


@live
async def test_what_is_appended_is_read_back_in_order(tmp_path: Path) -> None:
    store = SqliteStore(tmp_path / "s.db")
    await store.begin_match(LEASE, TABLE, match("m"))
    await asyncio.gather(*(store.append(LEASE, "m", part, b"%d\n" % part) for part in range(50)))
    assert await store.lines("m") == (50, b"".join(b"%d\n" % part for part in range(50)))
    assert store.commits < 52
    await store.close()


@live
async def test_only_the_culprit_of_a_group_fails_and_its_log_gets_no_gap(tmp_path: Path) -> None:
    store = SqliteStore(tmp_path / "s.db")
    await asyncio.gather(*(store.begin_match(LEASE, TABLE, match(name)) for name in "ab"))
    results = await asyncio.gather(
        store.append(LEASE, "a", 0, b"a0"),
        store.append(LEASE, "a", 0, b"again"),
        store.append(LEASE, "a", 1, b"a1"),
        store.append(LEASE, "b", 0, b"b0"),
        return_exceptions=True,
    )
    assert [isinstance(result, StoreFailed) for result in results] == [False, True, True, False]
    assert await store.lines("a") == (1, b"a0")
    assert await store.lines("b") == (1, b"b0")
    await store.mend("a")
    await store.append(LEASE, "a", 1, b"a1")
    assert await store.lines("a") == (2, b"a0a1")
    await store.close()


@live
async def test_a_store_has_one_server(tmp_path: Path) -> None:
    store = SqliteStore(tmp_path / "s.db")
    with pytest.raises(StoreInUse, match="another server is using it"):
        SqliteStore(tmp_path / "s.db")
    await store.close()
    await SqliteStore(tmp_path / "s.db").close()


@live
async def test_a_store_of_a_later_version_is_refused(tmp_path: Path) -> None:
    await SqliteStore(tmp_path / "s.db").close()
    with sqlite3.connect(tmp_path / "s.db") as connection:
        connection.execute("UPDATE alembic_version SET version_num = '9999'")
    connection.close()
    with pytest.raises(TooNew, match="got one of a later"):
        SqliteStore(tmp_path / "s.db")


@live
async def test_the_migrations_lead_to_the_schema(tmp_path: Path) -> None:
    await SqliteStore(tmp_path / "s.db").close()
    connection = sqlite3.connect(tmp_path / "s.db")
    for table in METADATA.sorted_tables:
        found = {row[1] for row in connection.execute(f"PRAGMA table_info({table.name})")}
        assert found == set(table.columns.keys())
    connection.close()


def full(server: Server) -> sqlite3.Connection:
    """Somebody else holds the database: every commit fails, as on a full disk."""
    connection = sqlite3.connect(server.house.config.store, isolation_level=None)
    connection.execute("BEGIN IMMEDIATE")
    return connection


@live
async def test_a_locked_database_stops_the_table_and_loses_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("cartable.server.store.sqlite.BUSY_MS", 20)
    async with world(tmp_path, mend_s=0.05) as here:
        ann, bob = players = await here.table(people=2)
        ann.plays = bob.plays = False
        await here.start(players)
        await ann.done("draw")
        await bob.until(lambda: bob.n == 1)
        holder = full(here.server)
        told = len(bob.messages)
        refused = await ann.done("place 1")
        assert (refused["answer"], refused["code"]) == ("refused", "stopped")
        await bob.until(lambda: bob.table.get("stopped"))
        assert all(message["t"] == "table" for message in bob.messages[told:])
        assert (await ann.done("place 1"))["code"] == "stopped"
        holder.execute("ROLLBACK")
        holder.close()
        await ann.until(lambda: not ann.table.get("stopped") and "place 1" in ann.legal)
        ann.plays = bob.plays = True
        await ann.go_on()
        await bob.over()


@live
async def test_what_cannot_be_stored_between_matches_is_as_if_it_had_not_been(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("cartable.server.store.sqlite.BUSY_MS", 20)
    async with world(tmp_path, mend_s=0.05) as here:
        ann, bob = players = await here.table(people=2)
        path = f"/api/tables/{ann.code}"
        holder = full(here.server)
        refused = await here.api.post(f"{path}/sit", {"name": "Eve"}, expect=503)
        assert refused["code"] == "stopped"
        for body in ({"game": "push"}, {"game": "push", "name": "Eve"}):
            assert (await here.api.post("/api/tables", body, expect=503))["code"] == "stopped"
        assert (await ann.api.post(f"{path}/start", expect=503))["code"] == "stopped"
        holder.execute("ROLLBACK")
        holder.close()
        await ann.until(lambda: not ann.table.get("stopped"))
        assert [place["name"] for place in ann.table["places"]] == ["Ann", "Bob"]
        await here.start(players)
        await bob.over()
        await here.api.post(f"{path}/sit", {"name": "Eve"})


@live
async def test_a_match_whose_beginning_cannot_be_stored_does_not_begin(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("cartable.server.store.sqlite.BUSY_MS", 20)
    async with world(tmp_path, mend_s=0.05) as here:
        ann, bob = players = await here.table(people=2)
        holder = full(here.server)
        await ann.api.post(f"/api/tables/{ann.code}/start")
        await bob.until(lambda: bob.table.get("stopped"))
        assert bob.match is None
        holder.execute("ROLLBACK")
        holder.close()
        await bob.until(lambda: not bob.table.get("stopped") and bob.table.get("phase", "lobby") == "lobby")
        await here.start(players)
        await bob.over()


@live
async def test_a_full_disk_stops_the_table_and_loses_nothing(tmp_path: Path) -> None:
    async with world(tmp_path, store_pages=20) as here:
        ann, bob = players = await here.table(people=2)
        await here.start(players)
        status = 201
        while status == 201:
            status = (await here.api.http.post("/api/tables", json={"game": "push"})).status_code
        assert status == 503
        await ann.until(lambda: ann.table.get("stopped") or ann.outcome)
        told = {(player.place, k) for player in players for k, a in player.answers.items() if a["answer"] == "accepted"}
        assert ann.outcome is None
        here.people.clear()
    async with world(tmp_path) as here:
        for player in players:
            here.people.append(player)
            await player.move(here.base)
        await bob.over()
        lines = (await here.api.get(f"/api/matches/{bob.match}/log")).splitlines()
        entries = [msgspec.json.decode(line) for line in lines if line.startswith("[")]
        assert told <= {(seat, about.get("k")) for _, seat, _, _, about in entries}
