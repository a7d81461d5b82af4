"""Running a server: uvicorn with our own protocols, from the open port to the last goodbye."""

import asyncio
import gc
import signal
import socket as sockets
import sys
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from functools import partial
from typing import Any, cast

import uvicorn

from cartable.kernel import BadInput
from cartable.server.app import Server, opened
from cartable.server.cluster.bus import Bus
from cartable.server.config import ServerConfig
from cartable.server.http.game_list import games
from cartable.server.http.protocol import RequestProtocol
from cartable.server.sockets.websocket import TableProtocol

BACKLOG = 1024
GRACE_S = 5
GC_THRESHOLDS = (2_000, 4, 200)
"""Half a microsecond for each object that is looked at: 1 ms, every fourth time 4 ms, hardly ever all that is alive."""


def listening(host: str, port: int, *, shared: bool = False) -> sockets.socket:
    """An open port; 0 takes any that is free. `::` listens on IPv4 as well. `shared`: by several processes."""
    listener = bound(host, port, shared=shared)
    listener.listen(BACKLOG)
    return listener


def bound(host: str, port: int, *, shared: bool = False) -> sockets.socket:
    """A port that is ours, but at which nobody listens yet."""
    family = sockets.AF_INET6 if ":" in host else sockets.AF_INET
    # Named as TCP, or asyncio would not switch TCP_NODELAY on: an answer would wait 40 ms for the update before it.
    listener = sockets.socket(family, sockets.SOCK_STREAM, sockets.IPPROTO_TCP)
    if sys.platform != "win32":  # there it would let another program take the port away
        listener.setsockopt(sockets.SOL_SOCKET, sockets.SO_REUSEADDR, 1)
    if shared:
        listener.setsockopt(sockets.SOL_SOCKET, sockets.SO_REUSEPORT, 1)
    if family == sockets.AF_INET6:
        listener.setsockopt(sockets.IPPROTO_IPV6, sockets.IPV6_V6ONLY, 0 if host == "::" else 1)
    try:
        listener.bind((host, port))
    except OSError as error:
        listener.close()
        raise BadInput(f"{host} port {port}", f"cannot be opened: {error.strerror}") from error
    return listener


def _uvicorn(server: Server) -> uvicorn.Server:
    limits = server.services.config.limits
    config = uvicorn.Config(
        server.entry,
        http=cast("Any", partial(RequestProtocol, connections=server.connections)),
        ws=cast("Any", partial(TableProtocol, connections=server.connections)),
        ws_max_size=limits.message_bytes,
        ws_ping_interval=None,
        ws_per_message_deflate=False,
        forwarded_allow_ips=server.proxies.written(),
        lifespan="off",
        access_log=False,
        log_config=None,
        server_header=False,
        timeout_graceful_shutdown=GRACE_S,
    )
    return uvicorn.Server(config)


async def run(config: ServerConfig, *listeners: sockets.socket, ready: Callable[[], None] = lambda: None) -> None:
    """Serve until a signal says stop; then finish what is being written, and say goodbye. `ready` is called when
    clients can connect."""
    stop = asyncio.Event()
    _stop_on_signals(stop)
    allow_many_sockets()
    async with opened(config) as server, _serving(server, *listeners):
        _prepare(server)
        ready()
        await stop.wait()


def _stop_on_signals(stop: asyncio.Event) -> None:
    loop = asyncio.get_running_loop()
    for number in (signal.SIGTERM, signal.SIGINT):
        try:
            loop.add_signal_handler(number, stop.set)
        except RuntimeError:  # the event loop of Windows has no such handlers
            signal.signal(number, lambda *_: loop.call_soon_threadsafe(stop.set))


def allow_many_sockets() -> None:
    """Every socket is an open file, and systems allow a process a thousand of those unless it asks for more."""
    try:
        import resource  # noqa: PLC0415 - there is none on Windows, nor such a bound
    except ImportError:
        return
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    try:
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    except (OSError, ValueError):  # where there is no bound, some systems still have one
        return


def _prepare(server: Server) -> None:
    """Do now, while nobody plays, what would hold all tables up when it is first asked for."""
    server.services.bots.start()
    games()
    _tune_garbage_collection()


def _tune_garbage_collection() -> None:
    """What was loaded until now stays: leave it out of every collection. What matches make is freed without one, as it
    has no reference cycles, and so are connections; so collect less often than usual, but little at a time."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(*GC_THRESHOLDS)


@asynccontextmanager
async def serving(
    config: ServerConfig, host: str = "127.0.0.1", bus: Bus | None = None
) -> AsyncIterator[tuple[Server, int]]:
    """A server within this event loop, on any free port, which is told: for tests."""
    listener = listening(host, 0)
    async with opened(config, bus) as server, _serving(server, listener):
        yield server, listener.getsockname()[1]


@asynccontextmanager
async def _serving(server: Server, *listeners: sockets.socket) -> AsyncIterator[None]:
    """uvicorn's own way, without its signals: they would end the process before the store is closed."""
    running = _uvicorn(server)
    running.config.load()
    running.lifespan = running.config.lifespan_class(running.config)
    await running.startup(sockets=list(listeners))
    ticking = asyncio.ensure_future(running.main_loop())
    try:
        yield
    finally:
        ticking.cancel()
        if server.relay is not None:
            for each in running.servers:  # nobody new comes in here: they find another process behind this port
                each.close()
            await server.hand_over()
        server.drain()
        await running.shutdown(sockets=list(listeners))
