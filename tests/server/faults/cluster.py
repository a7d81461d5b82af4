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

from tests.kit.nats import Nats
from tests.kit.postgres import Postgres
from tests.server.faults.proxy import Proxy
from tests.server.live_server import config
from tests.server.server_process import Victim

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


class Site:
    """One server, and its links to the others."""

    def __init__(self, number: int, to_postgres: Proxy, to_nats: Proxy, victim: Victim) -> None:
        self.number = number
        self.links = {"postgres": to_postgres, "nats": to_nats}
        self.victim = victim

    async def stop(self) -> int | None:
        """In order: its tables are handed over."""
        self.victim.signal(signal.SIGTERM)
        async with asyncio.timeout(30):
            while self.victim.running:
                await asyncio.sleep(0.01)
        return self.victim.stop()


class Estate:
    """All of it."""

    def __init__(self, postgres: Postgres, nats: Nats, disk: Disk, sites: list[Site]) -> None:
        self.postgres = postgres
        self.nats = nats
        self.disk = disk
        self.sites = sites

    @property
    def bases(self) -> list[str]:
        return [site.victim.base for site in self.sites]


@asynccontextmanager
async def estate(folder: Path) -> AsyncIterator[Estate]:
    """Everything runs for as long as the block lasts."""
    with disk() as data:
        postgres = await asyncio.to_thread(Postgres, data.folder, durable=True)
        nats = Nats()
        sites: list[Site] = []
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
                    mend_s=0.2,
                )
                victim = Victim(asked, folder / f"server{number}.log")
                sites.append(Site(number, to_postgres, to_nats, victim))
                victim.start()
            yield Estate(postgres, nats, data, sites)
        finally:
            for site in sites:
                site.victim.kill()
                for link in site.links.values():
                    await link.close()
            nats.stop()
            await asyncio.to_thread(postgres.stop, signal.SIGQUIT)
