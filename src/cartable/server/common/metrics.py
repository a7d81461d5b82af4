"""What a server counts, in the text format that Prometheus reads."""

from collections.abc import Iterator

import msgspec


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


def exposition(metrics: Metrics, gauges: dict[str, float]) -> str:
    """Everything, one line each."""
    return "\n".join([*_lines(metrics, gauges), ""])


def _lines(metrics: Metrics, gauges: dict[str, float]) -> Iterator[str]:
    for name, value in msgspec.structs.asdict(metrics).items():
        yield f"# TYPE cartable_{name}_total counter"
        yield f"cartable_{name}_total {value}"
    for name, gauge in gauges.items():
        yield f"# TYPE cartable_{name} gauge"
        yield f"cartable_{name} {gauge:g}"
