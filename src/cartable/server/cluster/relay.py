"""Finding the node that has a table, and handing the messages of other nodes on."""

import asyncio
from collections import OrderedDict
from collections.abc import Awaitable, Callable
from typing import Any, Final, TypeVar

from cartable.server.cluster.edge import EdgePipes
from cartable.server.cluster.messages import (
    AnyMessage,
    ClientDrained,
    ClientGone,
    ClientSlow,
    ClosePipe,
    FromClient,
    NodeRequest,
    NodeResponse,
    NotHere,
    OpenPipe,
    PipeOpened,
    ToClient,
)
from cartable.server.cluster.owner import OpenSession, OwnerPipes
from cartable.server.cluster.peers import Peers
from cartable.server.cluster.requests import RemoteRequests
from cartable.server.services import Services
from cartable.server.store.contract import HeldElsewhere, StoreFailed
from cartable.server.tables.connection import ClientHandler, Link
from cartable.server.tables.registry import TableRegistry
from cartable.server.tables.table import Table

PATIENCE_S: Final = 4.5
"""How long a client that wants a table waits while the table's lease runs out or the store comes back; the web client
gives a connection up after 5 s and tries again."""

RETRY_S: Final = 0.05
RETRY_MOST_S: Final = 0.4
WATCH_S: Final = 0.1
WATCHES: Final = 5
"""How often the store is asked about a node that does not answer, before the node itself is asked again."""
KNOWN: Final = 20_000
"""Tables of other nodes whose owners are remembered."""

T = TypeVar("T")


class NotReached(StoreFailed):
    """No node can be found that has the table, or nobody could look whether it exists."""


class Relay:
    """This node among the others."""

    def __init__(
        self, peers: Peers, registry: TableRegistry, services: Services, api: Any, open_session: OpenSession
    ) -> None:
        self._peers = peers
        self._registry = registry
        self._open_session = open_session
        self._store = services.store
        self._owners: OrderedDict[str, str] = OrderedDict()
        self._silent: dict[str, asyncio.Task[None] | None] = {}
        """Nodes that do not answer, and the task that watches whether they still have their leases."""
        self.edge_pipes = EdgePipes(peers, services.config.limits.backlog_bytes, self._silent_node)
        self.owner_pipes = OwnerPipes(peers, open_session)
        self.requests = RemoteRequests(peers, api, services.leases.valid)
        peers.on_message = self._received
        peers.on_lost = self._lost

    async def open(self) -> None:
        await self._peers.open()

    def gauges(self) -> dict[str, float]:
        """What there is now."""
        return {"pipes_out": self.edge_pipes.count, "pipes_in": self.owner_pipes.count, "peers": self._peers.peers}

    async def close(self) -> None:
        for watching in self._silent.values():
            if watching is not None:
                watching.cancel()
        self.edge_pipes.close()
        await self._peers.close()

    # --- finding -----------------------------------------------------------------------------------------------

    async def reach(
        self,
        code: str,
        locally: Callable[[Table], Awaitable[T | None]],
        remotely: Callable[[str], Awaitable[T | None]],
    ) -> T | None:
        """Do one or the other, depending on where the table is; None from them means that it is not there after all.
        None from locally: there is no such table."""
        loop = asyncio.get_running_loop()
        until = loop.time() + PATIENCE_S
        pause = 0.0  # what was remembered may have been wrong
        while True:
            try:
                found = await self._where(code)
                if found is None:
                    return None
                if isinstance(found, str) and found in self._silent:
                    await self._wait_for(found, code)
                else:
                    done = await (remotely(found) if isinstance(found, str) else locally(found))
                    if done is not None:
                        return done
                    self._owners.pop(code, None)
            except StoreFailed:
                pass  # it may be back in a moment
            if loop.time() > until:
                raise NotReached(code)
            await asyncio.sleep(pause)
            pause = min(max(RETRY_S, 2 * pause), RETRY_MOST_S)

    async def connect(self, link: Link, code: str, key: str | None) -> ClientHandler | None:
        """Return where a client's messages go: a session here, or a pipe to the owner. None: there is no such table."""

        async def locally(_table: Table) -> ClientHandler | None:
            return self._open_session(link, code, key)

        async def remotely(owner: str) -> ClientHandler | None:
            return await self.edge_pipes.open(owner, code, key, link)

        return await self.reach(code, locally, remotely)

    async def _where(self, code: str) -> Table | str | None:
        known = self._owners.get(code)
        if known is not None:
            self._owners.move_to_end(code)
            return known
        found = await self._registry.find(code)
        if not isinstance(found, HeldElsewhere):
            return found
        self._owners[code] = found.node
        if len(self._owners) > KNOWN:
            self._owners.popitem(last=False)
        return found.node

    async def _wait_for(self, owner: str, code: str) -> None:
        """Wait until a process that does not answer is heard of again, has lost its leases, or should be asked once
        more. However many tables are waited for, the store is asked about one."""
        watching = self._silent[owner]
        if watching is None:
            watching = self._silent[owner] = asyncio.ensure_future(self._watch_leases(owner, code))
        await asyncio.shield(watching)

    async def _watch_leases(self, owner: str, code: str) -> None:
        try:
            for _ in range(WATCHES):
                if await self._store.holder(code) != owner:
                    self._forget(owner)
                    return
                await asyncio.sleep(WATCH_S)
                if owner not in self._silent:
                    return
        except StoreFailed:
            await asyncio.sleep(WATCH_S)
        finally:
            self._silent.pop(owner, None)

    def _forget(self, owner: str) -> None:
        for code in [code for code, known in self._owners.items() if known == owner]:
            del self._owners[code]

    # --- what is said ------------------------------------------------------------------------------------------

    def _received(self, peer: str, message: AnyMessage) -> None:
        if self._silent:
            self._silent.pop(peer, None)
        match message:
            case OpenPipe() | FromClient() | ClientGone() | ClientSlow() | ClientDrained():
                self.owner_pipes.received(peer, message)
            case PipeOpened() | NotHere() | ToClient() | ClosePipe():
                self.edge_pipes.received(message)
            case NodeRequest():
                self.requests.request_received(peer, message)
            case NodeResponse():
                self.requests.response_received(message)

    def _silent_node(self, owner: str) -> None:
        """A process does not answer: nobody asks it again until it is heard of, or has lost its leases."""
        if owner in self._owners.values():
            self._silent.setdefault(owner, None)

    def _lost(self, peer: str) -> None:
        self._silent_node(peer)
        self.edge_pipes.lost(peer)
        self.owner_pipes.lost(peer)
        self.requests.lost(peer)
