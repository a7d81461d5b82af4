"""Pipes at the host: a table is here, a client's socket elsewhere. Its session is the same as if it were here."""

import asyncio
from collections.abc import Callable
from typing import Final, Protocol

from cartable.server.cluster.messages import Down, Drained, Gone, HangUp, NotHere, Open, Opened, Slow, Up
from cartable.server.cluster.peers import Exchange
from cartable.server.common.clock import now_ms
from cartable.server.sockets.websocket import MOVED, Link

ENDLESS: Final = 1 << 40
"""Bytes that wait to be read by a client whose edge says that it is slow."""


class Client(Protocol):
    """What a pipe leads to."""

    def received(self, data: bytes, at: float) -> None:
        """A message."""

    def closed(self) -> None:
        """There will be no more."""


Welcome = Callable[[Link, str, str | None], Client | None]
"""A session for a link, at the table with this code, with this key; None: the table is not here."""


class BusLink:
    """A `Link` whose socket is at another process."""

    def __init__(self, exchange: Exchange, edge: str, number: int, gone: Callable[["BusLink"], None]) -> None:
        self.received: Callable[[bytes, float], None] | None = None
        self.drained: Callable[[], None] | None = None
        self.may_speak: Callable[[], bool] | None = None
        self.client: Client | None = None
        self.edge = edge
        self.number = number
        self.slow = False
        self._exchange = exchange
        self._gone = gone
        self._closed = False

    def push(self, *texts: bytes) -> int:
        if self._closed:
            return 0
        if self.may_speak is not None and not self.may_speak():
            self.hang_up(MOVED, "moved")
            return 0
        self._exchange.post(self.edge, Down(self.number, texts))
        return ENDLESS if self.slow else 0

    def opened(self) -> None:
        """There was no handshake."""

    def hang_up(self, code: int, reason: str) -> None:
        if not self._closed:
            self._exchange.post(self.edge, HangUp(self.number, code, reason))
            self.close()

    def close(self) -> None:
        """No more of it, either way."""
        if self._closed:
            return
        self._closed = True
        self._gone(self)
        if self.client is not None:  # later, as with a socket: whoever hangs up is in the middle of something
            asyncio.get_running_loop().call_soon(self.client.closed)


class HostPipes:
    """All of this process."""

    def __init__(self, exchange: Exchange, welcome: Welcome) -> None:
        self._exchange = exchange
        self._welcome = welcome
        self._links: dict[tuple[str, int], BusLink] = {}

    @property
    def count(self) -> int:
        return len(self._links)

    def received(self, edge: str, message: Open | Up | Gone | Slow | Drained) -> None:
        if isinstance(message, Open):
            self._open(edge, message)
            return
        link = self._links.get((edge, message.pipe))
        if link is None:
            return
        match message:
            case Up(_, text):
                if link.client is not None:
                    link.client.received(text, now_ms())
            case Gone():
                link.close()
            case Slow():
                link.slow = True
            case Drained():
                link.slow = False
                if link.drained is not None:
                    link.drained()

    def _open(self, edge: str, message: Open) -> None:
        link = BusLink(self._exchange, edge, message.pipe, self._forget)
        link.client = self._welcome(link, message.code, message.key)
        if link.client is None:
            self._exchange.post(edge, NotHere(message.pipe))
            return
        self._links[edge, message.pipe] = link
        self._exchange.post(edge, Opened(message.pipe))

    def _forget(self, link: BusLink) -> None:
        self._links.pop((link.edge, link.number), None)

    def lost(self, edge: str) -> None:
        """An edge is gone, and its clients with it."""
        for link in [link for link in self._links.values() if link.edge == edge]:
            link.close()
