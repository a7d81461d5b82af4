"""The WebSocket of a table: `hello` first, then acts, questions and measurements, each judged as it arrives."""

import asyncio
from collections import Counter
from functools import partial
from typing import Any, Final

import msgspec

from cartable.server.cluster.owner import Client
from cartable.server.cluster.relay import Relay
from cartable.server.common.codes import place_of
from cartable.server.common.credentials import headers_of, key_of, same_origin
from cartable.server.common.logs import log_error
from cartable.server.common.rate_limits import Bucket, address_of
from cartable.server.services import House
from cartable.server.sockets.websocket import LINK, Link
from cartable.server.tables.connection import Connection
from cartable.server.tables.registry import Hall
from cartable.server.tables.table import TableHost
from cartable.server.tables.views import ENCODER, opinion
from cartable.table.live import NOT_PLAYING
from cartable.table.referee import Latency
from cartable.wire import PROTOCOL, down, up

HELLO_S: Final = 10.0
"""Who says nothing for so long is not waited for."""

DECODER: Final = msgspec.json.Decoder(up.UpMessage)


class Sockets:
    """All sockets of a server."""

    def __init__(self, hall: Hall, house: House) -> None:
        self._hall = hall
        self._house = house
        self._per_address: Counter[str] = Counter()
        self.relay: Relay | None = None
        """The way to tables elsewhere, in a house of several processes."""

    @property
    def count(self) -> int:
        """How many are open."""
        return self._per_address.total()

    async def serve(self, scope: Any, receive: Any, send: Any, code: str) -> None:
        """One socket, from its opening to its end."""
        headers = headers_of(scope)
        address = address_of(scope.get("client"))
        limits = self._house.config.limits
        key = key_of(headers, code)
        allowed = same_origin(headers, self._house.config.public_url)
        del headers  # this waits for as long as the socket is open
        if not allowed or self._per_address[address] >= limits.sockets_per_address:
            await send({"type": "websocket.close", "code": 4404})
            return
        link: Link = scope["extensions"][LINK]
        client: Client | None = None
        self._per_address[address] += 1
        try:
            client = await self._client(link, code, key)
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

    async def _client(self, link: Link, code: str, key: str | None) -> Client | None:
        """Whom the messages of a socket go to; None when there is no such table."""
        if self.relay is not None:
            return await self.relay.connect(link, code, key)
        table = await self._hall.find(code)
        return self._session(link, table, key) if isinstance(table, TableHost) else None

    def welcome(self, link: Link, code: str, key: str | None) -> Client | None:
        """A session at a table of this process; None when it is not, or no longer."""
        table = self._hall.at(code)
        return self._session(link, table, key) if table is not None else None

    def _session(self, link: Link, table: TableHost, key: str | None) -> Client:
        if self._house.store.lease_s is not None:
            link.may_speak = partial(self._house.leases.valid, table.code)
        return Session(link, table, self._house, key)


class Session:
    """What one socket says. Nothing in here waits: each message is dealt with when it arrives."""

    def __init__(self, link: Link, table: TableHost, house: House, key: str | None) -> None:
        self._link = link
        self._table = table
        self._house = house
        self._metrics = house.metrics
        self._key = key
        self._connection: Connection | None = None
        self._over = False
        limits = house.config.limits
        self._bucket = Bucket(limits.messages_s, limits.messages_burst)
        self._hello_timer = asyncio.get_running_loop().call_later(HELLO_S, self._bye, "bad-message", "hello")

    def received(self, data: bytes, at: float) -> None:
        """A message, stamped when its bytes came in."""
        if self._over:
            return
        self._metrics.messages_in += 1
        if not self._bucket.take(at):
            self._bye("too-many")
            return
        try:
            message = DECODER.decode(data)
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
            self._bye("bad-message", str(error)[:120])
            return
        try:
            self._handle(message, at)
        except Exception:  # a bug of ours must not take the other tables down
            self._house.metrics.errors += 1
            log_error("message failed", table=self._table.code)
            self._bye("closed")

    def _handle(self, message: up.UpMessage, at: float) -> None:
        connection = self._connection
        if connection is None:
            if isinstance(message, up.Hello):
                self._hello(message)
            else:
                self._bye("bad-message", "hello")
            return
        match message:
            case up.Act():
                self._act(connection, message, at)
            case up.Pong(p):
                connection.ponged(p, at)
            case up.Seen(n):
                play, seat = self._table.matches.play, connection.seat
                if play is not None and seat is not None and self._table.matches.on and not play.live.in_turns:
                    play.live.seen(seat, n, at)
                    play.pump()  # the referee may have less to wait for now
            case up.Ask(q, text):
                play = self._table.matches.play
                refused = play.ask(connection, text) if play is not None and self._table.matches.on else NOT_PLAYING
                connection.send(opinion(q, refused))
            case up.NonceHash(deal, nonce_hash) if connection.place is not None:
                self._table.matches.hashed(connection.place, deal, nonce_hash)
            case up.Nonce(deal, nonce) if connection.place is not None:
                self._table.matches.opened(connection.place, deal, nonce)
            case up.Hello():
                self._bye("bad-message", "hello again")

    def _act(self, connection: Connection, message: up.Act, at: float) -> None:
        play, seat = self._table.matches.play, connection.seat
        if play is None or seat is None or not self._table.matches.on:
            connection.send(down.Answer(message.k, "refused", None, NOT_PLAYING.code, NOT_PLAYING.rule))
            return
        play.act(seat, message.k, message.act, at, saw=message.saw, interval=message.c)

    def _hello(self, message: up.Hello) -> None:
        self._hello_timer.cancel()
        if message.v != PROTOCOL:
            self._bye("reload", str(PROTOCOL))
            return
        if self._table.closed:  # it left the memory a moment ago: the next try finds it in the store
            self._bye("closed")
            return
        place = place_of(self._table.keys, message.key or self._key)
        if place is None and self._table.crowded:
            self._bye("too-many", "spectators")
            return
        line = Latency(clock_step=message.clock)
        limits = self._house.config.limits
        self._connection = Connection(self._link, place, line, self._house.metrics, limits.backlog_bytes)
        self._table.connect(self._connection, message.match, message.since)

    def _bye(self, why: Any, about: str = "") -> None:
        self._over = True
        goodbye = down.Goodbye(why, about)
        if self._connection is not None:
            self._connection.bye(goodbye)
        else:
            self._link.push(ENCODER.encode(goodbye))
            self._link.hang_up(1008, why)

    def closed(self) -> None:
        """The socket is gone."""
        self._over = True
        self._hello_timer.cancel()
        if self._connection is not None:
            self._table.disconnect(self._connection)
