"""The WebSocket of a table: `hello` first, then acts, questions and measurements, each judged as it arrives."""

import asyncio
from collections import Counter
from collections.abc import Awaitable, Callable
from functools import partial
from typing import Any, Final

import msgspec

from cartable.server.common.credentials import headers_of, key_of, same_origin
from cartable.server.common.logs import log_error
from cartable.server.common.rate_limits import Bucket, address_of
from cartable.server.services import Services
from cartable.server.tables.connection import LINK, ClientHandler, Connection, Link
from cartable.server.tables.registry import TableRegistry
from cartable.server.tables.table import Table
from cartable.server.tables.views import ENCODER
from cartable.table.referee import Latency
from cartable.wire import PROTOCOL, down, up

HELLO_S: Final = 10.0
"""A client that says nothing for so long is not waited for."""

Connect = Callable[[Link, str, str | None], Awaitable[ClientHandler | None]]
"""For a link, the code of a table and the key of a place: what handles its messages; None: there is no such table."""

DECODER: Final = msgspec.json.Decoder(up.UpMessage)


class Sockets:
    """All sockets of a server."""

    def __init__(self, registry: TableRegistry, services: Services) -> None:
        self._registry = registry
        self._services = services
        self._per_address: Counter[str] = Counter()
        self.connect: Connect = self._connect_here
        """Finds the table of a socket: in this process, or in a cluster at whichever node has it."""

    @property
    def count(self) -> int:
        """How many are open."""
        return self._per_address.total()

    async def serve(self, scope: Any, receive: Any, send: Any, code: str) -> None:
        """One socket, from its opening to its end."""
        headers = headers_of(scope)
        address = address_of(scope.get("client"))
        limits = self._services.config.limits
        key = key_of(headers, code)
        allowed = same_origin(headers, self._services.config.public_url)
        del headers  # this waits for as long as the socket is open
        if not allowed or self._per_address[address] >= limits.sockets_per_address:
            await send({"type": "websocket.close", "code": 4404})
            return
        link: Link = scope["extensions"][LINK]
        client: ClientHandler | None = None
        self._per_address[address] += 1
        try:
            client = await self.connect(link, code, key)
            if client is None:
                await send({"type": "websocket.close", "code": 4404})
                return
            await receive()  # websocket.connect
            link.received = client.received
            await send({"type": "websocket.accept"})
            link.opened()
            await receive()  # websocket.disconnect: all else goes to `received`
        finally:
            self._per_address[address] -= 1
            if not self._per_address[address]:
                del self._per_address[address]
            link.received = None
            if client is not None:
                client.closed()

    async def _connect_here(self, link: Link, code: str, key: str | None) -> ClientHandler | None:
        """A session at a table, from memory or from the store."""
        table = await self._registry.find(code)
        return self._session(link, table, key) if isinstance(table, Table) else None

    def open_session(self, link: Link, code: str, key: str | None) -> ClientHandler | None:
        """A session at a table that this process has in memory; None when it has not, or no longer."""
        table = self._registry.at(code)
        return self._session(link, table, key) if table is not None else None

    def _session(self, link: Link, table: Table, key: str | None) -> ClientHandler:
        if self._services.store.lease_s is not None:
            link.may_speak = partial(self._services.leases.valid, table.code)
        return Session(link, table, self._services, key)


class Session:
    """What one socket says. Nothing in here waits: each message is dealt with when it arrives."""

    def __init__(self, link: Link, table: Table, services: Services, key: str | None) -> None:
        self._link = link
        self._table = table
        self._services = services
        self._metrics = services.metrics
        self._key = key
        self._connection: Connection | None = None
        self._over = False
        limits = services.config.limits
        self._bucket = Bucket(limits.messages_s, limits.messages_burst)
        self._hello_timer = asyncio.get_running_loop().call_later(HELLO_S, self._say_goodbye, "bad-message", "hello")

    def received(self, data: bytes, at: float) -> None:
        """A message, stamped when its bytes came in."""
        if self._over:
            return
        self._metrics.messages_in += 1
        if not self._bucket.take(at):
            self._say_goodbye("too-many")
            return
        try:
            message = DECODER.decode(data)
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
            self._say_goodbye("bad-message", str(error)[:120])
            return
        try:
            self._handle(message, at)
        except Exception:  # a bug of ours must not take the other tables down
            self._services.metrics.errors += 1
            log_error("message failed", table=self._table.code)
            self._say_goodbye("closed")

    def _handle(self, message: up.UpMessage, at: float) -> None:
        connection = self._connection
        if connection is None:
            if isinstance(message, up.Hello):
                self._hello(message)
            else:
                self._say_goodbye("bad-message", "hello")
            return
        match message:
            case up.UpAct():
                self._table.act(connection, message, at)
            case up.Pong(p):
                connection.pong_received(p, at)
            case up.Seen(n):
                self._table.seen(connection, n, at)
            case up.Ask():
                self._table.ask(connection, message)
            case up.React():
                self._table.signals.react(connection, message)
            case up.NonceHash(deal, nonce_hash) if connection.place is not None:
                self._table.matches.handshake.hash_received(connection.place, deal, nonce_hash)
            case up.Nonce(deal, nonce) if connection.place is not None:
                self._table.matches.handshake.nonce_received(connection.place, deal, nonce)
            case up.Hello():
                self._say_goodbye("bad-message", "hello again")

    def _hello(self, message: up.Hello) -> None:
        self._hello_timer.cancel()
        if message.v != PROTOCOL:
            self._say_goodbye("reload", str(PROTOCOL))
            return
        if self._table.closed:  # it left the memory a moment ago: the next try finds it in the store
            self._say_goodbye("closed")
            return
        place = None if message.screen else self._table.roster.place_of(message.key or self._key)
        if place is None and self._table.presence.crowded:
            self._say_goodbye("too-many", "spectators")
            return
        latency = Latency(clock_step=message.clock)
        limits = self._services.config.limits
        self._connection = Connection(self._link, place, latency, self._services.metrics, limits.backlog_bytes)
        self._connection.screen = message.screen
        self._table.connect(self._connection, message.match, message.since)

    def _say_goodbye(self, why: Any, about: str = "") -> None:
        self._over = True
        goodbye = down.Goodbye(why, about)
        if self._connection is not None:
            self._connection.say_goodbye(goodbye)
        else:
            self._link.push(ENCODER.encode(goodbye))
            self._link.hang_up(1008, why)

    def closed(self) -> None:
        """The socket is gone."""
        self._over = True
        self._hello_timer.cancel()
        if self._connection is not None:
            self._table.disconnect(self._connection)
