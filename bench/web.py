"""How soon can somebody with a slow phone act? Run it from the root of the project: `python -m bench.web`.

A browser that has never been here opens a running match, with its processor slowed down four times, through a TCP
proxy of ours: 150 ms there and back, 1.6 Mbit/s. (The browser's own throttling leaves WebSockets alone.) It is
measured from the start of the navigation to the first button of the board that does something.
"""

import asyncio
import tempfile
from argparse import ArgumentParser
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from statistics import median
from typing import Final
from urllib.parse import urlsplit

from tests.e2e.site import script, served

ROUND_TRIP_S: Final = 0.150
BYTES_S: Final = 1.6e6 / 8
CHUNK: Final = 1460
"""A packet's load: what shares the line is sent in turn."""
GOAL_MS: Final = 1500


class SlowLine:
    """All connections share the line; each direction has its own."""

    def __init__(self, host: str, port: int) -> None:
        self._to = (host, port)
        self._free = [0.0, 0.0]

    async def join(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        far_reader, far_writer = await asyncio.open_connection(*self._to)
        await asyncio.sleep(ROUND_TRIP_S)  # what the handshake takes: our own ends are near
        await asyncio.gather(self._carry(reader, far_writer, 0), self._carry(far_reader, writer, 1))

    async def _carry(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, way: int) -> None:
        """In order, each packet after those before it on the line, and half a round trip later."""
        loop = asyncio.get_running_loop()
        under_way: asyncio.Queue[tuple[float, bytes]] = asyncio.Queue()

        async def arrive() -> None:
            while True:
                due, packet = await under_way.get()
                await asyncio.sleep(due - loop.time())
                if not packet:
                    break
                writer.write(packet)
            writer.close()

        arriving = asyncio.ensure_future(arrive())
        try:
            while packet := await reader.read(CHUNK):
                sent = max(loop.time(), self._free[way]) + len(packet) / BYTES_S
                self._free[way] = sent
                under_way.put_nowait((sent + ROUND_TRIP_S / 2, packet))
                await asyncio.sleep(sent - loop.time())
        except ConnectionError:
            pass
        under_way.put_nowait((loop.time(), b""))
        await arriving


@asynccontextmanager
async def slowed(base: str) -> AsyncIterator[str]:
    """The same server at the end of a slow line: its address."""
    there = urlsplit(base)
    line = SlowLine(there.hostname or "127.0.0.1", there.port or 80)
    server = await asyncio.start_server(line.join, "127.0.0.1", 0)
    async with server:
        yield f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}"


async def measure(base: str, times: int) -> dict[str, list[int]]:
    async with slowed(base) as slow:
        told = await asyncio.to_thread(script, "first_act", base, slow, str(times))
    return {game: [int(ms) for ms in taken] for game, *taken in map(str.split, told.splitlines())}


def main() -> None:
    arguments = ArgumentParser(description="How soon can somebody with a slow phone act?")
    arguments.add_argument("--times", type=int, default=5, help="how often for each game")
    times = arguments.parse_args().times
    with tempfile.TemporaryDirectory() as folder, served(Path(folder)) as base:
        found = asyncio.run(measure(base, times))
    print(f"first act possible, in ms ({times} times; the goal is {GOAL_MS})")
    for game, taken in found.items():
        print(f"  {game:8} median {median(taken):6.0f}   least {min(taken):5}   most {max(taken):5}")


if __name__ == "__main__":
    main()
