"""A server on an event loop of its own, in a thread: for tests that do not run on one themselves."""

import asyncio
from collections.abc import Coroutine, Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Event, Thread
from typing import Any, TypeVar

from cartable.server.app import Server
from cartable.server.serving import serving
from tests.kit.eventually import PATIENCE_S
from tests.server.live_server import config

T = TypeVar("T")


class ServerThread:
    """A running server; `do` runs something on its event loop."""

    def __init__(self, server: Server, base: str, loop: asyncio.AbstractEventLoop) -> None:
        self.server = server
        self.base = base
        self._loop = loop

    def do(self, what: Coroutine[Any, Any, T]) -> T:
        return asyncio.run_coroutine_threadsafe(what, self._loop).result(timeout=PATIENCE_S)


@contextmanager
def server_thread(folder: Path, **changes: Any) -> Iterator[ServerThread]:
    """A server for as long as the block lasts."""
    started, stop = Event(), asyncio.Event()
    found: list[ServerThread] = []

    async def serve() -> None:
        async with serving(config(folder, **changes)) as (server, port):
            found.append(ServerThread(server, f"http://127.0.0.1:{port}", asyncio.get_running_loop()))
            started.set()
            await stop.wait()

    thread = Thread(target=lambda: asyncio.run(serve()), daemon=True)
    thread.start()
    assert started.wait(PATIENCE_S)
    here = found[0]
    try:
        yield here
    finally:
        here._loop.call_soon_threadsafe(stop.set)
        thread.join(PATIENCE_S)
