"""A deal that is void because the match before it could not be ended: nobody takes its header for the other's."""

import asyncio
from collections.abc import Awaitable
from pathlib import Path
from typing import Any

import pytest

from cartable.server.store import StoreFailed
from tests.server.live_server import async_test, live_server


@async_test
async def test_the_match_before_is_shown_with_its_own_header(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Found by faults with seed 12."""
    async with live_server(tmp_path, recover_s=0.05, nonce_s=60.0) as here:
        ann, bob = players = await here.table(people=2)
        store = here.server.services.store
        stored: asyncio.Future[None] = asyncio.get_running_loop().create_future()

        def held_up(*_: Any) -> Awaitable[None]:
            return stored

        with monkeypatch.context() as for_once:
            for_once.setattr(store, "end_match", held_up)
            await here.start(players)
            await asyncio.gather(ann.over(), bob.over())
        header = ann.header
        bob.takes_part = False  # the next deal goes no further than its header
        await ann.api.post(f"/api/tables/{ann.code}/start")
        await ann.until(lambda: ann.header != header)
        here.server.registry.tables[0].presence.announce()
        await ann.until(lambda: ann.table.get("header") == ann.header)
        stored.set_exception(StoreFailed("the disk is full"))
        await ann.until(lambda: [message["t"] for message in ann.messages].count("snapshot") == 2)
        shown = [message["t"] for message in ann.messages]
        last = len(shown) - 1 - shown[::-1].index("snapshot")
        before = [message["table"].get("header") for message in ann.messages[:last] if message["t"] == "table"]
        assert before[-1] == header
