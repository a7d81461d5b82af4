"""Three servers with all that they need: PostgreSQL, NATS, and a proxy on each of their links."""

import asyncio
import os
import signal
import subprocess
import tempfile
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path
from typing import Final

from tests.kit.eventually import PATIENCE_S
from tests.kit.nats import Nats
from tests.kit.postgres import Postgres
from tests.server.faults.proxy import Proxy
from tests.server.live_server import config
from tests.server.server_process import ServerProcess

SERVERS: Final = 3
DISK: Final = "size=600m"


class Disk:
    """Where PostgreSQL keeps its data: small enough to be filled, where this may be done."""

    def __init__(self, folder: Path, *, small: bool) -> None:
        self.folder = folder
        self.small = small
        self._ballast = folder / "ballast"

    def fill(self) -> None:
        """To the last byte."""
        with self._ballast.open("wb") as ballast:
            try:
                while True:
                    ballast.write(bytes(1 << 20))
                    ballast.flush()
            except OSError:
                return

    def clear(self) -> None:
        self._ballast.unlink(missing_ok=True)


@contextmanager
def disk() -> Iterator[Disk]:
    """A file system of its own if this process may mount one; else a plain folder, and no disk is filled."""
    with tempfile.TemporaryDirectory(prefix="cartable-faults-", ignore_cleanup_errors=True) as folder:
        command = ["mount", "-t", "tmpfs", "-o", DISK, "cartable", folder]
        small = os.getuid() == 0 and subprocess.run(command, check=False, capture_output=True).returncode == 0
        try:
            yield Disk(Path(folder), small=small)
        finally:
            if small:
                subprocess.run(["umount", "--lazy", folder], check=False)


class ClusterNode:
    """One server, and its links to the others."""

    def __init__(self, number: int, to_postgres: Proxy, to_nats: Proxy, process: ServerProcess) -> None:
        self.number = number
        self.links = {"postgres": to_postgres, "nats": to_nats}
        self.process = process

    async def stop(self) -> int | None:
        """In order: its tables are handed over."""
        self.process.signal(signal.SIGTERM)
        async with asyncio.timeout(PATIENCE_S):
            while self.process.running:
                await asyncio.sleep(0.01)
        return self.process.stop()


class FaultCluster:
    """All of it."""

    def __init__(self, postgres: Postgres, nats: Nats, disk: Disk, nodes: list[ClusterNode]) -> None:
        self.postgres = postgres
        self.nats = nats
        self.disk = disk
        self.nodes = nodes

    @property
    def bases(self) -> list[str]:
        return [node.process.base for node in self.nodes]


@asynccontextmanager
async def fault_cluster(folder: Path) -> AsyncIterator[FaultCluster]:
    """Everything runs for as long as the block lasts."""
    with disk() as data:
        postgres = await asyncio.to_thread(Postgres, data.folder, durable=True)
        nats = Nats()
        nodes: list[ClusterNode] = []
        try:
            await asyncio.to_thread(postgres.start)
            await asyncio.to_thread(nats.start)
            database = (await asyncio.to_thread(postgres.database)).rpartition("/")[2]
            for number in range(SERVERS):
                to_postgres, to_nats = Proxy(postgres.port), Proxy(nats.port)
                await to_postgres.open()
                await to_nats.open()
                asked = config(
                    folder,
                    store=f"postgresql://cartable@127.0.0.1:{to_postgres.port}/{database}",
                    bus=f"nats://127.0.0.1:{to_nats.port}",
                )
                process = ServerProcess(asked, folder / f"server{number}.log")
                nodes.append(ClusterNode(number, to_postgres, to_nats, process))
                process.start()
            yield FaultCluster(postgres, nats, data, nodes)
        finally:
            for node in nodes:
                node.process.kill()
                for link in node.links.values():
                    await link.close()
            nats.stop()
            await asyncio.to_thread(postgres.stop, signal.SIGQUIT)
