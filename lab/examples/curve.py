"""A curve of scores, as text and as a picture."""

from collections.abc import Sequence
from itertools import pairwise
from statistics import fmean
from typing import Final

POINTS: Final = 20
WIDE: Final = 640
HIGH: Final = 360
EDGE: Final = 48


def means(scores: Sequence[float], points: int = POINTS) -> list[tuple[int, float]]:
    """This many points of the curve: after how many matches, and the mean of those since the point before."""
    cuts = [round(len(scores) * at / points) for at in range(points + 1)]
    return [(end, fmean(scores[start:end])) for start, end in pairwise(cuts) if end > start]


def curve(scores: Sequence[float], title: str) -> str:
    """A line for each point, with a bar."""
    found = means(scores)
    low, high = min(mean for _, mean in found), max(mean for _, mean in found)
    lines = [
        f"{after:8} {mean:7.1f} {'#' * round(50 * (mean - low) / (high - low or 1)):<50}".rstrip()
        for after, mean in found
    ]
    return "\n".join([title, *lines])


def picture(scores: Sequence[float], title: str) -> str:
    """The curve as SVG."""
    found = means(scores, 4 * POINTS)
    low, high = min(0.0, *(mean for _, mean in found)), max(mean for _, mean in found)

    def x(after: int) -> float:
        return EDGE + (WIDE - 2 * EDGE) * after / len(scores)

    def y(mean: float) -> float:
        return HIGH - EDGE - (HIGH - 2 * EDGE) * (mean - low) / (high - low or 1)

    line = " ".join(f"{x(after):.1f},{y(mean):.1f}" for after, mean in found)
    marks = "".join(
        f'<text x="{EDGE - 6}" y="{y(mean) + 4:.1f}" text-anchor="end">{mean:.0f}</text>'
        f'<line x1="{EDGE}" x2="{WIDE - EDGE}" y1="{y(mean):.1f}" y2="{y(mean):.1f}" stroke="#ccc"/>'
        for mean in (low, 0.0, high)
    )
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDE} {HIGH}" font-family="sans-serif" font-size="12">'
        f'<rect width="100%" height="100%" fill="#fff"/><text x="{EDGE}" y="24" font-size="15">{title}</text>{marks}'
        f'<polyline points="{line}" fill="none" stroke="#246" stroke-width="2"/>'
        f'<text x="{WIDE - EDGE}" y="{HIGH - EDGE + 18}" text-anchor="end">{len(scores)}</text></svg>\n'
    )
