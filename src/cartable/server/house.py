"""What all tables of a server share."""

from typing import NamedTuple

from cartable.server.config import ServerConfig
from cartable.server.lag import LoopLag
from cartable.server.leases import Leases
from cartable.server.metrics import Metrics
from cartable.server.store import Store
from cartable.server.thinkers import Thinkers


class House(NamedTuple):
    """The parts of a server that a table needs."""

    config: ServerConfig
    store: Store
    metrics: Metrics
    thinkers: Thinkers
    lag: LoopLag
    leases: Leases
