"""What is told, and to whom it happens, while a change of a table is being stored, and when it cannot be."""

import asyncio
import logging
from pathlib import Path
from typing import Any

import pytest

from cartable.server.tables import registry
from cartable.server.tables.table import Table
from tests.kit.client import Player
from tests.kit.eventually import eventually
from tests.server.live_server import LiveServer, async_test, live_server
from tests.server.store.test_sqlite import full


class SlowStore:
    """A store that has written, but does not say so yet."""

    def __init__(self, here: LiveServer, patch: pytest.MonkeyPatch) -> None:
        self.waiting = 0
        self.go_on = asyncio.Event()
        self._save = here.server.services.store.save_table
        patch.setattr(here.server.services.store, "save_table", self.save_table)

    async def save_table(self, *row: Any) -> None:
        writing = self._save(*row)
        self.waiting += 1
        await self.go_on.wait()
        await writing


def table_of(here: LiveServer, player: Player) -> Table:
    table = here.server.registry.at(player.code)
    assert table is not None
    return table


async def asked(slow: SlowStore, asking: Any) -> "asyncio.Future[Any]":
    """A request whose change is being stored now."""
    before = slow.waiting
    request: asyncio.Future[Any] = asyncio.ensure_future(asking)
    await eventually(lambda: slow.waiting > before)
    return request


@async_test
async def test_who_leaves_takes_nobody_elses_seat_along(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Bob's leaving is being stored while the match is given up and a rematch begins: his old seat is Zoé's there."""
    async with live_server(tmp_path) as here:
        ann, bob, zoe = players = await here.table(people=3)
        for player in players:
            player.plays = False
        await here.start(players)
        slow = SlowStore(here, monkeypatch)
        path = f"/api/tables/{ann.code}"
        leaving = await asked(slow, bob.api.post(f"{path}/leave"))
        first = ann.match
        await ann.api.post(f"{path}/give-up")
        await ann.until(lambda: ann.table["phase"] == "over")
        await ann.api.post(f"{path}/start")
        await zoe.until(lambda: zoe.match != first)
        assert zoe.seat() == 1
        slow.go_on.set()
        await leaving
        assert not table_of(here, ann).matches.stood_in(1)


@async_test
async def test_a_place_is_told_of_when_it_is_stored(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with live_server(tmp_path) as here:
        (ann,) = await here.table(people=1, public=True)
        path = f"/api/tables/{ann.code}"
        slow = SlowStore(here, monkeypatch)
        sitting = await asked(slow, here.api.post(f"{path}/sit", {"name": "Eve"}))
        changed = await asked(slow, ann.api.post(f"{path}/settings", {"public": False}))
        watcher = await here.come(ann.code)
        await watcher.until(lambda: watcher.table)
        for told in (await here.api.get(path), watcher.table):
            assert [place["name"] for place in told["places"]] == ["Ann"]
            assert told["public"]
        slow.go_on.set()
        await asyncio.gather(sitting, changed)
        await ann.until(lambda: len(ann.table["places"]) == 2 and not ann.table.get("public"))


@async_test
async def test_a_seat_that_was_refused_is_not_stored_later(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("cartable.server.store.sqlite.BUSY_MS", 20)
    async with live_server(tmp_path, recover_s=0.05) as here:
        (ann,) = await here.table(people=1)
        holder = full(here.server)
        await here.api.post(f"/api/tables/{ann.code}/sit", {"name": "Eve"}, expect=503)
        holder.execute("ROLLBACK")
        holder.close()
        assert await table_of(here, ann).storage.save() is not None  # as when the host is away
        await ann.until(lambda: not ann.table.get("stopped"))
        await here.server.services.store.flush()
        assert [place["name"] for place in ann.table["places"]] == ["Ann"]


@async_test
async def test_nothing_is_written_while_a_table_is_stopped(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Even if the store would take it."""
    async with live_server(tmp_path) as here:
        (ann,) = await here.table(people=1)
        storage, slow = table_of(here, ann).storage, SlowStore(here, monkeypatch)
        slow.go_on.set()
        storage.stopped = True
        assert await storage.save() is not None
        assert not slow.waiting
        storage.stopped = False
        assert await storage.save() is None
        assert slow.waiting


@async_test
async def test_a_bug_does_not_end_the_attempts_to_recover(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr("cartable.server.store.sqlite.BUSY_MS", 20)
    async with live_server(tmp_path, recover_s=0.01) as here:
        (ann,) = await here.table(people=1)
        store, bugs = here.server.services.store, iter([ValueError("a bug"), KeyError("another")])
        read = store.table

        async def broken(code: str) -> Any:
            for bug in bugs:
                raise bug
            return await read(code)

        monkeypatch.setattr(store, "table", broken)
        holder = full(here.server)
        await here.api.post(f"/api/tables/{ann.code}/sit", {"name": "Eve"}, expect=503)
        holder.execute("ROLLBACK")
        holder.close()
        await eventually(lambda: not table_of(here, ann).storage.stopped)
        assert here.server.services.metrics.errors == 2
        assert caplog.text.count("table not recovered") == 2
        await here.api.post(f"/api/tables/{ann.code}/sit", {"name": "Eve"})


@async_test
async def test_a_bug_does_not_end_the_deleting_of_old_tables(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.ERROR)
    monkeypatch.setattr(registry, "CLEANUP_S", 0.001)
    async with live_server(tmp_path) as here:
        asked_for: list[int] = []

        async def broken(before: int) -> list[str]:
            asked_for.append(before)
            raise ValueError("a bug")

        monkeypatch.setattr(here.server.services.store, "expired", broken)
        await eventually(lambda: len(asked_for) > 2)
        assert here.server.services.metrics.errors > 1
        assert "old tables could not be deleted" in caplog.text
