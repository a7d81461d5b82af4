"""A bus that cannot be relied on."""

import random

from cartable.server.cluster.bus import Bus, Received


class Lossy:
    """A bus that loses packets more often than any real one."""

    def __init__(self, bus: Bus, dice: random.Random, share: float) -> None:
        self._bus = bus
        self._dice = dice
        self.share = share

    async def listen(self, me: str, received: Received) -> None:
        await self._bus.listen(me, received)

    def send(self, to: str, packet: bytes) -> None:
        if self._dice.random() >= self.share:
            self._bus.send(to, packet)

    async def close(self) -> None:
        await self._bus.close()
