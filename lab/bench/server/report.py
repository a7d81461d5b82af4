"""What was measured, as the Markdown tables of docs/benchmarks.md."""

from collections.abc import Sequence
from math import nan
from statistics import median
from typing import NamedTuple


class MeasuredWindow(NamedTuple):
    """What a window of play showed."""

    acts_s: float
    cpu_us: float
    """Processor time of the server for one act."""
    p50_ms: float
    p99_ms: float
    bytes_down: float
    """What one client was sent for one act."""

    @classmethod
    def of_none(cls) -> "MeasuredWindow":
        """Return the window of a server that was too slow to be measured."""
        return cls(nan, nan, nan, nan, nan)

    def __str__(self) -> str:
        return (
            f"{self.acts_s:,.0f} acts/s, {self.cpu_us:.0f} µs, {self.p50_ms:.1f} / {self.p99_ms:.1f} ms, "
            f"{self.bytes_down:,.0f} bytes"
        )


def middle(windows: Sequence[MeasuredWindow]) -> MeasuredWindow:
    """Return the median of each figure."""
    return MeasuredWindow(*(median(values) for values in zip(*windows, strict=True)))


def cpu_ratio(windows: Sequence[MeasuredWindow], ours: Sequence[MeasuredWindow]) -> str:
    """Return how many times our processor time an act takes: the median over the rounds, the least and the most."""
    ratios = [theirs.cpu_us / our.cpu_us for theirs, our in zip(windows, ours, strict=True)]
    return f"{median(ratios):.2f} ({min(ratios):.2f} to {max(ratios):.2f})"


def markdown(load: str, servers: Sequence[tuple[str, bool]], windows: Sequence[Sequence[MeasuredWindow]]) -> str:
    """Return one table: a row for each server, the first being the one that the others are compared with."""
    lines = [
        f"\n{load}:\n",
        "| | stored | acts/s | CPU an act, µs | p50 / p99, ms | bytes an act and client | CPU beside ours |",
        "| --- | --- | ---: | ---: | ---: | ---: | ---: |",
    ]
    for (name, is_stored), found in zip(servers, windows, strict=True):
        window = middle(found)
        ratio = "" if found is windows[0] else cpu_ratio(found, windows[0])
        lines.append(
            f"| {name} | {'yes' if is_stored else 'no'} | {window.acts_s:,.0f} | {window.cpu_us:.0f} "
            f"| {window.p50_ms:.1f} / {window.p99_ms:.1f} | {window.bytes_down:,.0f} | {ratio} |"
        )
    return "\n".join(lines)
