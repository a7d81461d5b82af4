"""A server in a process of its own, which can be killed in the middle of anything and started again at once."""

import asyncio
import multiprocessing
import os
from contextlib import redirect_stderr
from multiprocessing.context import ForkServerContext
from multiprocessing.process import BaseProcess
from pathlib import Path

import uvloop

from cartable.server.common.logs import set_up_logs
from cartable.server.config import ServerConfig
from cartable.server.serving import bound, run
from tests.kit.fixed_chance import fix_chance
from tests.kit.ports import free_port


def _serve(config: ServerConfig, port: int, logged: Path) -> None:
    """What the process does: as `cartable serve`, but that its modules are loaded already."""
    fix_chance("a server of its own", repeat=True)
    with logged.open("a", buffering=1) as log, redirect_stderr(log):
        set_up_logs()
        listener = bound("127.0.0.1", port)  # nobody waits at a port that does not answer yet
        with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
            runner.run(run(config, listener))


def _context() -> ForkServerContext:
    context = multiprocessing.get_context("forkserver")
    context.set_forkserver_preload([__name__])
    return context


class ServerProcess:
    """`base` stays the same, however often it is started."""

    def __init__(self, config: ServerConfig, logged: Path | None = None) -> None:
        self.port = free_port()
        self.base = f"http://127.0.0.1:{self.port}"
        self.logged = logged or Path(config.store).with_suffix(".log")
        self._config = config
        self._context = _context()
        self._process: BaseProcess | None = None

    def start(self) -> None:
        self._process = self._context.Process(target=_serve, args=(self._config, self.port, self.logged), daemon=True)
        self._process.start()

    def kill(self) -> None:
        """Nothing is flushed, closed or said."""
        if self._process is not None:
            self._process.kill()
            self._process.join()

    def signal(self, number: int) -> None:
        """Send it a signal: to freeze it, to wake it, to stop it."""
        if self._process is not None and self._process.pid is not None and self._process.is_alive():
            os.kill(self._process.pid, number)

    def stop(self) -> int | None:
        """Ask it to stop, and wait until it has: its exit code."""
        if self._process is None:
            return None
        self._process.terminate()
        self._process.join()
        return self._process.exitcode

    @property
    def running(self) -> bool:
        return self._process is not None and self._process.is_alive()
