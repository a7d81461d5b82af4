"""The bus within one process: for a house that has but one, and for tests that run several servers on one loop."""

import asyncio

from cartable.server.bus.contract import Received

Listeners = dict[str, Received]


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
