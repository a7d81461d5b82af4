"""Pipes at the edge: a client's socket is here, its table elsewhere. Nothing that goes through is looked at."""

import asyncio
from collections.abc import Callable
from itertools import count
from typing import Final

from cartable.server.cluster.messages import Down, Drained, Gone, HangUp, NotHere, Open, Opened, Slow, Up
from cartable.server.cluster.peers import Exchange
from cartable.server.sockets.websocket import MOVED, Link

ANSWER_S: Final = 0.6
"""How long a host is waited for before the store is asked again who it is."""


class EdgePipe:
    """One client's."""

    def __init__(self, pipes: "EdgePipes", host: str, code: str, number: int, link: Link) -> None:
        self.host = host
        self.code = code
        self.number = number
        self.opening: asyncio.Future[bool] | None = asyncio.get_running_loop().create_future()
        self._pipes = pipes
        self._link = link
        self._slow = False
        self.over = False
        """The host has nothing more to do with it."""

    def received(self, data: bytes, _at: float) -> None:
        """The client said something."""
        if not self.over:
            self._pipes.exchange.post(self.host, Up(self.number, data))

    def push(self, texts: tuple[bytes, ...]) -> None:
        """The host said something."""
        if self._link.push(*texts) > self._pipes.backlog_bytes and not self._slow:
            self._slow = True
            self._link.drained = self._drained
            self._pipes.exchange.post(self.host, Slow(self.number))

    def _drained(self) -> None:
        if self._slow and not self.over:
            self._slow = False
            self._pipes.exchange.post(self.host, Drained(self.number))

    def closed(self) -> None:
        """The client is gone."""
        self._link.drained = None
        self._pipes.closed(self)

    def hang_up(self, code: int, reason: str) -> None:
        """The host wants no more of it, or is no more."""
        self.over = True
        if self.opening is not None:
            self.answered(opened=False)  # another way is looked for
        else:
            self._link.hang_up(code, reason)

    def answered(self, *, opened: bool) -> None:
        if self.opening is not None and not self.opening.done():
            self.opening.set_result(opened)


class EdgePipes:
    """All of this process."""

    def __init__(self, exchange: Exchange, backlog_bytes: int, missed: Callable[[str], None]) -> None:
        """`missed` is called with a host that does not answer in time."""
        self._missed = missed
        self.exchange = exchange
        self.backlog_bytes = backlog_bytes
        self._numbers = count(1)
        self._pipes: dict[int, EdgePipe] = {}

    @property
    def count(self) -> int:
        return len(self._pipes)

    async def open(self, host: str, code: str, key: str | None, link: Link) -> EdgePipe | None:
        """A pipe to the host of a table; None when it does not have the table, or does not answer."""
        pipe = EdgePipe(self, host, code, next(self._numbers), link)
        self._pipes[pipe.number] = pipe
        self.exchange.post(host, Open(pipe.number, code, key))
        assert pipe.opening is not None
        try:
            opened = await asyncio.wait_for(pipe.opening, ANSWER_S)
        except TimeoutError:
            opened = False
            self._missed(host)
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
            self.exchange.post(pipe.host, Gone(pipe.number))

    def received(self, message: Opened | NotHere | Down | HangUp) -> None:
        pipe = self._pipes.get(message.pipe)
        if pipe is None:
            return
        match message:
            case Down(_, texts):
                pipe.push(texts)
            case Opened():
                pipe.answered(opened=True)
            case NotHere():
                pipe.over = True
                pipe.answered(opened=False)
            case HangUp(_, code, reason):
                pipe.hang_up(code, reason)

    def lost(self, host: str) -> None:
        """A host is gone: its clients are sent to look for their tables again."""
        for pipe in [pipe for pipe in self._pipes.values() if pipe.host == host]:
            pipe.hang_up(MOVED, "moved")

    def close(self) -> None:
        """This process stops: its clients are sent to another door."""
        for pipe in list(self._pipes.values()):
            self.closed(pipe)
            pipe.hang_up(MOVED, "stopping")
