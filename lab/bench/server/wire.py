"""The cheapest clients there can be, so that the load leaves its core free: a WebSocket and a few HTTP requests."""

import asyncio
from base64 import b64encode
from collections.abc import Callable
from struct import pack
from typing import Any, Final

import msgspec

_SHORT: Final = 126
_MEDIUM: Final = 65_536
TEXT: Final = 0x1
_BINARY: Final = 0x2
_CLOSE: Final = 0x8
_PING: Final = 0x9
_PONG: Final = 0xA
_KEY: Final = b64encode(bytes(16)).decode()
_NO_MASK: Final = bytes(4)
"""A client has to mask what it sends; masked with zeros it stays as it is."""

Received = Callable[["Socket", bytes], None]


class Socket(asyncio.Protocol):
    """One WebSocket: messages in and out, each in one frame, counted with their headers. Pings are answered."""

    def __init__(self, host: str, path: str, headers: dict[str, str], received: Received) -> None:
        lines = [
            f"GET {path} HTTP/1.1",
            f"Host: {host}",
            "Upgrade: websocket",
            "Connection: Upgrade",
            f"Sec-WebSocket-Key: {_KEY}",
            "Sec-WebSocket-Version: 13",
            *(f"{name}: {value}" for name, value in headers.items()),
        ]
        self._request = "\r\n".join([*lines, "", ""]).encode()
        self._buffer = b""
        self._received = received
        self._opening: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._transport: Any = None
        self.bytes_in = 0
        self.closing = False

    @classmethod
    async def open(cls, port: int, path: str, headers: dict[str, str], received: Received) -> "Socket":
        loop = asyncio.get_running_loop()
        _, socket = await loop.create_connection(
            lambda: cls(f"127.0.0.1:{port}", path, headers, received), "127.0.0.1", port
        )
        await socket._opening
        return socket

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = transport
        self._transport.write(self._request)

    def connection_lost(self, exc: Exception | None) -> None:
        if not self._opening.done():
            self._opening.set_exception(exc or ConnectionError("closed while opening"))
        elif not self.closing:
            raise ConnectionError(f"the server closed a socket: {exc}")

    def data_received(self, data: bytes) -> None:
        if not self._opening.done():
            head, end, data = (self._buffer + data).partition(b"\r\n\r\n")
            if not end:
                self._buffer = head
                return
            self._buffer = b""
            if not head.startswith(b"HTTP/1.1 101"):
                self._opening.set_exception(ConnectionError(head.decode()))
                return
            self._opening.set_result(None)
        self.bytes_in += len(data)
        data = self._buffer + data if self._buffer else data
        at, size = 0, len(data)
        while size - at >= 2:
            length, start = data[at + 1], at + 2
            if length == _SHORT:
                start = at + 4
                length = int.from_bytes(data[at + 2 : start], "big")
            elif length > _SHORT:
                start = at + 10
                length = int.from_bytes(data[at + 2 : start], "big")
            if size < start + length:
                break
            opcode = data[at] & 0xF
            if opcode in (TEXT, _BINARY):
                self._received(self, data[start : start + length])
            elif opcode == _PING:
                self.send(data[start : start + length], _PONG)
            elif opcode == _CLOSE and not self.closing:
                raise ConnectionError(f"the server closed a socket: {data[start + 2 : start + length]!r}")
            at = start + length
        self._buffer = data[at:]

    def send(self, message: bytes, opcode: int = TEXT) -> None:
        size, first = len(message), 0x80 | opcode
        head = pack("!BB", first, 0x80 | size) if size < _SHORT else pack("!BBH", first, 0x80 | 126, size)
        self._transport.write(head + _NO_MASK + message)

    def close(self) -> None:
        self.closing = True
        self._transport.abort()


class Http:
    """JSON over one kept connection, one request at a time."""

    def __init__(self, port: int) -> None:
        self._port = port
        self._turn = asyncio.Lock()
        self._streams: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None

    async def post(self, path: str, body: Any, key: str | None = None) -> Any:
        data = msgspec.json.encode(body)
        lines = [
            f"POST {path} HTTP/1.1",
            f"Host: 127.0.0.1:{self._port}",
            "Content-Type: application/json",
            f"Content-Length: {len(data)}",
        ]
        if key is not None:
            lines.append(f"Authorization: Bearer {key}")
        request = "\r\n".join([*lines, "", ""]).encode() + data
        async with self._turn:
            try:
                head, answer = await self._ask(request)
            except (ConnectionError, asyncio.IncompleteReadError):  # kept for longer than the server does
                self._streams = None
                head, answer = await self._ask(request)
        if head.split(" ", 2)[1] not in ("200", "201"):
            raise RuntimeError(f"POST {path}: {head} {answer!r}")
        return msgspec.json.decode(answer)

    async def _ask(self, request: bytes) -> tuple[str, bytes]:
        if self._streams is None:
            self._streams = await asyncio.open_connection("127.0.0.1", self._port)
        reader, writer = self._streams
        writer.write(request)
        head = (await reader.readuntil(b"\r\n\r\n")).decode().lower()
        length = int(head.partition("content-length:")[2].partition("\r\n")[0])
        return head, await reader.readexactly(length)
