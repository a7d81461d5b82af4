"""The narrow places between processes: sockets that are closed before they are open, and what cannot be copied."""

import asyncio
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from cartable.server.cluster.bus import MemoryBus
from cartable.server.cluster.edge import EdgePipes
from cartable.server.cluster.peers import Peers
from cartable.server.tables.connection import MOVED, ClientHandler, Link
from tests.server.live_server import async_test, live_server


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


@async_test
async def test_a_pipe_whose_owner_dies_while_it_is_opened_leaves_its_socket_alone() -> None:
    """Found by faults with seed 1: the socket could not be closed yet, and the failure ended all heartbeats."""
    peers = Peers(MemoryBus(), "edge")
    await peers.open()
    silent: list[str] = []
    pipes = EdgePipes(peers, 1000, silent.append)
    link = Noted()
    opening = asyncio.ensure_future(pipes.open("owner", "bcdfgh", None, link))
    await asyncio.sleep(0)
    pipes.lost("owner")
    assert await opening is None
    assert link.closed == []
    assert pipes.count == 0
    assert await pipes.open("nobody", "bcdfgh", None, link) is None
    assert silent == ["nobody"]
    await peers.close()


@async_test
async def test_a_socket_that_is_unwanted_before_it_is_open_is_closed_once_it_is(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Found by faults with seed 1."""
    async with live_server(tmp_path) as here:
        sockets = here.server.sockets
        find = sockets.connect

        async def moved(link: Link, code: str, key: str | None) -> ClientHandler | None:
            client = await find(link, code, key)
            link.hang_up(MOVED, "moved")
            return client

        (ann,) = await here.table(people=1)
        monkeypatch.setattr(sockets, "connect", moved)
        eve = await here.come(ann.code)
        await eve.gone("lost")
        assert eve.socket is not None
        assert eve.socket.close_code == MOVED
        assert eve.told == []


@async_test
async def test_one_process_that_cannot_be_released_does_not_stop_the_others() -> None:
    """Found by faults with seed 1."""
    peers = Peers(MemoryBus(), "me")
    await peers.open()
    lost: list[str] = []

    def failing(peer: str) -> None:
        lost.append(peer)
        raise ValueError(peer)

    peers.on_lost = failing
    for peer in ("one", "two"):
        peers._open_channel(peer).lost = True
    peers._tick()
    assert lost == ["one", "two"]
    assert peers.peers == 0
    await peers.close()


def test_a_database_is_copied_by_its_own_tool(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "cartable", "backup", str(tmp_path / "copy"), "--store", "postgresql://here/x"]
    refused = subprocess.run(command, check=False, capture_output=True, text=True)
    assert refused.returncode == 2
    assert "pg_dump" in refused.stderr
