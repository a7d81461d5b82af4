"""`cartable serve`: run the server."""

import asyncio
import os
import socket
import sys
import webbrowser
from functools import partial
from pathlib import Path
from threading import Thread
from typing import Annotated

import msgspec
import segno
import typer

from cartable.cli.data_folder import store_path
from cartable.kernel import BadInput
from cartable.server.common.addresses import address_for_others
from cartable.server.common.exposure import checked_hosts, checked_proxies, checked_public_url, warnings, with_limits
from cartable.server.common.logs import set_up_logs
from cartable.server.config import DAY_S, ServerConfig
from cartable.server.limits import Limits, no_limits

EVERYWHERE = {"0.0.0.0", "::"}
PAGES_A_MB = 256


def serve(
    *,
    host: Annotated[str, typer.Option(help="The address to listen on; :: is all, IPv4 and IPv6.")] = "0.0.0.0",
    port: Annotated[int, typer.Option(min=0, max=65535, help="The port; 0 takes any that is free.")] = 8765,
    store: Annotated[
        str | None,
        typer.Option(help="Where tables and matches are kept: a file, or postgresql://...; else your data folder."),
    ] = None,
    bus: Annotated[str, typer.Option(help="Where several servers with one store meet: nats://host:4222.")] = "",
    workers: Annotated[int, typer.Option(min=1, help="Processes behind the port; needs PostgreSQL and a bus.")] = 1,
    worker_port: Annotated[
        int, typer.Option(min=0, max=65535, help="Each worker also listens here, the next one port up: for /metrics.")
    ] = 0,
    base_path: Annotated[str, typer.Option(help="The path the server lives under, behind a proxy: /games.")] = "",
    public_url: Annotated[str, typer.Option(help="How it is reached from outside: https://example.org/games.")] = "",
    allow_host: Annotated[
        list[str] | None, typer.Option(metavar="NAME", help="A further name that it is reached by. Repeatable.")
    ] = None,
    wait_scale: Annotated[
        float, typer.Option("--wait-scale", "--pace", min=0, max=4, help="Scales all courtesy waits; 0 is for tests.")
    ] = 1.0,
    days: Annotated[int, typer.Option(min=1, help="How long a table is kept after the last act.")] = 30,
    thinkers: Annotated[int | None, typer.Option(min=0, help="Processes in which bots think, for each worker.")] = None,
    limits: Annotated[bool, typer.Option(help="Bound how often one address may ask.")] = True,
    limit: Annotated[
        list[str] | None, typer.Option(metavar="NAME=VALUE", help="Change one limit; --check lists them. Repeatable.")
    ] = None,
    trusted_proxy: Annotated[
        list[str] | None,
        typer.Option(metavar="ADDRESS", help="A proxy or a network of them that tells clients' addresses. Repeatable."),
    ] = None,
    imports: Annotated[bool, typer.Option("--imports", help="Let anybody bring in match logs.")] = False,
    metrics_token: Annotated[
        str, typer.Option(envvar="CARTABLE_METRICS_TOKEN", help="Opens /metrics from elsewhere, as a bearer token.")
    ] = "",
    open_metrics: Annotated[bool, typer.Option("--open-metrics", help="Let anybody read /metrics.")] = False,
    store_mb: Annotated[int | None, typer.Option(min=1, help="The most a store file may grow to.")] = None,
    check: Annotated[bool, typer.Option("--check", help="Print the limits and what is open, and stop.")] = False,
    open_page: Annotated[bool, typer.Option("--open", help="Open the page in the browser.")] = False,
) -> None:
    """Open tables for the browsers at home, or of the world. Everything is kept in one file."""
    # Loaded here, so that the other commands start without it.
    from cartable.server.serving import bound, listening, run  # noqa: PLC0415
    from cartable.server.store import StoreFailed  # noqa: PLC0415
    from cartable.server.workers import ListenAddress, Workers  # noqa: PLC0415

    kept = _store(store)
    _check_cluster(kept, bus, workers, worker_port)
    config = ServerConfig(
        store=kept,
        bus=bus,
        base_path=_base_path(base_path),
        public_url=checked_public_url(public_url),
        allowed_hosts=checked_hosts(allow_host or []),
        on_network=host in EVERYWHERE,
        wait_scale=wait_scale,
        bot_processes=max(1, min(4, (os.cpu_count() or 2) - 1) // workers) if thinkers is None else thinkers,
        lives_s=days * DAY_S,
        limits=with_limits(Limits() if limits else no_limits(), limit or []),
        trusted_proxies=checked_proxies(trusted_proxy) if trusted_proxy else ("127.0.0.1", "::1"),
        imports=imports,
        metrics_token=metrics_token,
        metrics_open=open_metrics,
        store_pages=None if store_mb is None else store_mb * PAGES_A_MB,
    )
    if check:
        _print_check(config, host)
        return
    set_up_logs()
    listener = listening(host, port) if workers == 1 else bound(host, port, shared=True)
    port = listener.getsockname()[1]
    welcome = partial(_welcome, host, port, config, open_page=open_page)
    try:
        if workers > 1:
            Workers(config, ListenAddress(host, port, worker_port), workers, _loop_factory()).run(welcome)
            return
        with asyncio.Runner(loop_factory=_loop_factory()) as runner:
            runner.run(run(config, listener, ready=welcome))
    except StoreFailed as error:
        raise BadInput("store", str(error)) from error
    finally:
        listener.close()


def _store(asked: str | None) -> str:
    """Where the tables are kept. Earlier versions kept them in the current folder: say so where some are."""
    if asked is not None:
        return asked
    left = Path("cartable.db")
    if left.exists():
        print(f"There are tables in {left.resolve()}: to go on with them, start with --store {left}")
    return str(store_path())


def _print_check(config: ServerConfig, host: str) -> None:
    """The limits as they are, and what is open."""
    for name, value in msgspec.structs.asdict(config.limits).items():
        print(f"{name:26} {value:.10g}")
    found = list(warnings(config, host))
    for warned in found:
        print(f"warning: {warned.what} (instead: {warned.instead})")
    print(f"{len(found)} warnings; docs/security.md says what each limit is for" if found else "nothing is open")


def _check_cluster(store: str, bus: str, workers: int, worker_port: int) -> None:
    """Whether what was asked for goes together."""
    from cartable.server.store.opening import shared  # noqa: PLC0415 - see above

    if bus and not shared(store):
        raise BadInput("--bus", f"expected --store postgresql://... with it: {store!r} is one process's own")
    if workers > 1 and not (bus and shared(store)):
        raise BadInput("--workers", "expected --store postgresql://... and --bus nats://... with more than one")
    if workers > 1 and not hasattr(socket, "SO_REUSEPORT"):
        raise BadInput("--workers", "expected 1 on this system: its processes cannot share a port")
    if worker_port and workers == 1:
        raise BadInput("--worker-port", "expected more than one of --workers with it")


def _loop_factory() -> type[asyncio.AbstractEventLoop] | None:
    try:
        import uvloop  # noqa: PLC0415 - there is none on Windows
    except ImportError:
        return None
    loop: type[asyncio.AbstractEventLoop] = uvloop.Loop
    return loop


def _base_path(text: str) -> str:
    path = "/" + text.strip("/")
    if set(path) & set(" ?#%\"'<>\\"):
        raise BadInput("--base-path", f"expected a plain path as in /games, got {text!r}")
    return "" if path == "/" else path


def _welcome(host: str, port: int, config: ServerConfig, *, open_page: bool) -> None:
    """Where to find it: on this machine, and from the phones on the same network."""
    here = _url("localhost" if config.on_network else host, port, config.base_path)
    print(f"Cartable is open at {here}")
    kept = "PostgreSQL" if "://" in str(config.store) else Path(config.store).absolute()
    print(f"Tables are kept in {kept}")
    around = f"{address_for_others(config, here.removesuffix(f'{config.base_path}/'))}/"
    if around != here:
        print(f"For others: {around}")
        if (sys.stdout.encoding or "").lower().startswith("utf"):  # else its blocks cannot be written
            segno.make(around, error="l").terminal(compact=True, border=2)
    sys.stdout.flush()  # a service manager reads a pipe, which is written only when it is full
    if open_page:  # in a thread: a browser of the terminal comes back only when it is left
        Thread(target=webbrowser.open, args=(here,), name="cartable-browser", daemon=True).start()


def _url(host: str, port: int, base_path: str) -> str:
    return f"http://{f'[{host}]' if ':' in host else host}:{port}{base_path}/"
