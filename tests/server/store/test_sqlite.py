"""A store that cannot write stops the table without losing anything."""

import sqlite3
import threading
from pathlib import Path

import msgspec
import pytest

from cartable.server.app import Server
from cartable.server.store.sqlite import SqliteStore
from tests.server.live_server import async_test, live_server
from tests.server.store.rows import opened


def full(server: Server) -> sqlite3.Connection:
    """Somebody else holds the database: every commit fails, as on a full disk."""
    connection = sqlite3.connect(server.services.config.store, isolation_level=None)
    connection.execute("BEGIN IMMEDIATE")
    return connection


@async_test
async def test_a_locked_database_stops_the_table_and_loses_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("cartable.server.store.sqlite.BUSY_MS", 20)
    async with live_server(tmp_path, recover_s=0.05) as here:
        ann, bob = players = await here.table(people=2)
        ann.plays = bob.plays = False
        await here.start(players)
        await ann.done("draw")
        await bob.until(lambda: bob.n == 1)
        holder = full(here.server)
        told = len(bob.messages)
        refused = await ann.done("place 1")
        assert (refused["answer"], refused["code"]) == ("refused", "cannot-save")
        await bob.until(lambda: bob.table.get("stopped"))
        assert all(message["t"] == "table" for message in bob.messages[told:])
        assert (await ann.done("place 1"))["code"] == "cannot-save"
        holder.execute("ROLLBACK")
        holder.close()
        await ann.until(lambda: not ann.table.get("stopped") and "place 1" in ann.legal)
        ann.plays = bob.plays = True
        await ann.go_on()
        await bob.over()


@async_test
async def test_what_cannot_be_stored_between_matches_is_as_if_it_had_not_been(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("cartable.server.store.sqlite.BUSY_MS", 20)
    async with live_server(tmp_path, recover_s=0.05) as here:
        ann, bob = players = await here.table(people=2)
        path = f"/api/tables/{ann.code}"
        holder = full(here.server)
        refused = await here.api.post(f"{path}/sit", {"name": "Eve"}, expect=503)
        assert refused["code"] == "cannot-save"
        for body in ({"game": "push"}, {"game": "push", "name": "Eve"}):
            assert (await here.api.post("/api/tables", body, expect=503))["code"] == "cannot-save"
        assert (await ann.api.post(f"{path}/start", expect=503))["code"] == "cannot-save"
        holder.execute("ROLLBACK")
        holder.close()
        await ann.until(lambda: not ann.table.get("stopped"))
        assert [place["name"] for place in ann.table["places"]] == ["Ann", "Bob"]
        await here.start(players)
        await bob.over()
        await here.api.post(f"{path}/sit", {"name": "Eve"})


@async_test
async def test_a_match_whose_beginning_cannot_be_stored_does_not_begin(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("cartable.server.store.sqlite.BUSY_MS", 20)
    async with live_server(tmp_path, recover_s=0.05) as here:
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


@async_test
async def test_a_full_disk_stops_the_table_and_loses_nothing(tmp_path: Path) -> None:
    async with live_server(tmp_path, store_pages=20) as here:
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
    async with live_server(tmp_path) as here:
        for player in players:
            here.people.append(player)
            await player.move(here.base)
        await bob.over()
        lines = (await here.api.get(f"/api/matches/{bob.match}/log")).splitlines()
        entries = [msgspec.json.decode(line) for line in lines if line.startswith("[")]
        assert told <= {(seat, about.get("k")) for _, seat, _, _, about in entries}


@async_test
async def test_public_tables_are_read_beside_the_event_loop(tmp_path: Path) -> None:
    """There may be many of them."""
    async with opened(tmp_path / "cartable.db") as store:
        assert isinstance(store, SqliteStore)
        readers: set[int] = set()
        store._list_reader.set_progress_handler(lambda: readers.add(threading.get_ident()), 1)
        await store.public_tables(9)
        assert readers
        assert threading.get_ident() not in readers
