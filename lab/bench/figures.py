"""How our figures look, written as SVG by hand, and the one that several have: lines of shares in percent."""

from typing import Final

STYLE: Final = (
    "text{font:13px system-ui,sans-serif;fill:#1f2328}.t{font-weight:600}.s{font-size:11px}"
    ".l{stroke:#1f2328;stroke-dasharray:3 3;opacity:.6}"
    "@media(prefers-color-scheme:dark){text{fill:#e6edf3}.l{stroke:#e6edf3}}"
)

COLOURS: Final = ("#1d4ed8", "#c2410c", "#15803d", "#8b8b95", "#7c3aed", "#0e7490")
NUMBER: Final = 22
"""The width of a number below the plot, with some room."""

WIDTH, HEIGHT, LEFT, TOP, PLOT, TALL = 640, 340, 56, 44, 380, 240

Line = tuple[str, list[tuple[float, float]]]


def chart(title: str, below: str, lines: list[Line], high: float) -> str:
    """Lines over a scale from 0 to `high` percent."""
    xs = [x for _, line in lines for x, _ in line]
    low_x, high_x = min(xs), max(xs)

    def at(x: float, y: float) -> tuple[float, float]:
        return LEFT + PLOT * (x - low_x) / (high_x - low_x), TOP + TALL * (1 - 100 * y / high)

    box = f'viewBox="0 0 {WIDTH} {HEIGHT}" role="img" aria-label="{title}"'
    parts = [f'<svg xmlns="http://www.w3.org/2000/svg" {box}>', f"<style>{STYLE}</style>"]
    parts.append(f'<text class="t" x="8" y="22">{title}</text>')
    for percent in range(0, int(high) + 1, 10):
        _, y = at(low_x, percent / 100)
        parts.append(f'<line x1="{LEFT}" x2="{LEFT + PLOT}" y1="{y:.1f}" y2="{y:.1f}" stroke="#d4d4d8"/>')
        parts.append(f'<text class="s" x="8" y="{y + 4:.1f}">{percent} %</text>')
    ticks = _apart(sorted(set(xs)) if len(set(xs)) <= 12 else [x for x in sorted(set(xs)) if x % 10 == 0])
    parts += [f'<text class="s" x="{at(x, 0)[0] - 6:.1f}" y="{TOP + TALL + 18}">{x:g}</text>' for x in ticks]
    parts.append(f'<text class="s" x="{LEFT}" y="{TOP + TALL + 38}">{below}</text>')
    for number, (name, line) in enumerate(lines):
        colour = COLOURS[number % len(COLOURS)]
        points = " ".join(f"{px:.1f},{py:.1f}" for px, py in (at(*point) for point in line))
        parts.append(f'<polyline points="{points}" fill="none" stroke="{colour}" stroke-width="2"/>')
        parts.append(
            f'<text class="s" x="{LEFT + PLOT + 10}" y="{TOP + 14 + 18 * number}" style="fill:{colour}">{name}</text>'
        )
    return "\n".join([*parts, "</svg>", ""])


def _apart(xs: list[float]) -> list[float]:
    """Those whose numbers do not run into the one before."""
    kept = xs[:1]
    for x in xs[1:]:
        if PLOT * (x - kept[-1]) / (xs[-1] - xs[0]) >= NUMBER:
            kept.append(x)
    return kept
