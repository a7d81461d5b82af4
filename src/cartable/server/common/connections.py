"""Every open connection of the server, until it is really gone: how many an address has, and who does not read.

A transport that was told to close waits for as long as its peer does not read what is left. So each is looked at once
a second, and cut when nothing has moved for too long.
"""

import asyncio
from collections import Counter
from typing import Final

from cartable.server.common.addresses import TrustedProxies
from cartable.server.common.clock import now_ms
from cartable.server.common.metrics import RefusalCounts
from cartable.server.common.rate_limits import Buckets, address_of
from cartable.server.common.work_queue import WorkQueue
from cartable.server.limits import Limits

EVERY_S: Final = 1.0
AT_A_STRETCH: Final = 256
"""Connections that are looked at before everybody else has their turn."""


class _Watched:
    __slots__ = ("address", "closing", "since", "waiting")

    def __init__(self, address: str | None) -> None:
        self.address = address
        """None: a proxy's, which stands for many."""
        self.waiting = 0
        """Bytes that the other end has not read."""
        self.closing = False
        self.since = 0.0
        """When something last moved."""


class Connections:
    """All connections, HTTP and WebSocket."""

    def __init__(self, limits: Limits, proxies: TrustedProxies, refusals: RefusalCounts) -> None:
        self.limits = limits
        self.refusals = refusals
        self._proxies = proxies
        self._open: dict[asyncio.Transport, _Watched] = {}
        self._per_address: Counter[str] = Counter()
        self.upgrades = WorkQueue()
        """Connections that become sockets."""
        self._connects = Buckets(limits.connects_s, limits.connects_burst, limits.addresses)
        self._watching = asyncio.ensure_future(self._watch())

    @property
    def count(self) -> int:
        """How many are open."""
        return len(self._open)

    def opened(self, transport: asyncio.Transport, client: tuple[str, int] | None) -> bool:
        """One more, which is watched in any case; False when it is one too many."""
        host = client[0] if client else "?"
        address = None if host in self._proxies else address_of(client)
        watched = self._open[transport] = _Watched(address)
        watched.since = now_ms()
        if address is not None:
            self._per_address[address] += 1
        if len(self._open) > self.limits.connections:
            return self.refusals.count("all_connections")
        if address is None:
            return True
        if self._per_address[address] > self.limits.connections_per_address:
            return self.refusals.count("connections")
        return self._connects.take(address) or self.refusals.count("connects")

    def read(self, transport: asyncio.Transport) -> None:
        """So much of what waited has been read that more can be sent: what waits may be as much as before."""
        watched = self._open.get(transport)
        if watched is not None and not transport.is_closing():
            watched.since = now_ms()

    def closed(self, transport: asyncio.Transport) -> None:
        """One is gone."""
        watched = self._open.pop(transport, None)
        if watched is None or watched.address is None:
            return
        self._per_address[watched.address] -= 1
        if not self._per_address[watched.address]:
            del self._per_address[watched.address]

    async def _watch(self) -> None:
        while True:
            await asyncio.sleep(min(EVERY_S, self.limits.close_s / 2))
            for number, (transport, watched) in enumerate(list(self._open.items()), 1):
                self._look(transport, watched, now_ms())
                if number % AT_A_STRETCH == 0:
                    await asyncio.sleep(0)

    def _look(self, transport: asyncio.Transport, watched: _Watched, now: float) -> None:
        closing, waiting = transport.is_closing(), transport.get_write_buffer_size()
        if closing != watched.closing or not waiting or (waiting < watched.waiting and not closing):
            watched.since = now
        elif now - watched.since > 1000 * (self.limits.close_s if closing else self.limits.write_s):
            self.refusals.count("unread")
            transport.abort()
        watched.closing, watched.waiting = closing, waiting

    def close(self) -> None:
        """The server stops."""
        self._watching.cancel()
