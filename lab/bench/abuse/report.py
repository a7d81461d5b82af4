"""How `lab.bench.abuse` judges: pooled acts, their 99th percentiles, and how far chance alone would move them."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from typing import Final

import numpy as np
from numpy.typing import NDArray

from tests.abuse.siege import AnsweredAct

LAW: Final = 2.0
"""The 99th percentile under an attack is at most so many times the one without."""

SLICE_S: Final = 0.25
RESAMPLED: Final = 2000
"""One pause of a server shows in all acts that were sent meanwhile. So the interval comes from a bootstrap that draws
whole slices of time with all their acts, not acts."""

HEAD: Final = ("attack", "acts", "p50, ms", "p99, ms", "times", "95 %", "longest, ms", "core", "MB")


class Pooled:
    """The acts of several windows."""

    def __init__(self) -> None:
        self.slices: list[list[float]] = []
        """Milliseconds, slice by slice."""
        self.cpu_s = 0.0
        self.seconds = 0.0
        self.memory = 0
        self.told: Counter[str] = Counter()

    def add(self, acts: Iterable[AnsweredAct], since: float) -> None:
        """Those of one more window, which began then."""
        slices: defaultdict[int, list[float]] = defaultdict(list)
        for act in acts:
            slices[int((act.at - since) / SLICE_S)].append(1000 * act.took)
        self.slices += slices.values()

    @property
    def all(self) -> NDArray[np.float64]:
        """Every act."""
        return np.concatenate([np.array(each) for each in self.slices])

    @property
    def p99(self) -> float:
        return p99(self.all)

    def resampled(self, random: np.random.Generator) -> NDArray[np.float64]:
        """The 99th percentile of as many slices, drawn again and again."""
        arrays = [np.array(each) for each in self.slices]
        drawn = random.integers(len(arrays), size=(RESAMPLED, len(arrays)))
        return np.array([p99(np.concatenate([arrays[index] for index in row])) for row in drawn])


def p99(took: NDArray[np.float64]) -> float:
    """One of the values that were measured: 99 of 100 are no longer."""
    return float(np.quantile(took, 0.99, method="inverted_cdf"))


def report(calm: Pooled, found: dict[str, Pooled]) -> list[str]:
    """Print a table in Markdown, and what the attackers were told; the attacks that break the law."""
    random = np.random.default_rng(1)
    without = calm.resampled(random)
    print(f"| {' | '.join(HEAD)} |\n|{' --- |' * len(HEAD)}")
    print(_row("none", calm, "1", ""))
    missed = []
    for name, pooled in found.items():
        times = pooled.p99 / calm.p99
        low, high = np.quantile(pooled.resampled(random) / without, [0.025, 0.975])
        print(_row(f"`{name}`", pooled, f"{times:.2f}", f"{low:.2f} to {high:.2f}"))
        if times > LAW:
            missed.append(name)
    for name, pooled in found.items():
        print(f"{name}: {', '.join(_told(pooled.told))}")
    return missed


def _row(name: str, pooled: Pooled, times: str, interval: str) -> str:
    took = pooled.all
    figures: Sequence[str] = (
        name,
        str(len(took)),
        f"{np.median(took):.1f}",
        f"{pooled.p99:.1f}",
        times,
        interval,
        f"{took.max():.1f}",
        f"{pooled.cpu_s / pooled.seconds:.0%}",
        str(pooled.memory >> 20),
    )
    return f"| {' | '.join(figures)} |"


def _told(told: Counter[str]) -> list[str]:
    return [f"{what} x{times}" for what, times in told.most_common(4) if what]
