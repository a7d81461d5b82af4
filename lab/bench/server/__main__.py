"""Measure the table server beside its peers: `make bench-server` installs them and runs this.

Tables of two clients play push-your-luck at random over real sockets, the server on one core and the load on the other.
The servers take turns: in each round every one of them is started afresh and plays one window. Peers run in their
production mode. On a shared machine seconds of processor time count, not those of the clock, and ratios within one run
more than figures. What is printed are Markdown tables, as docs/benchmarks.md has them.
"""

import asyncio
import gc
import os
import sys
import tempfile
import time
from argparse import ArgumentParser, Namespace
from pathlib import Path
from random import Random
from statistics import median, quantiles
from typing import Any, Final, NamedTuple

from cartable.server.serving import allow_many_sockets
from lab.bench.server.hosts import Host, cores, ours
from lab.bench.server.load import LoadTally, on_the_loop
from lab.bench.server.report import MeasuredWindow, markdown
from lab.bench.server.sides import Side, sides
from lab.bench.server.wire import Http

TOGETHER: Final = 20
"""Tables that are opened at a time."""

SETTLE_S: Final = 1.0
PEER_IDLE: Final = 1000
"""Enough to see what an idle match takes."""

FEWEST: Final = 10
"""Acts that a window needs to tell anything. `FlatFile` does one a second with a single table."""


class Load(NamedTuple):
    """How it is played: so many tables, and how long a player thinks on average."""

    tables: int
    pause_s: float
    warm_s: float
    window_s: float

    def __str__(self) -> str:
        return f"{self.tables} tables" + (f", {self.tables / self.pause_s:.0f} acts/s" if self.pause_s else "")


async def _open(side: Side, host: Host, tally: LoadTally, tables: int) -> list[Any]:
    http = [Http(host.port) for _ in range(min(TOGETHER, tables))]
    made = [side.table(host.port, http[number % TOGETHER], tally, Random(number)) for number in range(tables)]
    for at in range(0, tables, TOGETHER):
        await asyncio.gather(*(table.open() for table in made[at : at + TOGETHER]))
    return made


def _close(tables: list[Any]) -> None:
    for table in tables:
        for socket in table.sockets:
            socket.close()


async def _play(side: Side, host: Host, load: Load) -> MeasuredWindow:
    tally = LoadTally()
    tally.pause = load.pause_s
    tally.hold()
    made = await _open(side, host, tally, load.tables)
    tally.release()
    await asyncio.sleep(load.warm_s)
    gc.collect()
    gc.disable()  # the load's own pauses are not the server's
    tally.clear()
    began, cpu, down = time.perf_counter(), host.cpu_s(), _down(made)
    await asyncio.sleep(load.window_s)
    took, cpu, down = time.perf_counter() - began, host.cpu_s() - cpu, _down(made) - down
    gc.enable()
    tally.playing = False
    acts, latencies = tally.acts, tally.latencies
    await asyncio.sleep(SETTLE_S)
    _close(made)
    await asyncio.sleep(SETTLE_S)
    if acts < FEWEST:
        return MeasuredWindow.of_none()
    return MeasuredWindow(
        acts / took,
        1e6 * cpu / acts,
        1000 * median(latencies),
        1000 * quantiles(latencies, n=100)[98],
        down / acts / 2,
    )


def _down(tables: list[Any]) -> int:
    return sum(socket.bytes_in for table in tables for socket in table.sockets)


async def _idle(side: Side, host: Host, tables: int) -> tuple[float, float]:
    """Tables whose match has begun and whose players do nothing: memory of each in KB, and the share of a core they
    take together."""
    tally = LoadTally()
    tally.pause = 1e6
    bare = host.memory()
    made = await _open(side, host, tally, tables)
    await asyncio.sleep(3 * SETTLE_S)
    memory = (host.memory() - bare) / tables / 1024
    cpu = host.cpu_s()
    await asyncio.sleep(10 * SETTLE_S)
    cpu = (host.cpu_s() - cpu) / (10 * SETTLE_S)
    _close(made)
    return memory, cpu


async def _finished(side: Side, host: Host, matches: int) -> float:
    """What a match leaves behind when it is over, in KB: the same tables play on and on."""
    tally = LoadTally()
    made = await _open(side, host, tally, TOGETHER)
    while tally.matches < 4 * TOGETHER:
        await asyncio.sleep(SETTLE_S)
    held, before = host.memory(), tally.matches
    while tally.matches < before + matches:
        await asyncio.sleep(SETTLE_S)
    left = (host.memory() - held) / (tally.matches - before) / 1024
    tally.playing = False
    _close(made)
    return left


def measure(side: Side, load: Load) -> MeasuredWindow:
    """A fresh server, its tables, a while to warm up, then the window."""
    with tempfile.TemporaryDirectory() as where, side.run(Path(where)) as host:
        return on_the_loop(_play(side, host, load))


def measure_idle(side: Side, tables: int) -> tuple[float, float]:
    """A fresh server that has nothing to do but to hold connections."""
    with tempfile.TemporaryDirectory() as where, side.run(Path(where)) as host:
        return on_the_loop(_idle(side, host, tables))


def measure_finished(side: Side, matches: int) -> float:
    """A fresh server that matches begin and end on."""
    with tempfile.TemporaryDirectory() as where, side.run(Path(where)) as host:
        return on_the_loop(_finished(side, host, matches))


def _play_rounds(taking_part: list[Side], load: Load, rounds: int) -> list[list[MeasuredWindow]]:
    """Return the windows of each server; each round begins with another one of them."""
    found: list[list[MeasuredWindow]] = [[] for _ in taking_part]
    for number in range(rounds):
        for at in range(len(taking_part)):
            place = (at + number) % len(taking_part)
            window = measure(taking_part[place], load)
            found[place].append(window)
            print(f"{load}, round {number + 1}: {taking_part[place].name} {window}", file=sys.stderr, flush=True)
    return found


def _chosen(every_server: list[str]) -> Namespace:
    parser = ArgumentParser("python -m lab.bench.server", description=__doc__)
    parser.add_argument("--servers", nargs="*", default=every_server, choices=every_server, help="which are measured")
    parser.add_argument("--tables", type=int, nargs="*", default=[1, 10, 50, 200, 500], help="played without a pause")
    parser.add_argument("--paced", type=int, nargs="*", default=[200, 500], help="tables at one act a second each")
    parser.add_argument("--idle", type=int, default=5000, help="idle tables with two sockets; 0: none")
    parser.add_argument("--finished", type=int, default=100, help="matches that end one after another; 0: none")
    parser.add_argument("--warm", type=float, default=2.0, help="seconds before a window")
    parser.add_argument("--window", type=float, default=5.0, help="seconds of a window")
    parser.add_argument("--rounds", type=int, default=3, help="windows of each server, in turn; medians are printed")
    parser.add_argument("--node", type=Path, help="another Node for the peers than the project's own")
    return parser.parse_args()


def main() -> None:
    chosen = _chosen(list(sides(None)))
    taking_part = [side for name, side in sides(chosen.node).items() if name in chosen.servers]
    missing = [side.name for side in taking_part if not side.is_there]
    if missing:
        sys.exit(f"Not installed: {', '.join(missing)}. `make bench-server` installs them, or choose with --servers.")
    os.sched_setaffinity(0, cores()[1])
    allow_many_sockets()
    loads = [Load(tables, 0.0, chosen.warm, chosen.window) for tables in chosen.tables]
    loads += [Load(tables, 1.0, chosen.warm, chosen.window) for tables in chosen.paced]
    for load in loads:
        windows = _play_rounds(taking_part, load, chosen.rounds)
        print(markdown(str(load), [(side.name, side.is_stored) for side in taking_part], windows), flush=True)
    for side in taking_part if chosen.idle else ():
        tables = chosen.idle if side.run is ours else min(chosen.idle, PEER_IDLE)
        memory, share = measure_idle(side, tables)
        print(
            f"- {side.name}: {2 * tables:,} idle connections at {tables:,} tables take {memory:.1f} KB a table "
            f"and {100 * share:.1f} % of a core",
            flush=True,
        )
    for side in taking_part if chosen.finished else ():
        if side.is_slow:
            continue
        left = measure_finished(side, chosen.finished)
        print(f"- {side.name}: a finished match leaves {left:.1f} KB behind", flush=True)


if __name__ == "__main__":
    main()
