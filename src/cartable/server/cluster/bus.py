"""What the server asks of a bus: packets from one node to another. It may lose them, and need not say so. And the bus
within one process, for a server alone and for tests."""

import asyncio
from collections.abc import Callable
from typing import Protocol

from cartable.kernel import BadInput

Received = Callable[[bytes], None]
"""Called with each packet that arrives."""

Listeners = dict[str, Received]


class BusFailed(BadInput):
    """There is no bus where one was expected."""


class Bus(Protocol):
    """Packets from one node to another arrive in the order they were sent, or not at all."""

    async def listen(self, me: str, received: Received) -> None:
        """Take the packets for this node, from now on."""

    def send(self, to: str, packet: bytes) -> None:
        """Send a packet to a node, if it is there. Nothing waits."""

    async def close(self) -> None:
        """Send what was handed in if that can be done at once, then close."""


class MemoryBus:
    """Those made with the same `listeners` hear each other."""

    def __init__(self, listeners: Listeners | None = None) -> None:
        self._listeners: Listeners = {} if listeners is None else listeners
        self._me = ""

    async def listen(self, me: str, received: Received) -> None:
        self._me = me
        self._listeners[me] = received

    def send(self, to: str, packet: bytes) -> None:
        asyncio.get_running_loop().call_soon(self._arrive, to, packet)

    def _arrive(self, to: str, packet: bytes) -> None:
        received = self._listeners.get(to)
        if received is not None:
            received(packet)

    async def close(self) -> None:
        self._listeners.pop(self._me, None)
