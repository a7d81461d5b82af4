"""The composition: a server's parts, made once and handed down, from its opening to its closing."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

from cartable.server.cluster.bus import Bus
from cartable.server.cluster.forwarding import Forwarder
from cartable.server.cluster.nats import open_bus
from cartable.server.cluster.peers import Peers
from cartable.server.cluster.relay import Relay
from cartable.server.common.addresses import TrustedProxies
from cartable.server.common.clock import LoopLag
from cartable.server.common.connections import Connections
from cartable.server.common.logs import log
from cartable.server.common.metrics import Metrics, RefusalCounts
from cartable.server.common.rate_limits import RateLimiter
from cartable.server.config import ServerConfig
from cartable.server.http.api import api
from cartable.server.http.code_guard import CodeGuard
from cartable.server.http.entry import HttpEntry
from cartable.server.http.static_site import StaticSite
from cartable.server.services import Services
from cartable.server.sockets.session import Sockets
from cartable.server.store.contract import Store
from cartable.server.store.leases import LEASE_S, Leases
from cartable.server.store.opening import open_store
from cartable.server.tables.registry import TableRegistry
from cartable.server.thinking.advice import MatchAnalyses
from cartable.server.thinking.pool import BotPool


class Server:
    """One process: the tables it has, and the ways in. `entry` is the ASGI application."""

    def __init__(self, services: Services, peers: Peers | None = None) -> None:
        """`peers` are the other nodes of the cluster; None: there can be none."""
        config = services.config
        self.services = services
        self.proxies = TrustedProxies(config.trusted_proxies)
        self.connections = Connections(config.limits, self.proxies, services.limiter.refusals)
        self.registry = TableRegistry(services)
        self.sockets = Sockets(self.registry, services)
        self.relay: Relay | None = None
        self._analyses = MatchAnalyses(services.bots)
        application: Any = api(services, self.registry, self._analyses, self.gauges)
        if peers is not None:
            self.relay = Relay(peers, self.registry, services, application, self.sockets.open_session)
            self.sockets.connect = self.relay.connect
            application = Forwarder(application, self.relay, config.limits.body_bytes)
        application = CodeGuard(application, self.registry, services)
        site = StaticSite(config.web, config.base_path)
        self.entry = HttpEntry(application, self.sockets.serve, site, services, self.registry.game_at)

    def gauges(self) -> dict[str, float]:
        """What there is now."""
        tables = self.registry.tables
        return {
            "tables": len(tables),
            "matches": sum(table.matches.on for table in tables),
            "connections": self.connections.count,
            "sockets": self.sockets.count,
            "commits": self.services.store.commits,
            "loop_lag_ms": self.services.lag.ms,
            **({} if self.relay is None else self.relay.gauges()),
        }

    async def hand_over(self) -> None:
        """Release the tables to the other nodes of the cluster, if there are any, and send everybody to them."""
        if self.relay is not None:
            await self.registry.hand_over(self.relay.requests.wait_until_idle)
            self.relay.edge_pipes.close()

    def drain(self) -> None:
        """Accept nothing more, and say goodbye to everybody."""
        self.entry.draining = True
        self._analyses.stop()
        self.registry.close()

    def close(self) -> None:
        """The last thing: nobody is watched any more."""
        self.connections.close()
        self.services.limiter.refusals.close()


@asynccontextmanager
async def opened(config: ServerConfig, bus: Bus | None = None) -> AsyncIterator[Server]:
    """A server with its store open. `bus` is used instead of the one that the configuration names."""
    store = await open_store(
        config.store, pages=config.store_pages, lease_s=config.lease_s or LEASE_S, patience_s=config.store_patience_s
    )
    metrics = Metrics()
    bots = BotPool(config.bot_processes, metrics)
    lag = LoopLag()
    leases = Leases(store, metrics)
    server = None
    try:
        services = Services(
            config, store, leases, bots, metrics, RateLimiter(config.limits, RefusalCounts(metrics)), lag
        )
        server = Server(services, await _peers(store, leases, bus, config.bus))
        if server.relay is not None:
            await server.relay.open()
        await leases.start()
        server.registry.start_cleanup()
        yield server
    finally:
        if server is not None:
            server.drain()
        await leases.close()
        if server is not None and server.relay is not None:
            await server.relay.close()
        if server is not None:
            server.close()
        bots.close()
        lag.close()
        await store.close()
        log("server closed", acts=metrics.acts, matches=metrics.matches_ended)


async def _peers(store: Store, leases: Leases, bus: Bus | None, url: str) -> Peers | None:
    """The other nodes; None where there can be none, because nobody else can open the store."""
    return None if store.lease_s is None else Peers(bus or await open_bus(url), leases.node)
