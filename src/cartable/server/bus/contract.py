"""What the server asks of a bus: packets from one process to another. It may lose them, and need not say so."""

from collections.abc import Callable
from typing import Protocol

from cartable.kernel import BadInput

Received = Callable[[bytes], None]
"""Called with each packet that arrives."""


class BusFailed(BadInput):
    """There is no bus where one was expected."""


class Bus(Protocol):
    """Packets from one process to another arrive in the order they were sent, or not at all."""

    async def listen(self, me: str, received: Received) -> None:
        """Take the packets for this process, from now on."""

    def send(self, to: str, packet: bytes) -> None:
        """Send a packet to a process, if it is there. Nothing waits."""

    async def close(self) -> None:
        """Send what was handed in if that can be done at once, then let go."""
