"""How the processes of one house speak with each other: `contract` says what a bus does, `memory` is the one within a
process, `nats` the one between machines. On any of them, `exchange` makes lines that lose nothing."""

from cartable.server.bus.contract import Bus, BusFailed
from cartable.server.bus.exchange import Exchange
from cartable.server.bus.memory import MemoryBus
from cartable.server.bus.opening import open_bus

__all__ = ["Bus", "BusFailed", "Exchange", "MemoryBus", "open_bus"]
