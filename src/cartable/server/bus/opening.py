"""A bus by its address."""

from cartable.server.bus.contract import Bus, BusFailed
from cartable.server.bus.memory import MemoryBus
from cartable.server.bus.nats import NatsBus


async def open_bus(url: str) -> Bus:
    """`nats://host:port`, or nothing for a house of one process."""
    if not url:
        return MemoryBus()
    if not url.startswith(("nats://", "tls://")):
        raise BusFailed("--bus", f"expected an address as in nats://127.0.0.1:4222, got {url!r}")
    return await NatsBus.connect(url)
