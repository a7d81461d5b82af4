"""Several servers on one event loop, with one store, that hear each other over a bus of either kind."""

from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from typing import Any

from cartable.server.app import Server
from cartable.server.cluster.bus import Bus, Listeners, MemoryBus
from cartable.server.cluster.nats import open_bus
from cartable.server.serving import serving
from tests.kit.client import Api, Player
from tests.kit.nats import Nats
from tests.server.live_server import NAMES, config


class ServerGroup:
    """`bases` are the addresses of all servers, `servers` what answers there."""

    def __init__(self, database: str, nats: Nats | None, changes: dict[str, Any]) -> None:
        self._database = database
        self._nats = nats
        self._changes = changes
        self._listeners: Listeners = {}
        self.servers: list[Server] = []
        self.bases: list[str] = []
        self.people: list[Player] = []

    async def bus(self) -> Bus:
        return MemoryBus(self._listeners) if self._nats is None else await open_bus(self._nats.url)

    @asynccontextmanager
    async def another(self) -> AsyncIterator[Server]:
        """One more server, for as long as the block lasts."""
        # Leases that do not run out by themselves, however slow the machine.
        asked = config(Path(), **{"store": self._database, "lease_s": 60.0, **self._changes})
        async with serving(asked, bus=await self.bus()) as (server, port):
            self.servers.append(server)
            self.bases.append(f"http://127.0.0.1:{port}")
            yield server

    async def table(self, game: str = "push", *, at: int = 0, bots: int = 0, **body: Any) -> tuple[str, list[str]]:
        """A table for two, opened at one of the servers: its code, and the keys of both."""
        opened = await Api(self.bases[at]).post("/api/tables", {"game": game, "name": NAMES[0], **body})
        code = opened["table"]["code"]
        seated = await Api(self.bases[-1]).post(f"/api/tables/{code}/sit", {"name": NAMES[1]})
        for _ in range(bots):
            await Api(self.bases[-1], opened["key"]).post(f"/api/tables/{code}/bots", {"level": "random"})
        return code, [opened["key"], seated["key"]]

    async def come(self, code: str, key: str | None, *, at: int, plays: bool = True) -> Player:
        player = Player(self.bases[at], code, key, seed=at)
        player.plays = plays
        self.people.append(player)
        return await player.connect()

    async def leave(self) -> None:
        for player in self.people:
            await player.close()


@asynccontextmanager
async def server_group(
    database: str, nats: Nats | None, servers: int = 2, **changes: Any
) -> AsyncIterator[ServerGroup]:
    """This many servers."""
    async with AsyncExitStack() as stack:
        here = ServerGroup(database, nats, changes)
        for _ in range(servers):
            await stack.enter_async_context(here.another())
        stack.push_async_callback(here.leave)
        yield here
