"""The WebSocket of a table: `hello` first, then acts, questions and measurements, each judged as it arrives."""

import asyncio
from collections import Counter
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from functools import partial
from typing import Any, Protocol
from urllib.parse import parse_qs

import msgspec

from cartable.matches.referee import Latency
from cartable.server.common.clock import now_ms
from cartable.server.common.credentials import headers_of, keys_of, refuse_socket, same_origin
from cartable.server.common.logs import log_error
from cartable.server.common.rate_limits import Bucket, address_of
from cartable.server.services import Services
from cartable.server.sockets.late_key import DECODER, LateKey, key_in
from cartable.server.store.contract import HeldElsewhere, StoreFailed
from cartable.server.tables.connection import CLOSE_CODES, LINK, ClientHandler, Connection, Link
from cartable.server.tables.registry import TableRegistry
from cartable.server.tables.table import Table
from cartable.server.tables.views import ENCODER
from cartable.wire import PROTOCOL, down, up

Connect = Callable[[Link, str, str | None], Awaitable[ClientHandler | None]]
"""For a link, the code of a table and the key of a place: what handles its messages; None: there is no such table."""


class SocketLink(Link, Protocol):
    """A WebSocket of this process."""

    on_lost: Callable[[], None] | None
    """Called when the connection is really gone."""
    address_messages: Bucket | None
    """What all sockets of an address share."""
    disconnected: bool


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
        """How many are open, those included whose other end does not agree to the end."""
        return self._per_address.total()

    async def serve(self, scope: Any, receive: Any, send: Any, code: str) -> None:
        """One socket, from its opening to its end."""
        headers, client = headers_of(scope), scope.get("client")
        keys = keys_of(headers, code)
        hello = _hello_in(scope)
        allowed = same_origin(headers, scope["scheme"], self._services.config.public_url)
        del headers  # this waits for as long as the socket is open
        if not allowed:
            await refuse_socket(send, 403, "wrong-origin")
            return
        if hello is not None and key_in(hello) is not None:  # addresses are written down by whoever passes them on
            await refuse_socket(send, 400, "bad-input")
            return
        link: SocketLink | None = scope["extensions"].get(LINK)
        if link is None:
            return  # the connection is gone already
        if not self._counted(link, address_of(client)):
            await self._turn_away(receive, send, link)
            return
        link.address_messages = self._services.limiter.bucket("address_messages", client)
        handler: ClientHandler | None = None
        try:
            handler = await self._found(send, link, code, keys, client, is_greeted=hello is not None)
            if handler is None:
                return
            await receive()  # websocket.connect
            link.received = handler.received
            await send({"type": "websocket.accept"})
            link.opened()
            if hello is not None:
                handler.received(hello, now_ms())
            await receive()  # websocket.disconnect: all else goes to `received`
        finally:
            link.received = None
            if handler is not None:
                handler.closed()

    def _counted(self, link: SocketLink, address: str) -> bool:
        """Count a socket until its connection is really gone; False when it is one too many."""
        limits = self._services.config.limits
        if self._per_address[address] >= limits.sockets_per_address or self.count >= limits.sockets:
            return self._services.limiter.refusals.count("sockets")
        if not link.disconnected:
            self._per_address[address] += 1
            link.on_lost = partial(self._gone, address)
        return True

    def _gone(self, address: str) -> None:
        self._per_address[address] -= 1
        if not self._per_address[address]:
            del self._per_address[address]

    async def _turn_away(self, receive: Any, send: Any, link: SocketLink) -> None:
        """Say why: a page hears nothing of a socket that was never open."""
        await receive()  # websocket.connect
        await send({"type": "websocket.accept"})
        link.opened()
        link.push(ENCODER.encode(down.Goodbye("too-many-sockets")))
        link.hang_up(CLOSE_CODES["too-many-sockets"], "too-many-sockets")

    async def _found(
        self, send: Any, link: SocketLink, code: str, keys: Sequence[str], client: object, *, is_greeted: bool
    ) -> ClientHandler | None:
        """Return what handles the messages of a socket, or refuse it and return None."""
        began_s = asyncio.get_running_loop().time()
        guesses = self._services.limiter.guesses
        guess = guesses.attempt(client, code)
        if guess is None:
            with suppress(StoreFailed):
                handler = await self._opened_by(link, code, keys)
                if handler is not None:
                    return handler
            try:
                guess = await guesses.attempt_in_turn(client, code)
            except TimeoutError:
                await refuse_socket(send, 503, "cannot-save")
                return None
        if guess is None:
            return await self._without_a_try(send, link, code, client, began_s, is_greeted=is_greeted)
        with guess:
            try:
                key = keys[0] if len(keys) == 1 else await self._registry.opening_key(code, keys)
                handler = await self.connect(link, code, key)
            except StoreFailed:
                await refuse_socket(send, 503, "cannot-save")
                return None
            if handler is None:
                guess.missed()
                await refuse_socket(send, 404, "no-such-table")
        return handler

    async def _without_a_try(
        self, send: Any, link: SocketLink, code: str, client: object, began_s: float, *, is_greeted: bool
    ) -> ClientHandler | None:
        """Return what handles the messages of a socket from where no more codes may be tried: a key of the table may
        come in its first message, unless that stood in the address. Otherwise refuse it, and return None."""
        limiter = self._services.limiter
        if not is_greeted:
            return LateKey(link, limiter, lambda key: self._opened_by(link, code, [key]))
        limiter.guesses.refused()
        await limiter.delay_refusal(began_s)
        await refuse_socket(send, 429, "too-many-guesses", retry_after_s=limiter.guesses.retry_after_s(client))
        return None

    async def _opened_by(self, link: SocketLink, code: str, keys: Sequence[str]) -> ClientHandler | None:
        """Return a session at a table for whoever has a key of it, which is all that is looked for otherwise."""
        key = await self._registry.opening_key(code, keys)
        return await self.connect(link, code, key) if key is not None else None

    async def _connect_here(self, link: Link, code: str, key: str | None) -> ClientHandler | None:
        """Return a session at a table, from memory or from the store; None if there is no such table."""
        table = await self._registry.find(code)
        if isinstance(table, HeldElsewhere):
            raise StoreFailed("another server has this table")
        return self._session(link, table, key) if table is not None else None

    def open_session(self, link: Link, code: str, key: str | None) -> ClientHandler | None:
        """A session at a table that this process has in memory; None when it has not, or no longer."""
        table = self._registry.at(code)
        return self._session(link, table, key) if table is not None else None

    def _session(self, link: Link, table: Table, key: str | None) -> ClientHandler:
        if self._services.store.lease_s is not None:
            link.may_speak = partial(self._services.leases.valid, table.code)
        return Session(link, table, self._services, key)


def _hello_in(scope: Any) -> bytes | None:
    """The first message, where it stands in the address: it is answered a round trip sooner there."""
    found = parse_qs(scope["query_string"]).get(b"hello")
    return found[0] if found else None


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
        loop = asyncio.get_running_loop()
        self._hello_timer = loop.call_later(limits.hello_s, self._say_goodbye, "bad-message", "hello")

    def received(self, data: bytes, at: float) -> None:
        """A message, stamped when its bytes came in."""
        if self._over:
            return
        self._metrics.messages_in += 1
        if not self._bucket.take(at):
            self._services.limiter.refusals.count("messages")
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
        key = message.key or self._key
        holder = self._table.roster.place_of(key)
        if holder is None and self._table.presence.crowded:
            self._services.limiter.refusals.count("spectators")
            self._say_goodbye("too-many-spectators")
            return
        latency = Latency(clock_step=message.clock)
        limits = self._services.config.limits
        place, screen_of = (None, holder) if message.screen else (holder, None)
        self._connection = Connection(self._link, place, latency, self._services.metrics, limits.backlog_bytes)
        self._connection.screen_of, self._connection.key = screen_of, key
        self._table.connect(self._connection, message.match, message.since)

    def _say_goodbye(self, why: Any, about: str = "") -> None:
        self._over = True
        goodbye = down.Goodbye(why, about)
        if self._connection is not None:
            self._connection.say_goodbye(goodbye)
        else:
            self._link.push(ENCODER.encode(goodbye))
            self._link.hang_up(CLOSE_CODES.get(why, 1000), why)

    def closed(self) -> None:
        """The socket is gone."""
        self._over = True
        self._hello_timer.cancel()
        if self._connection is not None:
            self._table.disconnect(self._connection)
