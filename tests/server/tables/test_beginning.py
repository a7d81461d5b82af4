"""Between the deal and the first act: what happens meanwhile, and what when the match cannot begin."""

import asyncio
from pathlib import Path
from typing import NoReturn

import pytest

from tests.kit.eventually import eventually
from tests.server.live_server import async_test, live_server


class HeldHashing:
    """Stands for `Stretches`: the hashing of a deal number goes on when the test says so."""

    go_on: asyncio.Event
    waiting = False

    async def pause(self) -> None:
        HeldHashing.waiting = True
        await HeldHashing.go_on.wait()


@async_test
async def test_who_leaves_before_the_match_is_stored_is_played_for_at_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The table waits for nobody who has given up their place."""
    monkeypatch.setattr("cartable.server.tables.matches.Stretches", HeldHashing)
    HeldHashing.go_on, HeldHashing.waiting = asyncio.Event(), False
    async with live_server(tmp_path) as here:
        ann, bob = await here.table(people=2, settings={"deal_number": "new", "turn_grace_s": 3600})
        await ann.api.post(f"/api/tables/{ann.code}/start")
        await eventually(lambda: HeldHashing.waiting)
        await bob.api.post(f"/api/tables/{ann.code}/leave")
        HeldHashing.go_on.set()
        await ann.over()


@async_test
async def test_a_match_that_cannot_begin_leaves_the_table_as_it_was(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def broken(_: bytes) -> NoReturn:
        raise ValueError("a bug")

    async with live_server(tmp_path, recover_s=0.01) as here:
        ann, _ = await here.table(people=2, settings={"deal_number": "new"})
        path = f"/api/tables/{ann.code}"
        with monkeypatch.context() as for_once:
            for_once.setattr("cartable.server.tables.matches.hashing", broken)
            await ann.api.post(f"{path}/start")
            await eventually(lambda: here.server.services.metrics.errors == 1)
        await ann.until(lambda: ann.table.get("phase", "lobby") == "lobby" and not ann.table.get("stopped"))
        assert "match not begun" in caplog.text
        assert "ValueError: a bug" in caplog.text
        await ann.api.post(f"{path}/start")
        await ann.over()
