"""A server for one test, and people who sit down at it."""

import asyncio
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import AsyncExitStack, asynccontextmanager
from functools import wraps
from pathlib import Path
from typing import Any

from msgspec.structs import replace

from cartable.server.app import Server
from cartable.server.config import ServerConfig
from cartable.server.limits import no_limits
from cartable.server.serving import serving
from tests.kit.client import Api, Player
from tests.kit.raw_socket import RawSocket

NAMES = ("Ann", "Bob", "Zoé", "Dan", "Eve", "Fay")


def config(folder: Path, **changes: Any) -> ServerConfig:
    """A server that waits for nobody's sake, without bounds on how often one may ask."""
    plain = ServerConfig(store=folder / "cartable.db", wait_scale=0.0, bot_processes=0, limits=no_limits())
    return replace(plain, **changes)


class LiveServer:
    """A running server, and whoever came."""

    def __init__(self, server: Server, base: str) -> None:
        self.server = server
        self.base = base
        self.api = Api(base)
        self.people: list[Player] = []

    async def table(self, game: str = "push", people: int = 2, bots: int = 0, **body: Any) -> list[Player]:
        """A table with people who are connected and play by themselves once it starts."""
        opened = await Api(self.base).post("/api/tables", {"game": game, "name": NAMES[0], **body})
        code = opened["table"]["code"]
        keys = [opened["key"]]
        others = [(Api(self.base), name) for name in NAMES[1:people]]  # on devices of their own: nobody sits twice
        keys += [(await other.post(f"/api/tables/{code}/sit", {"name": name}))["key"] for other, name in others]
        players = [await self.come(code, key, seed) for seed, key in enumerate(keys)]
        for _ in range(bots):
            await players[0].api.post(f"/api/tables/{code}/bots", {"level": "random"})
        return players

    async def come(self, code: str, key: str | None = None, seed: int = 0, *, plays: bool = True) -> Player:
        """Somebody connects: with a key to their place, without one as a spectator."""
        player = Player(self.base, code, key, seed=seed)
        player.plays = plays
        self.people.append(player)
        return await player.connect()

    async def start(self, players: list[Player]) -> None:
        """The first of them starts the match, and everybody sees it."""
        await players[0].api.post(f"/api/tables/{players[0].code}/start")
        for player in players:
            await player.playing()

    async def leave(self) -> None:
        for player in self.people:
            await player.close()


@asynccontextmanager
async def live_server(folder: Path, host: str = "127.0.0.1", **changes: Any) -> AsyncIterator[LiveServer]:
    """A server of one's own."""
    async with AsyncExitStack() as stack:
        # Leases that do not run out by themselves, however slow the machine: there is nobody else.
        asked = config(folder, **{"lease_s": 60.0, **changes})
        server, port = await stack.enter_async_context(serving(asked, host))
        here = LiveServer(server, f"http://127.0.0.1:{port}")
        stack.push_async_callback(here.leave)
        yield here


def limited(here: LiveServer) -> dict[str, int]:
    """Return how often each limit has refused something so far."""
    return dict(here.server.services.metrics.limited)


def async_test(test: Callable[..., Coroutine[Any, Any, None]]) -> Callable[..., None]:
    """A test that runs on an event loop."""

    @wraps(test)
    def run(*args: Any, **kwargs: Any) -> None:
        asyncio.run(closing(test(*args, **kwargs)))

    async def closing(running: Coroutine[Any, Any, None]) -> None:
        try:
            await running
        finally:
            await Api.close_all()
            RawSocket.abort_all()
            await asyncio.sleep(0)

    return run
