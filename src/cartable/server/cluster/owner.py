"""Pipes at the owner: a table is here, a client's socket at another node. Its session is no different for that."""

import asyncio
from collections.abc import Callable
from typing import Final

from cartable.server.cluster.messages import (
    ClientDrained,
    ClientGone,
    ClientSlow,
    ClosePipe,
    FromClient,
    NotHere,
    OpenPipe,
    PipeOpened,
    ToClient,
)
from cartable.server.cluster.peers import Peers
from cartable.server.common.clock import now_ms
from cartable.server.tables.connection import MOVED, ClientHandler, Link

BEHIND_BYTES: Final = 1 << 40
"""Bytes that wait to be read by a client whose edge says that it is slow."""


OpenSession = Callable[[Link, str, str | None], ClientHandler | None]
"""A session for a link, at the table with this code, with this key; None: the table is not here."""


class BusLink:
    """A `Link` whose socket is at another node."""

    def __init__(self, peers: Peers, edge: str, number: int, on_close: Callable[["BusLink"], None]) -> None:
        self.received: Callable[[bytes, float], None] | None = None
        self.drained: Callable[[], None] | None = None
        self.may_speak: Callable[[], bool] | None = None
        self.client: ClientHandler | None = None
        self.edge = edge
        self.number = number
        self.slow = False
        self._peers = peers
        self._on_close = on_close
        self._closed = False

    def push(self, *texts: bytes) -> int:
        if self._closed:
            return 0
        if self.may_speak is not None and not self.may_speak():
            self.hang_up(MOVED, "moved")
            return 0
        self._peers.post(self.edge, ToClient(self.number, texts))
        return BEHIND_BYTES if self.slow else 0

    def opened(self) -> None:
        """There was no handshake."""

    def hang_up(self, code: int, reason: str) -> None:
        if not self._closed:
            self._peers.post(self.edge, ClosePipe(self.number, code, reason))
            self.close()

    def close(self) -> None:
        """No more of it, either way."""
        if self._closed:
            return
        self._closed = True
        self._on_close(self)
        if self.client is not None:  # later, as with a socket: the caller is in the middle of something
            asyncio.get_running_loop().call_soon(self.client.closed)


class OwnerPipes:
    """All pipes that end at this node."""

    def __init__(self, peers: Peers, open_session: OpenSession) -> None:
        self._peers = peers
        self._open_session = open_session
        self._links: dict[tuple[str, int], BusLink] = {}

    @property
    def count(self) -> int:
        return len(self._links)

    def received(self, edge: str, message: OpenPipe | FromClient | ClientGone | ClientSlow | ClientDrained) -> None:
        if isinstance(message, OpenPipe):
            self._open(edge, message)
            return
        link = self._links.get((edge, message.pipe))
        if link is None:
            return
        match message:
            case FromClient(_, text):
                if link.client is not None:
                    link.client.received(text, now_ms())
            case ClientGone():
                link.close()
            case ClientSlow():
                link.slow = True
            case ClientDrained():
                link.slow = False
                if link.drained is not None:
                    link.drained()

    def _open(self, edge: str, message: OpenPipe) -> None:
        link = BusLink(self._peers, edge, message.pipe, self._forget)
        link.client = self._open_session(link, message.code, message.key)
        if link.client is None:
            self._peers.post(edge, NotHere(message.pipe))
            return
        self._links[edge, message.pipe] = link
        self._peers.post(edge, PipeOpened(message.pipe))

    def _forget(self, link: BusLink) -> None:
        self._links.pop((link.edge, link.number), None)

    def lost(self, edge: str) -> None:
        """An edge is gone, and its clients with it."""
        for link in [link for link in self._links.values() if link.edge == edge]:
            link.close()
