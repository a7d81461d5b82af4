"""Pipes at the edge: a client's socket is here, its table at another node. Nothing that goes through is looked at."""

import asyncio
from collections.abc import Callable
from itertools import count
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
from cartable.server.tables.connection import MOVED, Link

ANSWER_S: Final = 0.6
"""How long an owner is waited for before the store is asked again who it is."""


class EdgePipe:
    """The pipe of one client: to the edge what a session is to the owner."""

    def __init__(self, pipes: "EdgePipes", owner: str, code: str, number: int, link: Link) -> None:
        self.owner = owner
        self.code = code
        self.number = number
        self.opening: asyncio.Future[bool] | None = asyncio.get_running_loop().create_future()
        self._pipes = pipes
        self._link = link
        self._slow = False
        self.over = False
        """The owner has nothing more to do with it."""

    def received(self, data: bytes, _at: float) -> None:
        """The client said something."""
        if not self.over:
            self._pipes.peers.post(self.owner, FromClient(self.number, data))

    def push(self, texts: tuple[bytes, ...]) -> None:
        """The owner said something."""
        if self._link.push(*texts) > self._pipes.backlog_bytes and not self._slow:
            self._slow = True
            self._link.drained = self._drained
            self._pipes.peers.post(self.owner, ClientSlow(self.number))

    def _drained(self) -> None:
        if self._slow and not self.over:
            self._slow = False
            self._pipes.peers.post(self.owner, ClientDrained(self.number))

    def closed(self) -> None:
        """The client is gone."""
        self._link.drained = None
        self._pipes.closed(self)

    def hang_up(self, code: int, reason: str) -> None:
        """The owner wants no more of it, or is no more."""
        self.over = True
        if self.opening is not None:
            self.answered(opened=False)  # another owner is looked for
        else:
            self._link.hang_up(code, reason)

    def answered(self, *, opened: bool) -> None:
        if self.opening is not None and not self.opening.done():
            self.opening.set_result(opened)


class EdgePipes:
    """All pipes that begin at this node."""

    def __init__(self, peers: Peers, backlog_bytes: int, on_silent: Callable[[str], None]) -> None:
        """`on_silent` is called with an owner that does not answer in time."""
        self._on_silent = on_silent
        self.peers = peers
        self.backlog_bytes = backlog_bytes
        self._numbers = count(1)
        self._pipes: dict[int, EdgePipe] = {}

    @property
    def count(self) -> int:
        return len(self._pipes)

    async def open(self, owner: str, code: str, key: str | None, link: Link) -> EdgePipe | None:
        """A pipe to the owner of a table; None when it does not have the table, or does not answer."""
        pipe = EdgePipe(self, owner, code, next(self._numbers), link)
        self._pipes[pipe.number] = pipe
        self.peers.post(owner, OpenPipe(pipe.number, code, key))
        assert pipe.opening is not None
        try:
            opened = await asyncio.wait_for(pipe.opening, ANSWER_S)
        except TimeoutError:
            opened = False
            self._on_silent(owner)
        except asyncio.CancelledError:
            self.closed(pipe)
            raise
        pipe.opening = None
        if opened and not pipe.over:
            return pipe
        self.closed(pipe)
        return None

    def closed(self, pipe: EdgePipe) -> None:
        """The client is gone."""
        if self._pipes.pop(pipe.number, None) is not None and not pipe.over:
            pipe.over = True
            self.peers.post(pipe.owner, ClientGone(pipe.number))

    def received(self, message: PipeOpened | NotHere | ToClient | ClosePipe) -> None:
        pipe = self._pipes.get(message.pipe)
        if pipe is None:
            return
        match message:
            case ToClient(_, texts):
                pipe.push(texts)
            case PipeOpened():
                pipe.answered(opened=True)
            case NotHere():
                pipe.over = True
                pipe.answered(opened=False)
            case ClosePipe(_, code, reason):
                pipe.hang_up(code, reason)

    def lost(self, owner: str) -> None:
        """An owner is gone: its clients are sent to look for their tables again."""
        for pipe in [pipe for pipe in self._pipes.values() if pipe.owner == owner]:
            pipe.hang_up(MOVED, "moved")

    def close(self) -> None:
        """This node stops: its clients are sent to another."""
        for pipe in list(self._pipes.values()):
            self.closed(pipe)
            pipe.hang_up(MOVED, "stopping")
