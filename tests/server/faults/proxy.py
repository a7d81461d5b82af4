"""A TCP proxy in the middle of a link, which can cut it, hold what goes through, or slow it down."""

import asyncio
from contextlib import suppress
from typing import Final

CHUNK: Final = 65_536


class Proxy:
    """Both ways alike. `cut` breaks all connections and refuses new ones, `hold` lets nothing through, `delay_s` lets
    everything through that much later, in order."""

    def __init__(self, port: int) -> None:
        self._to = port
        self._server: asyncio.Server | None = None
        self._writers: set[asyncio.StreamWriter] = set()
        self._through = asyncio.Event()
        self._through.set()
        self._is_cut = False
        self.port = 0
        self.delay_s = 0.0

    async def open(self) -> None:
        self._server = await asyncio.start_server(self._join, "127.0.0.1", 0)
        self.port = self._server.sockets[0].getsockname()[1]

    async def close(self) -> None:
        self.cut()
        if self._server is not None:
            self._server.close()

    def cut(self) -> None:
        self._is_cut = True
        for writer in tuple(self._writers):
            writer.transport.abort()

    def hold(self) -> None:
        self._through.clear()

    def restore(self) -> None:
        """Let everything through again, at once."""
        self._is_cut = False
        self.delay_s = 0.0
        self._through.set()

    async def _join(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        if self._is_cut:
            writer.transport.abort()
            return
        try:
            far_reader, far_writer = await asyncio.open_connection("127.0.0.1", self._to)
        except OSError:
            writer.transport.abort()
            return
        ends = {writer, far_writer}
        self._writers |= ends
        try:
            await asyncio.gather(self._carry(reader, far_writer), self._carry(far_reader, writer))
        finally:
            self._writers -= ends
            for end in ends:
                end.transport.abort()

    async def _carry(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        loop = asyncio.get_running_loop()
        under_way: asyncio.Queue[tuple[float, bytes]] = asyncio.Queue()

        async def arrive() -> None:
            while True:
                due, data = await under_way.get()
                await asyncio.sleep(max(0.0, due - loop.time()))
                await self._through.wait()
                if not data or writer.transport.is_closing():
                    break
                writer.write(data)
            writer.close()

        arriving = asyncio.ensure_future(arrive())
        with suppress(OSError):
            while data := await reader.read(CHUNK):
                under_way.put_nowait((loop.time() + self.delay_s, data))
        under_way.put_nowait((0.0, b""))
        with suppress(OSError):
            await arriving
