"""What all tables of a server share: made once by `app`, and handed down."""

from typing import NamedTuple

from cartable.server.common.clock import LoopLag
from cartable.server.common.metrics import Metrics
from cartable.server.common.rate_limits import RateLimiter
from cartable.server.config import ServerConfig
from cartable.server.store.contract import Store
from cartable.server.store.leases import Leases
from cartable.server.thinking.contract import BotThinking


class Services(NamedTuple):
    """The parts of a server that a table needs, and those that answer requests about tables."""

    config: ServerConfig
    store: Store
    """Where tables and matches are kept."""
    leases: Leases
    """Which tables this process may write."""
    bots: BotThinking
    """Where bots decide, and hints and analyses are worked out."""
    metrics: Metrics
    limiter: RateLimiter
    """What each address may ask for."""
    lag: LoopLag
    """How late the event loop is: the referee allows for it."""
