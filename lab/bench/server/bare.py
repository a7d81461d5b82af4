"""A bare server of our own, the floor that `lab.bench.server` measures Cartable against: rules, one commit, two sends.

The game is that of the peers (lab/bench/boardgameio/server.js). A client opens a WebSocket at /TABLE/SEAT and sends
`begin`, `draw` or `stop`; both clients get the whole public state as JSON. Acts are stored in SQLite before they are
told: one commit with `synchronous=FULL` for all acts of a turn of the event loop. There is no lobby, no key, no
reconnection, no limit, and an illegal act closes the connection.
"""

import asyncio
import sqlite3
import sys
from base64 import b64encode
from hashlib import sha1
from pathlib import Path
from random import Random
from struct import pack
from typing import Final, cast

import msgspec
import uvloop

Card = tuple[int, int]
"""Colour and value."""

DICE: Final = (-1, 0)
NO_EFFECT: Final = (-2, 0)
NUMBERS: Final = [(colour, value) for colour in range(5) for value in range(1, 7)]
PILE: Final = 3 * NUMBERS + 18 * [DICE] + 12 * [NO_EFFECT]
COLUMNS: Final = 3

_GUID: Final = b"258EAFA5-E914-47DA-95CA-C5AB0DC85B11"  # RFC 6455, section 1.3


class PublicState(msgspec.Struct):
    """What both players see."""

    turn: int = 0
    left: int = len(PILE)
    over: bool = False
    discarded: int = 0
    columns: list[list[Card]] = []
    zones: list[list[Card]] = msgspec.field(default_factory=lambda: [[], []])


def _worth(column: list[Card]) -> int:
    return sum(value for _, value in column)


def _fits(card: Card, column: list[Card]) -> bool:
    if card == DICE:
        return DICE not in column
    return all(colour != card[0] and value != card[1] for colour, value in column)


class Match:
    """One match: the pile, which nobody sees, and the public state."""

    def __init__(self, rng: Random) -> None:
        self.state = PublicState()
        self._pile = list(PILE)
        rng.shuffle(self._pile)

    def is_legal(self, act: bytes, seat: int) -> bool:
        state = self.state
        return not state.over and state.turn == seat and (act == b"draw" or (act == b"stop" and bool(state.columns)))

    def draw(self) -> None:
        state, card = self.state, self._pile.pop()
        state.left -= 1
        if card != NO_EFFECT:
            for column in state.columns:
                if _fits(card, column):
                    column.append(card)
                    break
            else:
                if len(state.columns) < COLUMNS:
                    state.columns.append([card])
                else:
                    state.discarded += 1 + sum(map(len, state.columns))
                    self._end_turn()
        state.over = state.left == 0

    def stop(self) -> None:
        state = self.state
        for at, column in enumerate(sorted(state.columns, key=_worth, reverse=True)):
            if at < len(state.zones):
                state.zones[state.turn ^ at].extend(card for card in column if card != DICE)
            else:
                state.discarded += len(column)
        self._end_turn()

    def _end_turn(self) -> None:
        self.state.columns = []
        self.state.turn = 1 - self.state.turn


class Table:
    """Two connections and their match."""

    def __init__(self, name: str, store: "Store") -> None:
        self.name = name
        self.sockets: list[BareProtocol] = []
        self._store = store
        self._rng = Random(name)
        self._match: Match | None = None

    def received(self, act: bytes, seat: int) -> bool:
        """Return whether the act was legal. It is told once it is stored."""
        match = self._match
        if act == b"begin":
            match = self._match = Match(self._rng)
        elif match is None or not match.is_legal(act, seat):
            return False
        elif act == b"draw":
            match.draw()
        else:
            match.stop()
        self._store.append(self, seat, act, msgspec.json.encode(match.state))
        return True

    def tell(self, message: bytes) -> None:
        size = len(message)
        frame = (pack("!BB", 0x81, size) if size < 126 else pack("!BBH", 0x81, 126, size)) + message
        for socket in self.sockets:
            socket.transport.write(frame)


class Store:
    """One SQLite file, and the acts that wait for the next commit."""

    def __init__(self, path: Path) -> None:
        self._database = sqlite3.connect(path, isolation_level=None)
        self._database.execute("PRAGMA journal_mode = WAL")
        self._database.execute("PRAGMA synchronous = FULL")
        self._database.execute("CREATE TABLE acts (room TEXT, seat INTEGER, act BLOB)")
        self._waiting: list[tuple[Table, int, bytes, bytes]] = []

    def append(self, table: Table, seat: int, act: bytes, message: bytes) -> None:
        if not self._waiting:
            asyncio.get_running_loop().call_soon(self._commit)
        self._waiting.append((table, seat, act, message))

    def _commit(self) -> None:
        group, self._waiting = self._waiting, []
        self._database.execute("BEGIN IMMEDIATE")
        rows = ((table.name, seat, act) for table, seat, act, _ in group)
        self._database.executemany("INSERT INTO acts VALUES (?, ?, ?)", rows)
        self._database.execute("COMMIT")
        for table, _, _, message in group:
            table.tell(message)


class BareProtocol(asyncio.Protocol):
    """One client's WebSocket: short text frames that come whole."""

    transport: asyncio.Transport

    def __init__(self, tables: dict[str, Table], store: Store) -> None:
        self._tables = tables
        self._store = store
        self._buffer = b""
        self._table: Table | None = None
        self._seat = 0

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self.transport = cast("asyncio.Transport", transport)

    def connection_lost(self, _exc: Exception | None) -> None:
        if self._table is not None:
            self._table.sockets.remove(self)

    def data_received(self, data: bytes) -> None:
        data = self._buffer + data
        if self._table is None:
            head, end, data = data.partition(b"\r\n\r\n")
            if not end:
                self._buffer = head
                return
            self._open(head)
        at = 0
        while len(data) - at >= 6 and len(data) - at >= 6 + (data[at + 1] & 0x7F):
            size = data[at + 1] & 0x7F
            mask, text = data[at + 2 : at + 6], data[at + 6 : at + 6 + size]
            at += 6 + size
            act = bytes(byte ^ mask[place & 3] for place, byte in enumerate(text))
            if self._table is None or not self._table.received(act, self._seat):
                self.transport.close()
                return
        self._buffer = data[at:]

    def _open(self, head: bytes) -> None:
        request, *lines = head.split(b"\r\n")
        headers = {name.lower(): value.strip() for name, _, value in (line.partition(b":") for line in lines)}
        accept = b64encode(sha1(headers[b"sec-websocket-key"] + _GUID).digest())
        name, seat = request.split()[1].decode().strip("/").split("/")
        self._seat = int(seat)
        self._table = self._tables.setdefault(name, Table(name, self._store))
        self._table.sockets.append(self)
        answer = b"HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
        self.transport.write(answer + b"Sec-WebSocket-Accept: " + accept + b"\r\n\r\n")


async def serve(port: int, path: Path) -> None:
    store, tables = Store(path), dict[str, Table]()
    server = await asyncio.get_running_loop().create_server(lambda: BareProtocol(tables, store), "127.0.0.1", port)
    await server.serve_forever()


if __name__ == "__main__":
    with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
        runner.run(serve(int(sys.argv[1]), Path(sys.argv[2])))
