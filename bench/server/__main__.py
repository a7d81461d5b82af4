"""How fast is the table server? `make bench-server` runs it: Cartable and boardgame.io side by side, the same traffic.

Tables of two clients play push-your-luck at random over real sockets, server on one core and load on the other. On a
shared machine seconds of processor time count, not those of the clock, and ratios within one run more than figures.
"""

import asyncio
import gc
import os
import tempfile
import time
from argparse import ArgumentParser
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager
from functools import partial
from pathlib import Path
from random import Random
from statistics import median, quantiles
from typing import Any, Final, NamedTuple

from rich.console import Console
from rich.table import Table as Report

from bench.server.hosts import Host, cores, ours, peer_is_there, theirs
from bench.server.load import LoadTally, OurTable, TheirTable, on_the_loop
from bench.server.wire import Http
from cartable.server.serving import allow_many_sockets

TOGETHER: Final = 20
"""Tables that are opened at a time."""

SETTLE_S: Final = 1.0
PEER_IDLE: Final = 1000
"""Enough to see what an idle match takes."""


class Side(NamedTuple):
    """One of the servers."""

    name: str
    run: Callable[[Path], AbstractContextManager[Host]]
    table: Callable[[int, Http, LoadTally, Random], Any]


OURS: Final = Side("Cartable", ours, OurTable)


def peers(node: Path | None, *, in_files: bool) -> list[Side]:
    """boardgame.io as it comes, in memory; and with its own storage in files, which is what compares with ours: both
    store every act, though it does not wait for the disk and ours does."""
    ways = (("boardgame.io", False), ("boardgame.io, FlatFile", True))[: 1 + in_files]
    return [Side(name, partial(theirs, node=node, files=files), TheirTable) for name, files in ways]


class Load(NamedTuple):
    """How it is played: so many tables, and how long a player thinks on average."""

    tables: int
    pause_s: float
    warm_s: float
    window_s: float

    def __str__(self) -> str:
        return f"{self.tables} tables" + (f", {self.tables / self.pause_s:.0f} acts/s" if self.pause_s else "")


class MeasuredWindow(NamedTuple):
    """What a window of play showed."""

    acts_s: float
    cpu_us: float
    p50_ms: float
    p99_ms: float
    bytes_down: float


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
    made = await _open(side, host, tally, load.tables)
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


COLUMNS: Final = ("acts/s", "CPU an act, µs", "p50, ms", "p99, ms", "bytes an act and client")


def main() -> None:
    parser = ArgumentParser("python -m bench.server", description=__doc__)
    parser.add_argument("--tables", type=int, nargs="*", default=[1, 10, 50, 200, 500], help="played without a pause")
    parser.add_argument("--paced", type=int, default=500, help="tables at one act a second each; 0: none")
    parser.add_argument("--idle", type=int, default=5000, help="idle tables with two sockets; 0: none")
    parser.add_argument("--finished", type=int, default=100, help="matches that end one after another; 0: none")
    parser.add_argument("--warm", type=float, default=3.0, help="seconds before a window")
    parser.add_argument("--window", type=float, default=10.0, help="seconds of a window")
    parser.add_argument("--rounds", type=int, default=1, help="windows of each, in turn; the one of median CPU counts")
    parser.add_argument("--alone", action="store_true", help="without the peer, also when it is there")
    parser.add_argument("--files", action="store_true", help="also the peer with its own storage in files")
    parser.add_argument("--node", type=Path, help="another Node for the peer than the project's own")
    chosen = parser.parse_args()

    os.sched_setaffinity(0, cores()[1])
    allow_many_sockets()
    alone = chosen.alone or not peer_is_there()
    sides = [OURS] if alone else [OURS, *peers(chosen.node, in_files=chosen.files)]
    loads = [Load(tables, 0.0, chosen.warm, chosen.window) for tables in chosen.tables]
    if chosen.paced:
        loads.append(Load(chosen.paced, 1.0, chosen.warm, chosen.window))
    console = Console()
    for load in loads:
        rounds = [[measure(side, load) for side in sides] for _ in range(chosen.rounds)]
        console.print(_report(load, sides, [_middle(found) for found in zip(*rounds, strict=True)]))
    for side in sides if chosen.idle else ():
        tables = chosen.idle if side is OURS else min(chosen.idle, PEER_IDLE)
        memory, share = measure_idle(side, tables)
        console.print(
            f"{side.name}: {2 * tables:,} idle connections at {tables:,} tables take {memory:.1f} KB a table "
            f"and {100 * share:.1f} % of a core"
        )
    for side in sides if chosen.finished else ():
        console.print(f"{side.name}: a finished match leaves {measure_finished(side, chosen.finished):.1f} KB behind")


def _middle(found: Sequence[MeasuredWindow]) -> MeasuredWindow:
    return sorted(found, key=lambda measured: measured.cpu_us)[len(found) // 2]


def _report(load: Load, sides: Sequence[Side], found: Sequence[MeasuredWindow]) -> Report:
    report = Report(str(load), *COLUMNS)
    for side, measured in zip(sides, found, strict=True):
        report.add_row(side.name, *(f"{value:,.1f}" for value in measured))
    ratios = [
        f"{measured.cpu_us / found[0].cpu_us:.2f} times those of {side.name}"
        for side, measured in zip(sides[1:], found[1:], strict=True)
    ]
    if ratios:
        report.caption = f"Our acts per second of processor time: {', '.join(ratios)}"
    return report


if __name__ == "__main__":
    main()
