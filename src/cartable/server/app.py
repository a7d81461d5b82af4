"""The whole server as one ASGI application."""

from collections.abc import AsyncIterator
from concurrent.futures import BrokenExecutor
from contextlib import asynccontextmanager
from functools import cache
from typing import Any, Final

from litestar import Litestar, Response, get
from litestar.exceptions import HTTPException, ValidationException
from litestar.openapi import OpenAPIConfig

import cartable
from cartable.kernel import BadInput
from cartable.server.cluster.bus import Bus
from cartable.server.cluster.forwarding import Forwarder
from cartable.server.cluster.nats import open_bus
from cartable.server.cluster.peers import Exchange
from cartable.server.cluster.relay import Relay
from cartable.server.common.clock import LoopLag
from cartable.server.common.logs import log, log_error
from cartable.server.common.metrics import Metrics, exposition
from cartable.server.config import ServerConfig
from cartable.server.http import problems
from cartable.server.http.archive_routes import shelf_routes
from cartable.server.http.entry import Front
from cartable.server.http.openapi import document as describe
from cartable.server.http.static_site import Site
from cartable.server.http.table_routes import AnyRequest, Desk, table_routes
from cartable.server.services import House
from cartable.server.sockets.session import Sockets
from cartable.server.store import Store, StoreFailed
from cartable.server.store.leases import Leases
from cartable.server.store.opening import open_store
from cartable.server.tables.registry import Hall
from cartable.server.thinking.pool import Thinkers
from cartable.wire import rest

_CODES: Final = {404: "not-found", 405: "method", 413: "too-large", 415: "media-type", 429: "too-many-requests"}


class Server:
    """A server's parts, from its opening to its closing."""

    def __init__(self, house: House, exchange: Exchange | None = None) -> None:
        self.house = house
        self.hall = Hall(house)
        self.sockets = Sockets(self.hall, house)
        self.api = api(self)
        self.relay: Relay | None = None
        answering: Any = self.api
        if exchange is not None:
            self.relay = self.sockets.relay = Relay(exchange, self.hall, house, self.api, self.sockets.welcome)
            answering = Forwarder(self.api, self.relay, house.config.limits.body_bytes)
        site = Site(house.config.web, house.config.base_path)
        self.front = Front(answering, self.sockets, site, house.config, self.hall.game_at)

    def gauges(self) -> dict[str, float]:
        """What there is now."""
        tables = self.hall.tables
        return {
            "tables": len(tables),
            "matches": sum(table.matches.on for table in tables),
            "sockets": self.sockets.count,
            "commits": self.house.store.commits,
            "loop_lag_ms": self.house.lag.ms,
            **({} if self.relay is None else self.relay.gauges()),
        }

    async def hand_over(self) -> None:
        """Give the tables to the other processes of the house, if there are any, and send everybody to them."""
        if self.relay is not None:
            await self.hall.hand_over(self.relay.errands.quiet)
            self.relay.edge.close()

    def drain(self) -> None:
        """Accept nothing more, and say goodbye to everybody."""
        self.front.draining = True
        self.hall.close()


@asynccontextmanager
async def opened(config: ServerConfig, bus: Bus | None = None) -> AsyncIterator[Server]:
    """A server with its store open. `bus` is another way to the other processes than that of the configuration."""
    store = await open_store(
        config.store, pages=config.store_pages, lease_s=config.lease_s, patience_s=config.store_patience_s
    )
    metrics = Metrics()
    thinkers = Thinkers(config.thinkers, metrics)
    lag = LoopLag()
    leases = Leases(store)
    server = None
    try:
        server = Server(
            House(config, store, metrics, thinkers, lag, leases), await _exchange(store, leases, bus, config.bus)
        )
        if server.relay is not None:
            await server.relay.open()
        await leases.start()
        server.hall.start_janitor()
        yield server
    finally:
        if server is not None:
            server.drain()
        await leases.close()
        if server is not None and server.relay is not None:
            await server.relay.close()
        thinkers.close()
        lag.close()
        await store.close()
        log("server closed", acts=metrics.acts, matches=metrics.matches_ended)


async def _exchange(store: Store, leases: Leases, bus: Bus | None, url: str) -> Exchange | None:
    """The way to the other processes; None where there can be none."""
    return None if store.lease_s is None else Exchange(bus or await open_bus(url), leases.host)


def api(server: Server) -> Litestar:
    """The HTTP API with its document."""
    house = server.house

    @get("/healthz", include_in_schema=False)
    async def healthz() -> dict[str, str]:
        return {"status": "ok"}

    @get("/metrics", media_type="text/plain; version=0.0.4", include_in_schema=False)
    async def metrics() -> str:
        return exposition(house.metrics, server.gauges())

    @get("/api/openapi.json", include_in_schema=False)
    async def document() -> dict[str, Any]:
        return described()

    desk = Desk(server.hall, house)
    routes = [*table_routes(desk, server.hall), *shelf_routes(house), healthz, metrics, document]
    app = Litestar(
        route_handlers=routes,
        openapi_config=OpenAPIConfig(title="Cartable", version=cartable.__version__, render_plugins=()),
        exception_handlers={
            problems.Trouble: _trouble,
            BadInput: _bad_input,
            StoreFailed: _store_failed,
            BrokenExecutor: _busy,
            TimeoutError: _busy,
            HTTPException: _http_error,
            RecursionError: _too_deep,
            Exception: _bug,
        },
        request_max_body_size=house.config.limits.body_bytes,
        logging_config=None,
    )

    @cache  # made when somebody asks: the server is open sooner
    def described() -> dict[str, Any]:
        return describe(app, house.config.base_path)

    return app


def _answer(status: int, problem: rest.Problem) -> Response[rest.Problem]:
    return Response(problem, status_code=status)


def _trouble(_request: AnyRequest, error: problems.Trouble) -> Response[rest.Problem]:
    return _answer(error.status, error.problem)


def _bad_input(_request: AnyRequest, error: BadInput) -> Response[rest.Problem]:
    return _trouble(_request, problems.bad_input(error))


def _store_failed(_request: AnyRequest, _error: StoreFailed) -> Response[rest.Problem]:
    log_error("store failed")
    return _answer(503, rest.Problem("stopped"))


def _busy(_request: AnyRequest, _error: Exception) -> Response[rest.Problem]:
    """What was to be worked out aside was not: the process died, or has too much to do."""
    log_error("thinkers too busy")
    return _answer(503, rest.Problem("busy"))


def _http_error(_request: AnyRequest, error: HTTPException) -> Response[rest.Problem]:
    expected = ""
    if isinstance(error, ValidationException) or error.status_code == 400:
        extra = error.extra if isinstance(error.extra, list) else []
        expected = "; ".join(str(each.get("message", "")) for each in extra if isinstance(each, dict)) or error.detail
    return _answer(error.status_code, rest.Problem(_CODES.get(error.status_code, "bad-input"), expected=expected[:300]))


def _too_deep(_request: AnyRequest, _error: RecursionError) -> Response[rest.Problem]:
    return _answer(400, rest.Problem("bad-input", expected="JSON that is not nested so deeply"))


def _bug(_request: AnyRequest, _error: Exception) -> Response[rest.Problem]:
    log_error("request failed")
    return _answer(500, rest.Problem("bug"))
