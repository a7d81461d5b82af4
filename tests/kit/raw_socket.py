"""A WebSocket client without manners: it sends any frame, reads when it likes, and answers nothing by itself."""

import asyncio
import socket
from base64 import b64encode
from struct import pack
from typing import ClassVar, Final

from tests.kit.eventually import PATIENCE_S

TEXT: Final = 0x81
PART: Final = 0x00
PING: Final = 0x89
CLOSE: Final = 0x88

_KEY: Final = b64encode(bytes(16)).decode()


def frame(kind: int, data: bytes) -> bytes:
    """A frame as a client sends it; masked with zeros it stays as it is."""
    size = len(data)
    head = pack("!BB", kind, 0x80 | size) if size < 126 else pack("!BBH", kind, 0x80 | 126, size)
    return head + bytes(4) + data


def handshake(base: str, code: str, headers: str = "") -> bytes:
    """The request for the socket of a table."""
    head = f"GET /api/tables/{code}/socket HTTP/1.1\r\nHost: {base.removeprefix('http://')}\r\nUpgrade: websocket\r\n"
    key = f"Connection: Upgrade\r\nSec-WebSocket-Key: {_KEY}\r\nSec-WebSocket-Version: 13\r\n"
    return f"{head}{key}{headers}\r\n".encode()


class RawSocket:
    """One socket. `status` is the answer to the handshake, `texts` are the messages that were read. `abort_all` belongs
    at the end of the event loop."""

    _open: ClassVar[list["RawSocket"]] = []

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._reader = reader
        self._writer = writer
        self._loop = asyncio.get_running_loop()
        self.status = 0
        self.texts: list[bytes] = []
        self.pongs = 0

    @classmethod
    async def open(cls, base: str, code: str, *, source: str | None = None, headers: str = "") -> "RawSocket":
        """Ask for the socket of a table, from another address of this machine if one is named."""
        host, _, port = base.removeprefix("http://").partition(":")
        line = socket.socket()
        line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)  # who does not read is noticed sooner
        if source is not None:
            line.bind((source, 0))
        line.setblocking(False)
        await asyncio.get_running_loop().sock_connect(line, (host, int(port)))
        opened = cls(*await asyncio.open_connection(sock=line))
        cls._open.append(opened)
        opened._writer.write(handshake(base, code, headers))
        async with asyncio.timeout(PATIENCE_S):
            head = await opened._reader.readuntil(b"\r\n\r\n")
        opened.status = int(head.split(b" ", 2)[1])
        return opened

    def send(self, kind: int, data: bytes) -> None:
        self.send_bytes(frame(kind, data))

    def send_bytes(self, data: bytes) -> None:
        """Whatever they are."""
        if not self._writer.is_closing():
            self._writer.write(data)

    @property
    def cut(self) -> bool:
        """Was it noticed that the other end is gone? Somebody who does not read notices it by writing."""
        return self._writer.is_closing()

    async def sent(self) -> None:
        """Wait until the system has taken what was sent."""
        await self._writer.drain()

    def pause(self) -> None:
        """Read nothing from now on."""
        self._writer.transport.pause_reading()  # type: ignore[attr-defined]  # of sockets, which this is

    async def closed(self) -> int | None:
        """Read to the end: the code of the goodbye; None: the connection was cut."""
        try:
            async with asyncio.timeout(PATIENCE_S):
                while True:
                    kind, data = await self._frame()
                    if kind == CLOSE:
                        return int.from_bytes(data[:2], "big")
                    if kind == TEXT:
                        self.texts.append(data)
                    self.pongs += kind == 0x8A
        except (asyncio.IncompleteReadError, ConnectionError):
            return None

    async def told(self, part: bytes) -> None:
        """Read until a message has this in it."""
        async with asyncio.timeout(PATIENCE_S):
            while part not in (await self._frame())[1]:
                pass

    async def _frame(self) -> tuple[int, bytes]:
        kind, size = await self._reader.readexactly(2)
        if size >= 126:
            size = int.from_bytes(await self._reader.readexactly(2 if size == 126 else 8), "big")
        return kind, await self._reader.readexactly(size)

    def abort(self) -> None:
        self._writer.transport.abort()

    @classmethod
    def abort_all(cls) -> None:
        """All of this event loop."""
        loop = asyncio.get_running_loop()
        for opened in [opened for opened in cls._open if opened._loop is loop]:
            opened.abort()
            cls._open.remove(opened)
