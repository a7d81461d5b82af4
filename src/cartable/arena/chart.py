"""The chart of an analysed match: how everybody stood after each act, as SVG."""

from collections.abc import Sequence
from html import escape
from typing import Final

from cartable.bots.analysis import Analysis

LEFT, TOP, WIDTH, HEIGHT, RIGHT, BOTTOM = 52, 40, 720, 260, 140, 36
COLOURS: Final = ("#2563eb", "#c2410c", "#15803d", "#7c3aed", "#0e7490", "#be185d")
DASHES: Final = ("", "7 3", "2 3", "9 3 2 3", "4 4", "1 3")
"""Nobody needs to tell colours apart."""

STYLE: Final = (
    "text{font:13px system-ui,sans-serif;fill:#1f2328}.t{font-weight:600}.s{font-size:11px}"
    ".g{stroke:#8b8b95;opacity:.35}.l{fill:none;stroke-width:2}"
    "@media(prefers-color-scheme:dark){text{fill:#e6edf3}}"
)


def chart(title: str, names: Sequence[str], analysis: Analysis) -> str:
    """The whole drawing."""
    moments = analysis.moments
    acts = max([moment.n for moment in moments], default=1) or 1
    percent = analysis.unit == "chance"
    top = 1.0 if percent else max([1.0, *(max(moment.standing) for moment in moments)])
    low = 0.0 if percent else min([0.0, *(min(moment.standing) for moment in moments)])

    def point(n: int, value: float) -> str:
        x = LEFT + WIDTH * max(n, 0) / acts
        y = TOP + HEIGHT * (top - value) / (top - low)
        return f"{x:.1f},{y:.1f}"

    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {LEFT + WIDTH + RIGHT} {TOP + HEIGHT + BOTTOM}"',
        f' role="img" aria-label="{escape(title)}">',
        f"<style>{STYLE}</style>",
        f'<text class="t" x="8" y="22">{escape(title)}</text>',
    ]
    for step in range(5):
        value = low + (top - low) * step / 4
        y = TOP + HEIGHT * (top - value) / (top - low)
        label = f"{100 * value:.0f} %" if percent else f"{value:.0f}"
        parts.append(f'<line class="g" x1="{LEFT}" x2="{LEFT + WIDTH}" y1="{y:.1f}" y2="{y:.1f}"/>')
        parts.append(f'<text class="s" x="{LEFT - 8}" y="{y + 4:.1f}" text-anchor="end">{label}</text>')
    for seat, name in enumerate(names):
        line = " ".join(point(moment.n, moment.standing[seat]) for moment in moments)
        look = f'stroke="{COLOURS[seat]}" stroke-dasharray="{DASHES[seat]}"'
        y = TOP + 14 + 22 * seat
        parts += [
            f'<polyline class="l" {look} points="{line}"/>',
            f'<line class="l" {look} x1="{LEFT + WIDTH + 12}" x2="{LEFT + WIDTH + 40}" y1="{y - 4}" y2="{y - 4}"/>',
            f'<text x="{LEFT + WIDTH + 46}" y="{y}">{escape(name)}</text>',
        ]
    parts.append(f'<text class="s" x="{LEFT + WIDTH}" y="{TOP + HEIGHT + 22}" text-anchor="end">acts: {acts}</text>')
    return "\n".join([*parts, "</svg>", ""])
