"""Several workers with PostgreSQL and NATS, all on this machine, and what each of them costs."""

import os
import random
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from socket import socket
from typing import Final

from lab.bench.server.hosts import TICKS
from tests.kit.nats import Nats, nats_server
from tests.kit.ports import free_port
from tests.kit.postgres import Postgres, postgres

PATIENCE_S: Final = 120.0


class Running:
    """A process with all that it has started."""

    def __init__(self, pid: int) -> None:
        self.pid = pid

    def family(self) -> list[int]:
        found, waiting = [], [self.pid]
        while waiting:
            pid = waiting.pop()
            try:
                waiting += map(int, Path(f"/proc/{pid}/task/{pid}/children").read_text().split())
            except OSError:
                continue
            found.append(pid)
        return found

    def cpu_s(self) -> float:
        """Processor time so far, that of ended children included."""
        return sum(map(_cpu_s, self.family()))

    def memory(self) -> int:
        """Bytes of its own that are in memory."""
        return sum(map(_memory, self.family()))


def _cpu_s(pid: int) -> float:
    try:
        fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    except OSError:
        return 0.0
    return sum(map(int, fields[11:15])) / TICKS


def _memory(pid: int) -> int:
    try:
        lines = Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines()
    except OSError:
        return 0
    return sum(int(line.split()[1]) * 1024 for line in lines if line.startswith(("Private_Clean", "Private_Dirty")))


class ScaleCluster:
    """`port` is everybody's; worker number n (from 0) also listens at `own + n`."""

    def __init__(self, parent: int, port: int, own: int, workers: int, *, database: Postgres, nats: Nats) -> None:
        self.port = port
        self.own = own
        self.number = workers
        self._parent = parent
        assert nats.process is not None
        self.postgres = Running(database.pid)
        self.nats = Running(nats.process.pid)

    def workers(self) -> list[Running]:
        """In the order of their ports, as far as they have not been replaced."""
        children = Path(f"/proc/{self._parent}/task/{self._parent}/children").read_text().split()
        if self.number == 1:
            return [Running(self._parent)]
        return [Running(int(pid)) for pid in children if b"spawn_main" in Path(f"/proc/{pid}/cmdline").read_bytes()]

    def replace(self) -> None:
        """As in a deploy: one worker after another."""
        os.kill(self._parent, signal.SIGHUP)


@contextmanager
def scale_cluster(workers: int, where: Path) -> Iterator[ScaleCluster]:
    """Fresh, for as long as the block lasts; every commit is on the disk before it counts."""
    with postgres(durable=True) as database, nats_server() as nats:
        port, own = free_port(), _free_row(workers)
        options = ["--host", "127.0.0.1", "--port", str(port), "--no-limits", "--wait-scale", "0", "--thinkers", "0"]
        shared = ["--store", database.database(), "--bus", nats.url]
        more = ["--workers", str(workers), "--worker-port", str(own)] if workers > 1 else []
        with (where / "server.log").open("wb") as log:
            command = [sys.executable, "-m", "cartable", "serve", *options, *shared, *more]
            process = subprocess.Popen(command, stdout=log, stderr=log)
        try:
            for each in range(own, own + workers) if workers > 1 else (port,):
                _wait_for(process, each, where / "server.log")
            yield ScaleCluster(process.pid, port, own if workers > 1 else port, workers, database=database, nats=nats)
        finally:
            process.terminate()
            process.wait()


def _free_row(number: int) -> int:
    """This many free ports in a row, below those that the system gives away."""
    while True:
        first = random.randrange(20_000, 30_000)
        if all(_free(port) for port in range(first, first + number)):
            return first


def _free(port: int) -> bool:
    with socket() as probe:
        return probe.connect_ex(("127.0.0.1", port)) != 0


def _wait_for(process: subprocess.Popen[bytes], port: int, log: Path) -> None:
    until = time.monotonic() + PATIENCE_S
    while time.monotonic() < until and process.poll() is None:
        if not _free(port):
            return
        time.sleep(0.05)
    raise RuntimeError(f"the server did not open: {log.read_text()[-2000:]}")
