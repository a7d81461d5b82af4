"""Several processes behind one port: a parent that starts them, starts another when one dies, and passes signals on.

The workers share nothing but the port, the store and the bus: the system gives each new connection to one of them.
"""

import asyncio
import os
import signal
import time
from collections.abc import Callable
from multiprocessing import get_context, parent_process
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess
from threading import Thread
from typing import Final, NamedTuple

from cartable.kernel import BadInput
from cartable.server.common.logs import log, log_error, set_up_logs
from cartable.server.config import ServerConfig
from cartable.server.serving import bound, run
from cartable.server.store import StoreFailed

READY: Final = "ready"
TICK_S: Final = 0.2
HASTY_S: Final = 2.0
"""A worker that dies so soon after its start is not followed by another at once."""

LoopFactory = Callable[[], asyncio.AbstractEventLoop] | None


class ListenAddress(NamedTuple):
    """Where the workers listen: all at `port`, and each, if `own_port` is not 0, also at one of its own."""

    host: str
    port: int
    own_port: int = 0


class Worker:
    """One process."""

    def __init__(self, config: ServerConfig, address: ListenAddress, number: int, loop_factory: LoopFactory) -> None:
        self.number = number
        self.started = time.monotonic()
        self.ready = False
        self.failure = "worker: could not start"
        context = get_context("spawn")
        self._pipe, to_parent = context.Pipe(duplex=False)
        self.process: BaseProcess = context.Process(
            target=_work, args=(config, address, number, to_parent, loop_factory), name=f"cartable-worker-{number}"
        )
        self.process.start()
        to_parent.close()

    def listen(self) -> None:
        """Hear what it said since: that it is ready, or why it cannot be."""
        try:
            while self._pipe.poll():
                said = str(self._pipe.recv())
                self.ready = self.ready or said == READY
                self.failure = said
        except EOFError:
            return

    def stop(self) -> None:
        """Ask it to hand its tables over, and to end."""
        if self.process.pid is not None and self.process.is_alive():
            os.kill(self.process.pid, signal.SIGTERM)


def _work(
    config: ServerConfig, address: ListenAddress, number: int, to_parent: Connection, loop_factory: LoopFactory
) -> None:
    """What a worker does."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the parent's business, also when typed in its terminal
    signal.signal(signal.SIGHUP, signal.SIG_IGN)
    Thread(target=_live_with_the_parent, name="cartable-watch", daemon=True).start()
    set_up_logs()
    try:
        # Bound only: until this worker can answer, the system gives connections to the others.
        listeners = [bound(address.host, address.port, shared=True)]
        if address.own_port:
            listeners.append(bound("127.0.0.1", address.own_port + number - 1, shared=True))
        with asyncio.Runner(loop_factory=loop_factory) as runner:
            runner.run(run(config, *listeners, ready=lambda: to_parent.send(READY)))
    except (BadInput, StoreFailed) as error:
        to_parent.send(str(error))
        raise SystemExit(2) from error


def _live_with_the_parent() -> None:
    parent = parent_process()
    if parent is not None:
        parent.join()
        os.kill(os.getpid(), signal.SIGTERM)


class Workers:
    """The parent. `SIGTERM` and `SIGINT` stop everything; `SIGHUP` replaces the workers one by one, each by a new one
    that is ready before the old one hands its tables over."""

    def __init__(
        self, config: ServerConfig, address: ListenAddress, number: int, loop_factory: LoopFactory = None
    ) -> None:
        self._config = config
        self._address = address
        self._loop_factory = loop_factory
        self._workers: dict[int, Worker] = {}
        self._retiring: list[Worker] = []
        self._numbers = range(1, number + 1)
        self._to_replace: list[int] = []
        self._stopping = False
        self._opened = False
        """Whether any worker was ever ready: after that, what keeps one from starting is waited for."""

    def run(self, ready: Callable[[], None] = lambda: None) -> None:
        """Until a signal says stop. `ready` is called when the first worker can answer."""
        for wanted in (signal.SIGTERM, signal.SIGINT):
            signal.signal(wanted, lambda *_: self._stop())
        signal.signal(signal.SIGHUP, lambda *_: self._to_replace.extend(self._numbers))
        for number in self._numbers:
            self._start(number)
        welcomed = False
        try:
            while self._workers or self._retiring:
                wait([worker.process.sentinel for worker in self._workers.values()], timeout=TICK_S)
                self._check()
                if not welcomed and any(worker.ready for worker in self._workers.values()):
                    welcomed = True
                    ready()
        finally:
            self._stop()

    def _start(self, number: int) -> None:
        self._workers[number] = Worker(self._config, self._address, number, self._loop_factory)
        if self._stopping:  # the signal came while it was started
            self._workers[number].stop()

    def _stop(self) -> None:
        self._stopping = True
        for worker in (*self._workers.values(), *self._retiring):
            worker.stop()

    def _check(self) -> None:
        self._retiring = [worker for worker in self._retiring if worker.process.is_alive()]
        for number, worker in list(self._workers.items()):
            alive = worker.process.is_alive()
            worker.listen()
            self._opened = self._opened or worker.ready
            if not alive:
                self._died(number, worker)
        if (self._to_replace or self._retiring) and not self._stopping:
            self._replace()

    def _died(self, number: int, worker: Worker) -> None:
        worker.process.join()
        if self._stopping:
            del self._workers[number]
            return
        if not self._opened and worker.process.exitcode == 2:
            where, _, expected = worker.failure.partition(": ")
            raise BadInput(where, expected)
        why = {} if worker.ready else {"why": worker.failure}
        log_error("worker died", worker=number, code=worker.process.exitcode, **why)
        if time.monotonic() - worker.started < HASTY_S:
            time.sleep(TICK_S)
        self._start(number)

    def _replace(self) -> None:
        """One at a time: when the new one is ready the old one is told to go, and when it is gone, the next."""
        if not all(worker.ready for worker in self._workers.values()):
            return
        for worker in self._retiring:
            worker.stop()
        if self._to_replace and not self._retiring:
            number = self._to_replace.pop(0)
            self._retiring.append(self._workers[number])
            self._start(number)
            log("worker replaced", worker=number)
