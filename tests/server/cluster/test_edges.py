"""The narrow places between processes: sockets that are closed before they are open, and what cannot be copied."""

import asyncio
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from cartable.server.cluster.bus import MemoryBus
from cartable.server.cluster.edge import EdgePipes
from cartable.server.cluster.owner import Client
from cartable.server.cluster.peers import Exchange
from cartable.server.sockets.session import Sockets
from cartable.server.sockets.websocket import MOVED, Link
from tests.server.live_server import live, world


class Noted:
    """A link that notes what becomes of it."""

    def __init__(self) -> None:
        self.received: Callable[[bytes, float], None] | None = None
        self.drained: Callable[[], None] | None = None
        self.may_speak: Callable[[], bool] | None = None
        self.closed: list[tuple[int, str]] = []

    def push(self, *texts: bytes) -> int:
        return sum(map(len, texts))

    def opened(self) -> None:
        """There is nothing to forget."""

    def hang_up(self, code: int, reason: str) -> None:
        self.closed.append((code, reason))


@live
async def test_a_pipe_whose_host_dies_while_it_is_opened_leaves_its_socket_alone() -> None:
    """Found by faults with seed 1: the socket could not be closed yet, and the failure ended all heartbeats."""
    exchange = Exchange(MemoryBus(), "edge")
    await exchange.open()
    missed: list[str] = []
    pipes = EdgePipes(exchange, 1000, missed.append)
    link = Noted()
    opening = asyncio.ensure_future(pipes.open("host", "bcdfgh", None, link))
    await asyncio.sleep(0)
    pipes.lost("host")
    assert await opening is None
    assert link.closed == []
    assert pipes.count == 0
    assert await pipes.open("nobody", "bcdfgh", None, link) is None
    assert missed == ["nobody"]
    await exchange.close()


@live
async def test_a_socket_that_is_unwanted_before_it_is_open_is_closed_once_it_is(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Found by faults with seed 1."""
    find = Sockets._client

    async def moved(self: Sockets, link: Link, code: str, key: str | None) -> Client | None:
        client = await find(self, link, code, key)
        link.hang_up(MOVED, "moved")
        return client

    async with world(tmp_path) as here:
        (ann,) = await here.table(people=1)
        monkeypatch.setattr(Sockets, "_client", moved)
        eve = await here.come(ann.code)
        await eve.gone("lost")
        assert eve.socket is not None
        assert eve.socket.close_code == MOVED
        assert eve.told == []


@live
async def test_one_process_that_cannot_be_let_go_of_does_not_stop_the_others() -> None:
    """Found by faults with seed 1."""
    exchange = Exchange(MemoryBus(), "me")
    await exchange.open()
    lost: list[str] = []

    def let_go(peer: str) -> None:
        lost.append(peer)
        raise ValueError(peer)

    exchange.lost = let_go
    for peer in ("one", "two"):
        exchange._begin(peer).lost = True
    exchange._tick()
    assert lost == ["one", "two"]
    assert exchange.peers == 0
    await exchange.close()


def test_a_database_is_copied_by_its_own_tool(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "cartable", "backup", str(tmp_path / "copy"), "--store", "postgresql://here/x"]
    refused = subprocess.run(command, check=False, capture_output=True, text=True)
    assert refused.returncode == 2
    assert "pg_dump" in refused.stderr
