"""Frames as they may come: in pieces, several at once, in fragments, with pings between, or as none may be sent."""

import asyncio
from itertools import pairwise
from pathlib import Path
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from websockets.frames import Frame, Opcode

from cartable.wire import PROTOCOL
from tests.kit.eventually import PATIENCE_S
from tests.server.live_server import async_test, live_server

HELLO = msgspec.json.encode({"t": "hello", "v": PROTOCOL})


class Wire:
    """A TCP connection on which the handshake was made, and nothing else."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.reader = reader
        self.writer = writer

    @classmethod
    async def open(cls, base: str, code: str) -> "Wire":
        host, port = base.removeprefix("http://").split(":")
        wire = cls(*await asyncio.open_connection(host, int(port)))
        wire.writer.write(
            f"GET /api/tables/{code}/socket HTTP/1.1\r\nHost: {host}:{port}\r\nUpgrade: websocket\r\n"
            "Connection: Upgrade\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Version: 13\r\n\r\n"
            "".encode()
        )
        head = await wire.reader.readuntil(b"\r\n\r\n")
        assert head.startswith(b"HTTP/1.1 101")
        return wire

    async def send(self, data: bytes) -> None:
        self.writer.write(data)
        await self.writer.drain()

    async def frame(self) -> tuple[int, bytes]:
        """The next frame of the server: what it is, and what is in it."""
        async with asyncio.timeout(PATIENCE_S):
            first, size = await self.reader.readexactly(2)
            if size >= 126:
                size = int.from_bytes(await self.reader.readexactly(2 if size == 126 else 8), "big")
            return first & 0xF, await self.reader.readexactly(size)

    async def opinions(self, count: int) -> list[int]:
        """The numbers of so many answers to `ask`."""
        found: list[int] = []
        while len(found) < count:
            kind, data = await self.frame()
            message: dict[str, Any] = msgspec.json.decode(data) if kind == Opcode.TEXT else {}
            if message.get("t") == "opinion":
                found.append(message["q"])
        return found

    async def closed_with(self) -> int:
        """The code of the close frame."""
        while True:
            kind, data = await self.frame()
            if kind == Opcode.CLOSE:
                return int.from_bytes(data[:2], "big")


def ask(q: int, act: str = "draw") -> bytes:
    return msgspec.json.encode({"t": "ask", "q": q, "act": act})


def text(data: bytes, *, fin: bool = True, opcode: Opcode = Opcode.TEXT, mask: bool = True) -> bytes:
    return bytes(Frame(opcode, data, fin).serialize(mask=mask))


def in_pieces(data: bytes, cuts: list[int]) -> list[bytes]:
    edges = [0, *sorted(cut % len(data) for cut in cuts), len(data)]
    return [data[start:end] for start, end in pairwise(edges) if start < end]


FRAMES = st.lists(
    st.tuples(
        st.sampled_from(["whole", "bytes", "halves", "pinged", "long"]), st.lists(st.integers(0, 4000), max_size=4)
    ),
    min_size=1,
    max_size=6,
)


def written(kind: str, q: int) -> bytes:
    """A question in one of the ways it may be sent."""
    message = ask(q, "x" * 100 if kind == "long" else "draw")
    middle = len(message) // 2
    match kind:
        case "bytes":
            return text(message, opcode=Opcode.BINARY)
        case "halves" | "pinged":
            between = text(b"?", opcode=Opcode.PING) if kind == "pinged" else b""
            last = text(message[middle:], opcode=Opcode.CONT)
            return text(message[:middle], fin=False) + between + last
        case _:
            return text(message)


@settings(max_examples=12, deadline=None)
@given(FRAMES, st.booleans())
def test_messages_arrive_however_they_are_cut(tmp_path_factory: Any, frames: Any, together: bool) -> None:
    @async_test
    async def run() -> None:
        async with live_server(tmp_path_factory.mktemp("frames")) as here:
            opened = await here.api.post("/api/tables", {"game": "push", "name": "Ann"})
            wire = await Wire.open(here.base, opened["table"]["code"])
            await wire.send(text(HELLO))
            pieces: list[bytes] = []
            for q, (kind, cuts) in enumerate(frames):
                pieces += in_pieces(written(kind, q), cuts)
            for piece in [b"".join(pieces)] if together else pieces:
                await wire.send(piece)
                await asyncio.sleep(0)
            assert await wire.opinions(len(frames)) == list(range(len(frames)))
            wire.writer.close()

    run()


@pytest.mark.parametrize(
    ("data", "code"),
    [
        (text(HELLO, mask=False), 1002),  # every client has to mask
        (b"\xc1" + text(HELLO)[1:], 1002),  # an extension that nobody agreed on
        (b"\x83" + text(HELLO)[1:], 1002),  # a kind of frame that is not known
        (text(b"x", opcode=Opcode.CONT), 1002),  # the rest of nothing
        (text(b"x" * 5000), 1009),
        (text(b"x" * 5000)[:8], 1009),  # refused as soon as it says how long it will be
        (text(b"x" * 70_000)[:14], 1009),
        (text(b"x", fin=False) + text(b"y"), 1002),  # a message within another
    ],
    # Not the bytes themselves: masks are random.
    ids=["unmasked", "extension", "unknown", "rest", "long", "to-be-long", "to-be-longer", "within"],
)
@async_test
async def test_frames_that_no_client_may_send_end_the_connection(data: bytes, code: int, tmp_path: Path) -> None:
    async with live_server(tmp_path) as here:
        opened = await here.api.post("/api/tables", {"game": "push", "name": "Ann"})
        wire = await Wire.open(here.base, opened["table"]["code"])
        await wire.send(data)
        assert await wire.closed_with() == code
        wire.writer.close()
