"""What a server counts, in the text format that Prometheus reads, and what it says when limits are reached."""

import asyncio
from collections import Counter
from collections.abc import Iterator
from typing import Final, Literal

import msgspec

from cartable.server.common.clock import now_ms
from cartable.server.common.logs import log

EVERY_MS: Final = 60_000.0
"""Between two lines about limits: an attack must not fill the log."""


class Metrics(msgspec.Struct):
    """Counters only go up; gauges are asked for when they are told."""

    acts: int = 0
    accepted: int = 0
    refused: int = 0
    late: int = 0
    already: int = 0
    messages_in: int = 0
    messages_out: int = 0
    bytes_out: int = 0
    resyncs: int = 0
    thoughts: int = 0
    tables_opened: int = 0
    matches_begun: int = 0
    matches_ended: int = 0
    deals_restarted: int = 0
    store_failures: int = 0
    errors: int = 0
    limited: Counter[str] = msgspec.field(default_factory=Counter)
    """What was refused because of a limit, by the limit."""


class RefusalCounts:
    """Counts what is refused because of a limit, and logs it: the first at once, then a line a minute."""

    def __init__(self, metrics: Metrics) -> None:
        self._metrics = metrics
        self._untold: Counter[str] = Counter()
        self._told_at = -EVERY_MS
        self._timer: asyncio.TimerHandle | None = None

    def count(self, what: str) -> Literal[False]:
        """One more; always False, for callers that answer whether something is allowed."""
        self._metrics.limited[what] += 1
        self._untold[what] += 1
        if self._timer is None:
            wait_ms = self._told_at + EVERY_MS - now_ms()
            if wait_ms <= 0:
                self._tell()
            else:
                self._timer = asyncio.get_running_loop().call_later(wait_ms / 1000, self._tell)
        return False

    def _tell(self) -> None:
        self._timer = None
        self._told_at = now_ms()
        untold, self._untold = self._untold, Counter()
        log("limits reached", **untold)

    def close(self) -> None:
        """Tell what was not told yet."""
        if self._timer is not None:
            self._timer.cancel()
            self._tell()


def exposition(metrics: Metrics, gauges: dict[str, float]) -> str:
    """Everything, one line each."""
    return "\n".join([*_lines(metrics, gauges), ""])


def _lines(metrics: Metrics, gauges: dict[str, float]) -> Iterator[str]:
    for name, value in msgspec.structs.asdict(metrics).items():
        yield f"# TYPE cartable_{name}_total counter"
        if isinstance(value, int):
            yield f"cartable_{name}_total {value}"
        else:
            for limit, number in sorted(value.items()):
                yield f'cartable_{name}_total{{limit="{limit}"}} {number}'
    for name, gauge in gauges.items():
        yield f"# TYPE cartable_{name} gauge"
        yield f"cartable_{name} {gauge:g}"
