"""Clients that lose their server: each comes back at once, as the web client does, and notes how long it took."""

import asyncio
import time
from typing import Any, Final

import msgspec

from cartable.wire import PROTOCOL
from lab.bench.server.wire import Http, Socket

AGAIN_S: Final = (0.0, 0.3, 0.8, 2.0, 4.0)
"""The web client's pauses before each try."""


class Returning:
    """Somebody at a table with a bot, who does nothing but come back, and then one act if there is one to do.

    The table is opened through one port, the socket through another: the hosts of both may be different processes.
    """

    def __init__(self, table_port: int, socket_port: int) -> None:
        self._http = Http(table_port)
        self._port = socket_port
        self.lost_at: list[float] = []
        self.shown_at: list[float] = []
        self.done_at: list[float] = []
        """When the connection was lost, when the table was seen again, and when an act was accepted: each time."""
        self._k = -1
        self._tries = 0
        self._acting = False
        self._shown = asyncio.Event()
        self._coming: asyncio.Task[None] | None = None
        self._over = False
        self._socket: _Losing | None = None

    async def open(self) -> None:
        opened = await self._http.post("/api/tables", {"game": "push", "name": "Ann"})
        self._code, self._key = opened["table"]["code"], opened["key"]
        await self._http.post(f"/api/tables/{self._code}/bots", {"level": "random"}, self._key)
        await self._come()
        await self._http.post(f"/api/tables/{self._code}/start", None, self._key)
        await self._shown.wait()
        self._acting = True
        self.shown_at.clear()

    async def _come(self) -> None:
        headers = {"Authorization": f"Bearer {self._key}"}
        path = f"/api/tables/{self._code}/socket"
        while not self._over:
            await asyncio.sleep(AGAIN_S[min(self._tries, len(AGAIN_S) - 1)])
            self._tries += 1
            try:
                self._socket = await _Losing.come(self._port, path, headers, self)
                self._socket.send(msgspec.json.encode({"t": "hello", "v": PROTOCOL}))
                return
            except OSError:
                continue

    def lost(self) -> None:
        """The connection is gone."""
        if not self._over:
            self.lost_at.append(time.perf_counter())
            self._coming = asyncio.ensure_future(self._come())

    def received(self, _socket: Any, data: bytes) -> None:
        message = msgspec.json.decode(data)
        self._tries = 0
        match message["t"]:
            case "welcome":
                self._k = max(self._k, message.get("k", -1))
            case "snapshot":
                self._shown.set()
                self.shown_at.append(time.perf_counter())
                self._act(message["shown"].get("legal", ()))
            case "update":
                self._act(message.get("legal", ()))
            case "answer" if message["answer"] == "accepted":
                self.done_at.append(time.perf_counter())
            case "ping" if self._socket is not None:
                self._socket.send(b'{"t":"pong","p":%d}' % message["p"])

    def _act(self, legal: Any) -> None:
        """One act after each return, to see that the table takes it."""
        if self._acting and legal and len(self.done_at) < len(self.lost_at) and self._socket is not None:
            self._k += 1
            self._socket.send(msgspec.json.encode({"t": "act", "k": self._k, "act": legal[0]}))

    def close(self) -> None:
        self._over = True
        if self._socket is not None:
            self._socket.close()
        if self._coming is not None:
            self._coming.cancel()


class _Losing(Socket):
    """A socket whose end is no error."""

    owner: Returning

    @classmethod
    async def come(cls, port: int, path: str, headers: dict[str, str], owner: Returning) -> "_Losing":
        loop = asyncio.get_running_loop()

        def made() -> _Losing:
            socket = cls(f"127.0.0.1:{port}", path, headers, owner.received)
            socket.owner = owner
            return socket

        _, socket = await loop.create_connection(made, "127.0.0.1", port)
        await socket._opening
        return socket

    def data_received(self, data: bytes) -> None:
        try:
            super().data_received(data)
        except ConnectionError:  # a close frame
            self._transport.abort()

    def connection_lost(self, exc: Exception | None) -> None:
        if not self._opening.done():
            self._opening.set_exception(exc or ConnectionError("closed while opening"))
        elif not self.closing and self._opening.exception() is None:
            self.owner.lost()
