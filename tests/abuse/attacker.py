"""One hostile client: raw connections from an address of its own, and all that it was told."""

import asyncio
import socket
import time
from collections import Counter
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Any, Final, NamedTuple

import msgspec

from cartable.server.limits import Limits
from tests.kit.eventually import PATIENCE_S
from tests.kit.raw_socket import TEXT, RawSocket

SMALL_BUFFER: Final = 4096
Line = tuple[asyncio.StreamReader, asyncio.StreamWriter]


class Target(NamedTuple):
    """What an attacker knows: where the server is, the table of the people who play, and a match that is over."""

    base: str
    code: str
    match: str
    limits: Limits


class Attacker:
    """An address with many connections. `told` counts the statuses, codes and close codes that came back."""

    def __init__(self, target: Target, source: str, seconds: float, wanted: frozenset[str] = frozenset()) -> None:
        """Floods last for so many seconds, and for longer until the attacker was told what is `wanted`."""
        self.target = target
        self.limits = target.limits
        self._wanted = wanted
        self.source = source
        self.seconds = seconds
        self.until = time.monotonic() + seconds
        self.told: Counter[str] = Counter()
        self._lines: list[asyncio.StreamWriter] = []
        self._heard = asyncio.Event()
        self._own: tuple[str, str] | None = None

    @property
    def going_on(self) -> bool:
        now = time.monotonic()
        return now < self.until or (now < self.until + PATIENCE_S / 2 and not self._wanted <= self.told.keys())

    # --- connections -------------------------------------------------------------------------------------------

    async def line(self) -> Line:
        """A connection to the server, with little room for what it sends."""
        host, _, port = self.target.base.removeprefix("http://").partition(":")
        made = socket.socket()
        made.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, SMALL_BUFFER)
        made.bind((self.source, 0))
        made.setblocking(False)
        await asyncio.get_running_loop().sock_connect(made, (host, int(port)))
        reader, writer = await asyncio.open_connection(sock=made)
        self._lines.append(writer)
        return reader, writer

    def request(self, method: str, path: str, body: bytes = b"", headers: str = "") -> bytes:
        """A request as it goes over the wire."""
        host = "" if "host:" in headers.lower() else "Host: localhost\r\n"
        size = f"Content-Type: application/json\r\nContent-Length: {len(body)}\r\n" if body else ""
        return f"{method} {path} HTTP/1.1\r\n{host}{size}{headers}\r\n".encode() + body

    async def answer(self, reader: asyncio.StreamReader) -> bytes:
        """Read one answer, and note it: its body."""
        async with asyncio.timeout(PATIENCE_S):
            head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1").lower()
            size = head.partition("content-length: ")[2].partition("\r\n")[0]
            body = await reader.readexactly(int(size)) if size else b""
        self.note(head.split(" ", 2)[1], body)
        return body

    def note(self, status: str, body: bytes = b"") -> None:
        self.told[status] += 1
        self._heard.set()
        with suppress(msgspec.DecodeError, AttributeError, TypeError):
            self.told[msgspec.json.decode(body).get("code", "")] += 1

    async def ask(self, request: bytes) -> bytes:
        """One request on a connection of its own."""
        reader, writer = await self.line()
        try:
            writer.write(request)
            return await self.answer(reader)
        except (ConnectionError, asyncio.IncompleteReadError):
            self.told["cut"] += 1
            return b""
        finally:
            writer.close()

    async def flood(self, make: Callable[[], bytes], lines: int = 4) -> None:
        """One request after another, on several connections, for as long as it lasts: the last answers are not waited
        for, some of which take long to make."""
        flooding = asyncio.gather(*(self._flood(make) for _ in range(lines)))
        await asyncio.wait([flooding], timeout=self.seconds)
        while self.going_on and not flooding.done():
            self._heard.clear()
            hearing = asyncio.ensure_future(self._heard.wait())
            both: list[asyncio.Future[Any]] = [flooding, hearing]
            await asyncio.wait(both, timeout=PATIENCE_S, return_when=asyncio.FIRST_COMPLETED)
            hearing.cancel()
        flooding.cancel()
        await asyncio.gather(flooding, return_exceptions=True)

    async def _flood(self, make: Callable[[], bytes]) -> None:
        while self.going_on:
            with suppress(ConnectionError, asyncio.IncompleteReadError):
                reader, writer = await self.line()
                while self.going_on:
                    writer.write(make())
                    await self.answer(reader)

    async def repeat(self, do: Callable[[], Awaitable[None]], lines: int = 4) -> None:
        """The same for anything else."""

        async def again() -> None:
            while self.going_on:
                with suppress(ConnectionError, asyncio.IncompleteReadError):
                    await do()

        await asyncio.gather(*(again() for _ in range(lines)))

    async def dripped(self, start: bytes, lines: int = 20) -> None:
        """Connections that begin with something, and go on byte by byte; what they are told in the end."""

        async def drip() -> None:
            reader, writer = await self.line()
            writer.write(start)
            answering = asyncio.ensure_future(self.answer(reader))
            while not answering.done():
                with suppress(ConnectionError):
                    writer.write(b"x")
                await asyncio.wait([answering], timeout=0.1)
            with suppress(ConnectionError, asyncio.IncompleteReadError):
                await answering

        await asyncio.gather(*(drip() for _ in range(lines)))

    # --- sockets -----------------------------------------------------------------------------------------------

    async def socket(self, code: str = "", *, key: str = "", headers: str = "", hello: bool = True) -> RawSocket:
        """The socket of a table, the people's unless told, after its hello."""
        bearer = f"Authorization: Bearer {key}\r\n" if key else ""
        code = code or self.target.code
        opened = await RawSocket.open(self.target.base, code, source=self.source, headers=bearer + headers)
        self.told[str(opened.status)] += 1
        if hello:
            opened.send(TEXT, b'{"t":"hello","v":1}')
        return opened

    async def closed(self, opened: RawSocket) -> None:
        """Read to the end, and note the code of the goodbye."""
        self.told[str(await opened.closed())] += 1
        opened.abort()

    async def some_closed(self, sockets: list[RawSocket]) -> None:
        """The same for several, some of which may stay open: for as long as it lasts."""
        waiting = {asyncio.ensure_future(self.closed(socket)) for socket in sockets}
        while waiting and self.going_on:
            _, waiting = await asyncio.wait(waiting, timeout=self.seconds, return_when=asyncio.FIRST_COMPLETED)

    async def own_table(self) -> tuple[str, str]:
        """A table of one's own with a bot, where a match is on: its code, and the key of the place. One is enough."""
        if self._own is not None:
            return self._own
        body = await self.ask(self.request("POST", "/api/tables", b'{"game":"push","name":"Mal"}'))
        opened = msgspec.json.decode(body)
        code, key = opened["table"]["code"], opened["key"]
        for path, data in (("bots", b"{}"), ("start", b"")):
            bearer = f"Authorization: Bearer {key}\r\n"
            await self.ask(self.request("POST", f"/api/tables/{code}/{path}", data, bearer))
        self._own = code, key
        return self._own

    def go(self) -> None:
        """Leave without a word."""
        for writer in self._lines:
            writer.transport.abort()
        RawSocket.abort_all()
