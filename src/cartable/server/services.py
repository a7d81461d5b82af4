"""What all tables of a server share."""

from typing import NamedTuple

from cartable.server.common.clock import LoopLag
from cartable.server.common.metrics import Metrics
from cartable.server.config import ServerConfig
from cartable.server.store import Store
from cartable.server.store.leases import Leases
from cartable.server.thinking.pool import Thinkers


class House(NamedTuple):
    """The parts of a server that a table needs."""

    config: ServerConfig
    store: Store
    metrics: Metrics
    thinkers: Thinkers
    lag: LoopLag
    leases: Leases
