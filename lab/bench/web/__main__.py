"""How soon can somebody with a slow phone act, how smoothly do cards move there, and how much must it load?
Run it from the root of the project: `python -m lab.bench.web`.

A browser that has never been here opens a running match, with its processor slowed down four times, through a TCP
proxy of ours: 150 ms there and back, 1.6 Mbit/s. (The browser's own throttling leaves WebSockets alone.) It is
measured from the start of the navigation to the first button of the board that does something.

Frames are counted while anything moves, in a match that is played with the processor slowed down as much; there is no
graphics card to help. What a frame costs the main thread hardly depends on what else the machine does. Scripts are
counted as they are sent, compressed by gzip.
"""

import asyncio
import gzip
import json
import tempfile
from argparse import ArgumentParser
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from itertools import chain
from pathlib import Path
from statistics import median
from typing import Final
from urllib.parse import urlsplit

from cartable.games import registry
from lab.bench.web.device import print_device
from tests.e2e.site import BUILT, script, served

ROUND_TRIP_S: Final = 0.150
BYTES_S: Final = 1.6e6 / 8
CHUNK: Final = 1460
"""A packet's load: what shares the network is sent in turn."""
GOAL_MS: Final = 1500
GOAL_FRAMES: Final = 60
MOST_BYTES: Final = 120_000


class SlowNetwork:
    """All connections share it; each direction has its own."""

    def __init__(self, host: str, port: int) -> None:
        self._to = (host, port)
        self._free = [0.0, 0.0]

    async def join(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        far_reader, far_writer = await asyncio.open_connection(*self._to)
        await asyncio.sleep(ROUND_TRIP_S)  # what the handshake takes: our own ends are near
        with suppress(asyncio.CancelledError):  # the measuring is over
            await asyncio.gather(self._carry(reader, far_writer, 0), self._carry(far_reader, writer, 1))

    async def _carry(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, way: int) -> None:
        """In order, each packet after those before it, and half a round trip later."""
        loop = asyncio.get_running_loop()
        under_way: asyncio.Queue[tuple[float, bytes]] = asyncio.Queue()

        async def arrive() -> None:
            while True:
                due, packet = await under_way.get()
                await asyncio.sleep(due - loop.time())
                if not packet or writer.is_closing():
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
    """The same server behind a slow network: its address."""
    there = urlsplit(base)
    network = SlowNetwork(there.hostname or "127.0.0.1", there.port or 80)
    server = await asyncio.start_server(network.join, "127.0.0.1", 0)
    async with server:
        yield f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}"


async def print_first_acts(bases: list[str], times: int) -> None:
    """For each game, and in turn for each of these servers."""
    async with AsyncExitStack() as networks:
        pairs = [(base, await networks.enter_async_context(slowed(base))) for base in bases]
        told = await asyncio.to_thread(script, "first_act", str(times), *chain.from_iterable(pairs))
    print(f"first act possible, in ms ({times} times; the goal is {GOAL_MS})")
    for line, (game, *taken) in enumerate(map(str.split, told.splitlines())):
        found = [int(ms) for ms in taken]
        where = f"   {bases[line % len(bases)]}" if len(bases) > 1 else ""
        print(f"  {game:8} median {median(found):6.0f}   least {min(found):5}   most {max(found):5}{where}")


async def print_home(base: str, times: int) -> None:
    async with slowed(base) as slow:
        told = await asyncio.to_thread(script, "first_paint", slow, str(times))
    print(f"the first page, in ms, median of {times}: painted, and its first button can be pushed")
    for line in map(json.loads, told.splitlines()):
        way = "as it is" if line["offline"] else "without what plays offline"
        print(f"  {way:28} {median(line['paint']):6.0f} {median(line['button']):6.0f}")


def print_frames(base: str) -> None:
    print(f"frames a second while cards move, four times slower (the goal is {GOAL_FRAMES})")
    print("and what a frame costs the main thread when it is not slowed down, in ms of processor time, and in layouts")
    for game, frames, late, count, busy, layouts in map(str.split, script("frames", base).splitlines()):
        print(f"  {game:8} {frames:>6}   {late:>3} % late of {count:>4}   {busy:>5} ms   {layouts} layouts")


def print_loads(base: str) -> None:
    print(f"scripts of a table, compressed, in bytes (at most {MOST_BYTES})")
    for game, *files in map(str.split, script("loads", base).splitlines()):
        sizes = [len(gzip.compress((BUILT / name.lstrip("/")).read_bytes())) for name in files]
        print(f"  {game:8} {sum(sizes):>8} in {len(sizes)} files")


def main() -> None:
    arguments = ArgumentParser(
        "python -m lab.bench.web", description="How soon can somebody with a slow phone act, and how smoothly?"
    )
    arguments.add_argument("--times", type=int, default=5, help="how often for each game")
    arguments.add_argument("--only", choices=("act", "device", "frames", "home", "loads"), help="measure only this")
    arguments.add_argument("--beside", help="another server's address, of an earlier page: its first acts, in turn")
    chosen = arguments.parse_args()
    if chosen.only in (None, "device"):
        print_device()
    if chosen.only in (None, "frames"):
        # As people play too: bots that do not wait would never let the page come to rest.
        with tempfile.TemporaryDirectory() as folder, served(Path(folder), registry.game("hexa")) as base:
            print_frames(base)
    with tempfile.TemporaryDirectory() as folder, served(Path(folder)) as base:
        if chosen.only in (None, "home"):
            asyncio.run(print_home(base, chosen.times))
        if chosen.only in (None, "loads"):
            print_loads(base)
        if chosen.only in (None, "act"):
            beside = [] if chosen.beside is None else [chosen.beside]
            asyncio.run(print_first_acts([base, *beside], chosen.times))


if __name__ == "__main__":
    main()
