"""Finding the process that has a table, and what the processes of a house say to each other about that."""

import asyncio
from collections import OrderedDict
from collections.abc import Awaitable, Callable
from typing import Any, Final, TypeVar

from cartable.server.cluster.edge import EdgePipes
from cartable.server.cluster.messages import (
    AnyMessage,
    Down,
    Drained,
    Gone,
    HangUp,
    NotHere,
    Open,
    Opened,
    Request,
    Response,
    Slow,
    Up,
)
from cartable.server.cluster.owner import Client, HostPipes, Welcome
from cartable.server.cluster.peers import Exchange
from cartable.server.cluster.requests import Errands
from cartable.server.services import House
from cartable.server.sockets.websocket import Link
from cartable.server.store import HeldElsewhere, StoreFailed
from cartable.server.tables.registry import Hall
from cartable.server.tables.table import TableHost

PATIENCE_S: Final = 4.5
"""Whoever comes for a table waits so long at the door, while its lease runs out or the store comes back; the web
client gives a connection up after 5 s and tries again."""

AGAIN_S: Final = 0.05
AGAIN_MOST_S: Final = 0.4
WATCH_S: Final = 0.1
WATCHES: Final = 5
"""So often the store is asked about a process that does not answer, before that is asked itself again."""
KNOWN: Final = 20_000
"""Tables elsewhere whose hosts are remembered."""

T = TypeVar("T")


class NotReached(Exception):
    """The table exists, as far as is known, but nobody can be found who has it."""


class Relay:
    """This process among the others."""

    def __init__(self, exchange: Exchange, hall: Hall, house: House, api: Any, welcome: Welcome) -> None:
        self._exchange = exchange
        self._hall = hall
        self._welcome = welcome
        self._store = house.store
        self._hosts: OrderedDict[str, str] = OrderedDict()
        self._silent: dict[str, asyncio.Task[None] | None] = {}
        """Processes that do not answer, and who watches whether they still have their leases."""
        self.edge = EdgePipes(exchange, house.config.limits.backlog_bytes, self._missed)
        self.host = HostPipes(exchange, welcome)
        self.errands = Errands(exchange, api, house.leases.valid)
        exchange.received = self._received
        exchange.lost = self._lost

    async def open(self) -> None:
        await self._exchange.open()

    def gauges(self) -> dict[str, float]:
        """What there is now."""
        return {"pipes_out": self.edge.count, "pipes_in": self.host.count, "peers": self._exchange.peers}

    async def close(self) -> None:
        for watching in self._silent.values():
            if watching is not None:
                watching.cancel()
        self.edge.close()
        await self._exchange.close()

    # --- finding -----------------------------------------------------------------------------------------------

    async def reach(
        self,
        code: str,
        here: Callable[[TableHost], Awaitable[T | None]],
        there: Callable[[str], Awaitable[T | None]],
    ) -> T | None:
        """Do one or the other, depending on where the table is; None from them means that it is not there after all.
        None from here: there is no such table."""
        loop = asyncio.get_running_loop()
        until = loop.time() + PATIENCE_S
        pause = 0.0  # what was remembered may have been wrong
        while True:
            try:
                found = await self._where(code)
                if found is None:
                    return None
                if isinstance(found, str) and found in self._silent:
                    await self._listen_for(found, code)
                else:
                    done = await (there(found) if isinstance(found, str) else here(found))
                    if done is not None:
                        return done
                    self._hosts.pop(code, None)
            except StoreFailed:
                pass  # it may be back in a moment
            if loop.time() > until:
                raise NotReached(code)
            await asyncio.sleep(pause)
            pause = min(max(AGAIN_S, 2 * pause), AGAIN_MOST_S)

    async def connect(self, link: Link, code: str, key: str | None) -> Client | None:
        """Where a client's messages go: a session here, or a pipe to where it is; None: nowhere."""

        async def here(_table: TableHost) -> Client | None:
            return self._welcome(link, code, key)

        async def there(host: str) -> Client | None:
            return await self.edge.open(host, code, key, link)

        try:
            return await self.reach(code, here, there)
        except NotReached:
            return None

    async def _where(self, code: str) -> TableHost | str | None:
        known = self._hosts.get(code)
        if known is not None:
            self._hosts.move_to_end(code)
            return known
        found = await self._hall.find(code)
        if not isinstance(found, HeldElsewhere):
            return found
        self._hosts[code] = found.host
        if len(self._hosts) > KNOWN:
            self._hosts.popitem(last=False)
        return found.host

    async def _listen_for(self, host: str, code: str) -> None:
        """Wait until a process that does not answer is heard of again, has lost its leases, or should be asked once
        more. However many tables are waited for, the store is asked about one."""
        watching = self._silent[host]
        if watching is None:
            watching = self._silent[host] = asyncio.ensure_future(self._watch(host, code))
        await asyncio.shield(watching)

    async def _watch(self, host: str, code: str) -> None:
        try:
            for _ in range(WATCHES):
                if await self._store.holder(code) != host:
                    self._forget(host)
                    return
                await asyncio.sleep(WATCH_S)
                if host not in self._silent:
                    return
        except StoreFailed:
            await asyncio.sleep(WATCH_S)
        finally:
            self._silent.pop(host, None)

    def _forget(self, host: str) -> None:
        for code in [code for code, known in self._hosts.items() if known == host]:
            del self._hosts[code]

    # --- what is said ------------------------------------------------------------------------------------------

    def _received(self, peer: str, message: AnyMessage) -> None:
        if self._silent:
            self._silent.pop(peer, None)
        match message:
            case Open() | Up() | Gone() | Slow() | Drained():
                self.host.received(peer, message)
            case Opened() | NotHere() | Down() | HangUp():
                self.edge.received(message)
            case Request():
                self.errands.asked(peer, message)
            case Response():
                self.errands.answered(message)

    def _missed(self, host: str) -> None:
        """A process does not answer: nobody asks it again until it is heard of, or has lost its leases."""
        if host in self._hosts.values():
            self._silent.setdefault(host, None)

    def _lost(self, peer: str) -> None:
        self._missed(peer)
        self.edge.lost(peer)
        self.host.lost(peer)
        self.errands.lost(peer)
