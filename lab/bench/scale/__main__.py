"""What do several processes cost, and what do they bring? `make bench-scale` runs it.

Workers, PostgreSQL, NATS and the load share this machine: seconds of processor time count, and what grows with what;
acts a second only where there are cores enough for all of them, which the report says.
"""

import asyncio
import gc
import os
import signal
import tempfile
import time
from argparse import ArgumentParser
from collections.abc import Sequence
from pathlib import Path
from random import Random
from statistics import median, quantiles
from typing import Any, Final, NamedTuple

import msgspec
from rich.console import Console
from rich.table import Table as Report

from lab.bench.scale.clients import Returning
from lab.bench.scale.cluster import ScaleCluster, scale_cluster
from lab.bench.scale.figure import draw
from lab.bench.server.load import LoadTally, OurTable, on_the_loop
from lab.bench.server.wire import Http

FIGURE: Final = Path("docs/scale.svg")
TOGETHER: Final = 20
SETTLE_S: Final = 2.0
PATIENCE_S: Final = 60.0


class Window(NamedTuple):
    """What a window of play showed; processor time by whom, in µs an act."""

    acts_s: float
    p50_ms: float
    p99_ms: float
    workers_us: float
    postgres_us: float
    nats_us: float

    @property
    def whole_us(self) -> float:
        return self.workers_us + self.postgres_us + self.nats_us


class Return(NamedTuple):
    """How long clients had to wait: from the loss of their server to the table, and to an act that it took."""

    tables: int
    shown_p50_s: float
    shown_p99_s: float
    shown_most_s: float
    done_most_s: float
    cpu_ms: float
    """Processor time of a worker that stays, for each table."""


class ScaleFigures(msgspec.Struct):
    """All that was measured."""

    cores: int
    by_workers: dict[int, Window] = {}
    near: Window | None = None
    """All sockets at the worker that has their table."""
    far: Window | None = None
    """All sockets at another."""
    near_paced: Window | None = None
    far_paced: Window | None = None
    """The same with players who think: how long an act takes where nothing queues."""
    table_kb: float = 0.0
    pipe_kb: float = 0.0
    killed: Return | None = None
    replaced: Return | None = None


async def _open(made: Sequence[Any]) -> None:
    for at in range(0, len(made), TOGETHER):
        await asyncio.gather(*(each.open() for each in made[at : at + TOGETHER]))


async def _play(cluster: ScaleCluster, ports: Sequence[tuple[int, int]], pause_s: float, window_s: float) -> Window:
    """Tables of two play; `ports` are for each table the one of its requests and that of its sockets."""
    tally = LoadTally()
    tally.pause = pause_s
    made = [
        OurTable(to_socket, Http(to_table), tally, Random(number)) for number, (to_table, to_socket) in enumerate(ports)
    ]
    await _open(made)
    await asyncio.sleep(SETTLE_S)
    gc.collect()
    gc.disable()  # the load's own pauses are not the servers'
    tally.clear()
    workers = cluster.workers()
    began, before = time.perf_counter(), _spent(cluster, workers)
    await asyncio.sleep(window_s)
    took, after = time.perf_counter() - began, _spent(cluster, workers)
    gc.enable()
    tally.playing = False
    acts, latencies = tally.acts, tally.latencies
    await asyncio.sleep(SETTLE_S / 2)
    for table in made:
        for socket in table.sockets:
            socket.close()
    spent = [1e6 * (late - early) / acts for early, late in zip(before, after, strict=True)]
    return Window(acts / took, 1000 * median(latencies), 1000 * quantiles(latencies, n=100)[98], *spent)


def _spent(cluster: ScaleCluster, workers: Sequence[Any]) -> tuple[float, float, float]:
    return sum(worker.cpu_s() for worker in workers), cluster.postgres.cpu_s(), cluster.nats.cpu_s()


async def _memory(cluster: ScaleCluster, tables: int) -> tuple[float, float]:
    """Tables at the first worker, their sockets at the second: KB of a table with its match, and of two sockets that
    are only passed through."""
    first, second = cluster.workers()[:2]
    tally = LoadTally()
    tally.pause = 1e6
    bare = first.memory(), second.memory()
    made = [OurTable(cluster.own + 1, Http(cluster.own), tally, Random(number)) for number in range(tables)]
    await _open(made)
    await asyncio.sleep(2 * SETTLE_S)
    used = first.memory(), second.memory()
    for table in made:
        for socket in table.sockets:
            socket.close()
    return (used[0] - bare[0]) / tables / 1024, (used[1] - bare[1]) / tables / 1024


async def _return(cluster: ScaleCluster, tables: int, how: str) -> Return:
    """Tables at the first worker, clients at the second. The first is killed; or all are replaced, one by one, and the
    clients come in at everybody's port."""
    killing = how == "kill"
    here = [Returning(cluster.own, cluster.own + 1 if killing else cluster.port) for _ in range(tables)]
    await _open(here)
    await asyncio.sleep(SETTLE_S)
    stays = cluster.workers()[1]
    began, spent = time.perf_counter(), stays.cpu_s()
    if killing:
        os.kill(cluster.workers()[0].pid, signal.SIGKILL)
    else:
        cluster.replace()
    until = began + PATIENCE_S
    while time.perf_counter() < until and not all(each.done_at for each in here):
        await asyncio.sleep(0.05)
    spent = stays.cpu_s() - spent
    if not killing:
        await asyncio.sleep(SETTLE_S)
    assert all(each.done_at for each in here), "some tables never came back"
    shown = [
        at - (began if killing else lost)
        for each in here
        for lost, at in zip(each.lost_at, each.shown_at, strict=False)
    ]
    done = [
        at - (began if killing else lost) for each in here for lost, at in zip(each.lost_at, each.done_at, strict=False)
    ]
    for each in here:
        each.close()
    longest = max(shown), max(done)
    return Return(tables, median(shown), quantiles(shown, n=100)[98], *longest, 1000 * spent / tables)


def measure(chosen: Any) -> ScaleFigures:
    """Each with a fresh cluster."""
    found = ScaleFigures(cores=len(os.sched_getaffinity(0)))
    for workers in chosen.workers:
        with tempfile.TemporaryDirectory() as where, scale_cluster(workers, Path(where)) as cluster:
            ports = [(cluster.own + number % workers, cluster.port) for number in range(chosen.tables)]
            found.by_workers[workers] = on_the_loop(_play(cluster, ports, 0.0, chosen.window))
    with tempfile.TemporaryDirectory() as where, scale_cluster(2, Path(where)) as cluster:
        pause = chosen.tables / chosen.paced
        near = [(cluster.own, cluster.own)] * chosen.tables
        far = [(cluster.own, cluster.own + 1)] * chosen.tables
        found.near = on_the_loop(_play(cluster, near, 0.0, chosen.window))
        found.far = on_the_loop(_play(cluster, far, 0.0, chosen.window))
        found.near_paced = on_the_loop(_play(cluster, near, pause, chosen.window))
        found.far_paced = on_the_loop(_play(cluster, far, pause, chosen.window))
    with tempfile.TemporaryDirectory() as where, scale_cluster(2, Path(where)) as cluster:
        found.table_kb, found.pipe_kb = on_the_loop(_memory(cluster, chosen.held))
    with tempfile.TemporaryDirectory() as where, scale_cluster(2, Path(where)) as cluster:
        found.killed = on_the_loop(_return(cluster, chosen.taken, "kill"))
    with tempfile.TemporaryDirectory() as where, scale_cluster(2, Path(where)) as cluster:
        found.replaced = on_the_loop(_return(cluster, chosen.moved, "replace"))
    return found


COLUMNS: Final = ("acts/s", "p50, ms", "p99, ms", "CPU an act, µs: workers", "PostgreSQL", "NATS")


def tell(found: ScaleFigures, console: Console) -> None:
    """The report."""
    rows: list[tuple[str, Window | None]] = [(f"{workers} workers", each) for workers, each in found.by_workers.items()]
    rows += [("2, near", found.near), ("2, far", found.far)]
    rows += [("paced, near", found.near_paced), ("paced, far", found.far_paced)]
    report = Report(f"on {found.cores} cores", *COLUMNS)
    for name, window in rows:
        if window is not None:
            report.add_row(name, *(f"{value:,.1f}" for value in window))
    console.print(report)
    console.print("near, far: all sockets at the worker that has their table, or all at another")
    console.print(f"a table with its match: {found.table_kb:.1f} KB; its two sockets elsewhere: {found.pipe_kb:.1f} KB")
    for what, back in (("host killed, from the kill", found.killed), ("workers replaced, each time", found.replaced)):
        if back is not None:
            console.print(
                f"{what}, {back.tables} tables: seen again after {back.shown_p50_s:.2f} s (p50), "
                f"{back.shown_p99_s:.2f} (p99), {back.shown_most_s:.2f} (longest); "
                f"an act accepted after {back.done_most_s:.2f} s at the latest; "
                f"{back.cpu_ms:.1f} ms of processor time a table"
            )


def main() -> None:
    parser = ArgumentParser("python -m lab.bench.scale", description=__doc__)
    parser.add_argument("--workers", type=int, nargs="*", default=[1, 2, 3])
    parser.add_argument("--tables", type=int, default=60)
    parser.add_argument("--paced", type=float, default=100.0, help="acts a second where the hop is measured")
    parser.add_argument("--held", type=int, default=1000, help="tables whose memory is measured")
    parser.add_argument("--taken", type=int, default=1000, help="tables that are taken over from a dead host")
    parser.add_argument("--moved", type=int, default=100, help="tables while workers are replaced one by one")
    parser.add_argument("--window", type=float, default=10.0, help="seconds of a window")
    parser.add_argument("--figure", type=Path, default=FIGURE)
    chosen = parser.parse_args()
    found = measure(chosen)
    tell(found, Console())
    chosen.figure.write_text(draw(found))


if __name__ == "__main__":
    main()
