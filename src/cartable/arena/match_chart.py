"""The chart of an analysed match: how everybody stood after each act, as SVG, and small for the terminal."""

from collections.abc import Sequence
from html import escape
from typing import Final

from cartable.arena.svg import rule, sheet, small
from cartable.bots.analysis import MatchAnalysis

LEFT, TOP, WIDTH, HEIGHT, RIGHT, BOTTOM = 52, 40, 720, 260, 140, 36
COLOURS: Final = ("#2563eb", "#c2410c", "#15803d", "#7c3aed", "#0e7490", "#be185d")
DASHES: Final = ("", "7 3", "2 3", "9 3 2 3", "4 4", "1 3")
"""Nobody needs to tell colours apart."""

BARS: Final = "▁▂▃▄▅▆▇█"
DIGITS: Final = "0123456789"
"""How high a line stands, where a terminal has no bars."""


def chart(title: str, names: Sequence[str], analysis: MatchAnalysis, acts_label: str = "acts") -> str:
    """The whole drawing."""
    moments = analysis.moments
    acts = max([moment.n for moment in moments], default=1) or 1
    low, top = bounds(analysis)
    percent = analysis.unit == "chance"

    def height(value: float) -> float:
        return TOP + HEIGHT * (top - value) / (top - low)

    parts = []
    for step in range(5):
        value = low + (top - low) * step / 4
        parts.append(rule(LEFT, LEFT + WIDTH, height(value)))
        parts.append(small(LEFT - 8, height(value) + 4, f"{100 * value:.0f} %" if percent else f"{value:.0f}", "end"))
    for seat, name in enumerate(names):
        line = " ".join(
            f"{LEFT + WIDTH * max(moment.n, 0) / acts:.1f},{height(moment.standing[seat]):.1f}" for moment in moments
        )
        look = f'stroke="{COLOURS[seat]}" stroke-dasharray="{DASHES[seat]}"'
        y = TOP + 14 + 22 * seat
        parts += [
            f'<polyline class="l" {look} points="{line}"/>',
            f'<line class="l" {look} x1="{LEFT + WIDTH + 12}" x2="{LEFT + WIDTH + 40}" y1="{y - 4}" y2="{y - 4}"/>',
            f'<text x="{LEFT + WIDTH + 46}" y="{y}">{escape(name)}</text>',
        ]
    parts.append(small(LEFT + WIDTH, TOP + HEIGHT + 22, f"{acts_label}: {acts}", "end"))
    return sheet(title, LEFT + WIDTH + RIGHT, TOP + HEIGHT + BOTTOM, parts)


def bounds(analysis: MatchAnalysis) -> tuple[float, float]:
    """Between what the lines run."""
    if analysis.unit == "chance":
        return 0.0, 1.0
    standings = [value for moment in analysis.moments for value in moment.standing]
    return min([0.0, *standings]), max([1.0, *standings])


def bars(analysis: MatchAnalysis, seat: int, width: int, marks: str = BARS) -> str:
    """One player's line in `width` characters: how they stood at the end of each stretch of the match."""
    moments = analysis.moments
    if not moments:
        return ""
    low, top = bounds(analysis)
    last = max(moment.n for moment in moments) or 1
    line, at = [], 0
    for column in range(width):
        while at + 1 < len(moments) and moments[at + 1].n <= last * (column + 1) / width:
            at += 1
        share = (moments[at].standing[seat] - low) / (top - low)
        line.append(marks[min(len(marks) - 1, max(0, int(share * len(marks))))])
    return "".join(line)
