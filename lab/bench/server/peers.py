"""The same traffic for the servers beside ours: boardgame.io, Colyseus, and the bare server of `bare.py`."""

import asyncio
from abc import ABC, abstractmethod
from itertools import count
from typing import Any, Final

import msgspec

from lab.bench.server.load import NAMES, ClientTable
from lab.bench.server.wire import Socket


class PeerTable(ClientTable, ABC):
    """A table of the peers' game: draw, or stop where a column is open."""

    @abstractmethod
    async def _begin(self) -> None:
        """Begin the next match."""

    @abstractmethod
    def _act(self, seat: int, act: str) -> None:
        """Send an act."""

    def _go_on(self, seat: int, *, is_over: bool, turn: int, can_stop: bool) -> None:
        """Do what this seat has to do after an update: act if it is its turn, or begin the next match."""
        if is_over:
            if seat == 0:
                self._another(self._begin())
        elif turn == seat:
            act = "stop" if can_stop and self._rng.random() < 0.5 else "draw"
            self._later(lambda: self._act(seat, act))


# --- boardgame.io ----------------------------------------------------------------------------------------------------


class _G(msgspec.Struct):
    columns: list[Any]


class _Ctx(msgspec.Struct):
    currentPlayer: str  # noqa: N815 - as it is sent
    gameover: Any = None


class _State(msgspec.Struct):
    G: _G
    ctx: _Ctx
    number: int = msgspec.field(name="_stateID")


class _Sync(msgspec.Struct):
    state: _State


_EVENT: Final = msgspec.json.Decoder(list[msgspec.Raw]).decode
_STATE: Final = msgspec.json.Decoder(_State).decode
_SYNC: Final = msgspec.json.Decoder(_Sync).decode
_OPENED: Final = b"0"
_PING: Final = b"2"
_JOINED: Final = b"40/push,"
_HAPPENED: Final = b"42/push,"


class BoardgameioTable(PeerTable):
    """A match on boardgame.io, over socket.io's WebSocket transport."""

    async def open(self) -> None:
        self._match, self._keys, self._numbers = "", ["", ""], [0, 0]
        for seat in (0, 1):
            opening: asyncio.Future[None] = asyncio.get_running_loop().create_future()
            socket = await Socket.open(
                self._port,
                "/socket.io/?EIO=4&transport=websocket",
                {},
                lambda socket, data, seat=seat, opening=opening: self._received(seat, socket, data, opening),  # type: ignore[misc]
            )
            self.sockets.append(socket)
            await opening
        await self._begin()

    _match: str
    _keys: list[str]
    _numbers: list[int]

    async def _begin(self) -> None:
        self._match = (await self._http.post("/games/push/create", {"numPlayers": 2}))["matchID"]
        for seat in (0, 1):
            body = {"playerID": str(seat), "playerName": NAMES[seat]}
            joined = await self._http.post(f"/games/push/{self._match}/join", body)
            self._keys[seat] = joined["playerCredentials"]
        self._sync(1)

    def _sync(self, seat: int) -> None:
        event = ("sync", self._match, str(seat), self._keys[seat], 2)
        self.sockets[seat].send(_HAPPENED + msgspec.json.encode(event))

    def _received(self, seat: int, socket: Socket, data: bytes, opening: "asyncio.Future[None]") -> None:
        if data.startswith(_HAPPENED):
            event = _EVENT(data[len(_HAPPENED) :])
            match bytes(event[0]):
                case b'"update"':
                    self._arrived(seat)
                    self._look(seat, _STATE(event[2]))
                case b'"sync"':
                    if seat == 1:
                        self._sync(0)  # the other, who begins, once nothing can be missed here
                    self._look(seat, _SYNC(event[2]).state)
        elif data.startswith(_JOINED):
            opening.set_result(None)
        elif data == _PING:
            socket.send(b"3")
        elif data.startswith(_OPENED):
            socket.send(_JOINED)

    def _look(self, seat: int, state: _State) -> None:
        self._numbers[seat] = state.number
        turn, is_over = int(state.ctx.currentPlayer), state.ctx.gameover is not None
        self._go_on(seat, is_over=is_over, turn=turn, can_stop=bool(state.G.columns))

    def _act(self, seat: int, act: str) -> None:
        payload = {"type": act, "args": [], "playerID": str(seat), "credentials": self._keys[seat]}
        event = ("update", {"type": "MAKE_MOVE", "payload": payload}, self._numbers[seat], self._match, str(seat))
        self._send(seat, _HAPPENED + msgspec.json.encode(event))


# --- Colyseus --------------------------------------------------------------------------------------------------------

_JOIN_ROOM: Final = 10
_ROOM_DATA: Final = 13
_ROOM_STATE: Final = 14
_ROOM_STATE_PATCH: Final = 15
_ANOTHER_STRUCTURE: Final = 255
_BINARY: Final = 0x2


class ColyseusTable(PeerTable):
    """A room on Colyseus, whose two clients play one match after another."""

    async def open(self) -> None:
        seated = await self._http.post("/matchmake/create/push", {})
        room = seated["roomId"]
        for seat in (0, 1):
            if seat:
                seated = await self._http.post(f"/matchmake/joinById/{room}", {})
            joining: asyncio.Future[None] = asyncio.get_running_loop().create_future()
            socket = await Socket.open(
                self._port,
                f"/{seated['processId']}/{room}?sessionId={seated['sessionId']}",
                {},
                lambda socket, data, seat=seat, joining=joining: self._received(seat, socket, data, joining),  # type: ignore[misc]
            )
            self.sockets.append(socket)
            await joining
        await self._begin()

    async def _begin(self) -> None:
        self.sockets[0].send(bytes([_ROOM_DATA]) + msgspec.msgpack.encode("begin"), _BINARY)

    def _received(self, seat: int, socket: Socket, data: bytes, joining: "asyncio.Future[None]") -> None:
        if data[0] == _JOIN_ROOM:
            socket.send(bytes([_JOIN_ROOM]), _BINARY)
            joining.set_result(None)
        else:
            self._look(seat, data)

    @abstractmethod
    def _look(self, seat: int, data: bytes) -> None:
        """Read an update, and go on."""

    def _act(self, seat: int, act: str) -> None:
        self._send(seat, bytes([_ROOM_DATA]) + msgspec.msgpack.encode(act), _BINARY)


class ColyseusSchemaTable(ColyseusTable):
    """A room that sends the changes of its state.

    Only the scalars at the beginning of a change are read. A browser reads all of it, but the load's work is not what
    is measured.
    """

    _FIELDS: Final = (("match", 2), ("turn", 1), ("open", 1), ("left", 1), ("over", 1), ("discarded", 1))
    """As server.mjs declares them, with their size in bytes."""

    async def open(self) -> None:
        self._seen = [dict.fromkeys((name for name, _ in self._FIELDS), 0) for _ in (0, 1)]
        await super().open()

    _seen: list[dict[str, int]]

    def _look(self, seat: int, data: bytes) -> None:
        changes = self._changes(data)
        seen = self._seen[seat]
        seen |= changes
        if data[0] == _ROOM_STATE_PATCH:
            if "match" not in changes:
                self._arrived(seat)
            self._go_on(seat, is_over=bool(seen["over"]), turn=seen["turn"], can_stop=seen["open"] > 0)

    def _changes(self, data: bytes) -> dict[str, int]:
        """Return the scalars of the root that a change sets: for each a byte whose low six bits are its place, and its
        value."""
        changes, at = {}, 1
        while at < len(data) and data[at] != _ANOTHER_STRUCTURE and data[at] & 0x3F < len(self._FIELDS):
            name, size = self._FIELDS[data[at] & 0x3F]
            changes[name] = int.from_bytes(data[at + 1 : at + 1 + size], "little")
            at += 1 + size
        return changes


class _RoomState(msgspec.Struct):
    match: int
    turn: int
    open: int
    over: int


_STATE_SENT: Final = bytes([_ROOM_DATA]) + msgspec.msgpack.encode("state")
_ROOM: Final = msgspec.msgpack.Decoder(_RoomState).decode


class ColyseusBroadcastTable(ColyseusTable):
    """A room that sends its whole public state."""

    async def open(self) -> None:
        self._matches = [0, 0]
        await super().open()

    _matches: list[int]

    def _look(self, seat: int, data: bytes) -> None:
        if not data.startswith(_STATE_SENT):
            raise RuntimeError(f"the room sent {data!r}")
        state = _ROOM(data[len(_STATE_SENT) :])
        if state.match == self._matches[seat]:
            self._arrived(seat)
        self._matches[seat] = state.match
        self._go_on(seat, is_over=bool(state.over), turn=state.turn, can_stop=state.open > 0)


# --- the bare server -------------------------------------------------------------------------------------------------

_TABLE_NUMBERS: Final = count()
_NEW_MATCH: Final = 120
"""Cards that are left when a match has just begun."""


class _BareState(msgspec.Struct):
    turn: int
    left: int
    over: bool
    columns: list[Any]


_BARE: Final = msgspec.json.Decoder(_BareState).decode


class BareTable(PeerTable):
    """A table of the bare server, which knows tables by the names that clients give them."""

    async def open(self) -> None:
        name = next(_TABLE_NUMBERS)
        for seat in (0, 1):
            socket = await Socket.open(
                self._port,
                f"/{name}/{seat}",
                {},
                lambda _, data, seat=seat: self._received(seat, data),  # type: ignore[misc] # bound now, for this seat
            )
            self.sockets.append(socket)
        await self._begin()

    async def _begin(self) -> None:
        self.sockets[0].send(b"begin")

    def _received(self, seat: int, data: bytes) -> None:
        state = _BARE(data)
        if state.left < _NEW_MATCH:
            self._arrived(seat)
        self._go_on(seat, is_over=state.over, turn=state.turn, can_stop=bool(state.columns))

    def _act(self, seat: int, act: str) -> None:
        self._send(seat, act.encode())
