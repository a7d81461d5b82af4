"""The figure of `lab.bench.batch`: acts a second by matches at once, each device a panel, on scales of powers of
ten."""

from math import log2, log10
from typing import Any, Final

from lab.bench.figures import STYLE

COLOURS: Final = {
    ("rollout", "push-2"): "#1d4ed8",
    ("rollout", "push-6"): "#60a5fa",
    ("rollout", "quinto-1"): "#c2410c",
    ("rollout", "quinto-4"): "#fb923c",
}
GREY: Final = "#8b8b95"
WIDTH, HEIGHT, LEFT, TOP, PLOT = 420, 380, 48, 40, 230
NAMES: Final = {"rollout": "", "pgx-ours": " through Pgx", "pgx": " (Pgx)"}


def draw(runs: list[dict[str, Any]]) -> str:
    """A panel for each run."""
    label = "Acts a second by the number of matches at once: our simulator in JAX, and games of Pgx"
    box = f'viewBox="0 0 {WIDTH * len(runs)} {HEIGHT}" role="img" aria-label="{label}"'
    parts = [f'<svg xmlns="http://www.w3.org/2000/svg" {box}>', f"<style>{STYLE}</style>"]
    for place, run in enumerate(runs):
        parts += _panel(run, WIDTH * place)
    return "\n".join([*parts, "</svg>", ""])


def _lines(cells: list[dict[str, Any]]) -> dict[tuple[str, str], list[tuple[int, float]]]:
    lines: dict[tuple[str, str], list[tuple[int, float]]] = {}
    for cell in cells:
        if cell["kind"] in NAMES:
            lines.setdefault((cell["kind"], cell["game"]), []).append((cell["batch"], cell["rate"]))
    return lines


def _panel(run: dict[str, Any], x: int) -> list[str]:
    lines = _lines(run["cells"])
    batches = sorted({batch for line in lines.values() for batch, _ in line})
    rates = [rate for line in lines.values() for _, rate in line]
    low, high = int(log10(min(rates))), int(log10(max(rates))) + 1
    first, last = log2(batches[0]), log2(batches[-1])

    def at(batch: float, rate: float) -> tuple[float, float]:
        across = (log2(batch) - first) / max(last - first, 1)
        return x + LEFT + across * PLOT, TOP + 280 * (high - log10(rate)) / (high - low)

    parts = [f'<text class="t" x="{x + 8}" y="20">Acts or steps a second, {run["device"]}</text>']
    for power in range(low, high + 1):
        _, y = at(batches[0], 10.0**power)
        parts.append(f'<line x1="{x + LEFT}" x2="{x + LEFT + PLOT}" y1="{y:.1f}" y2="{y:.1f}" stroke="#d4d4d8"/>')
        parts.append(f'<text class="s" x="{x + 8}" y="{y + 4:.1f}">{_power(power)}</text>')
    for batch in batches:
        across, _ = at(batch, 10.0**low)
        parts.append(f'<text class="s" x="{across - 14:.1f}" y="{TOP + 300}">{_size(batch)}</text>')
    parts.append(f'<text class="s" x="{x + LEFT}" y="{TOP + 320}">matches at once</text>')
    ends = []
    for (kind, game), line in lines.items():
        colour = COLOURS.get(("rollout", game), GREY)
        dashes = "" if kind == "rollout" else ' stroke-dasharray="5 3"'
        points = " ".join(f"{px:.1f},{py:.1f}" for px, py in (at(batch, rate) for batch, rate in sorted(line)))
        parts.append(f'<polyline points="{points}" fill="none" stroke="{colour}" stroke-width="2"{dashes}/>')
        ends.append((at(*max(line))[1], f"{game}{NAMES[kind]}", colour))
    return parts + _labels(ends, x + LEFT + PLOT + 6)


def _labels(ends: list[tuple[float, str, str]], x: float) -> list[str]:
    """Beside the end of each line, pushed down where they would cover one another."""
    parts, below = [], 0.0
    for y, name, colour in sorted(ends):
        below = max(y + 4, below + 14)
        parts.append(f'<text class="s" x="{x:.1f}" y="{below:.1f}" style="fill:{colour}">{name}</text>')
    return parts


def _power(power: int) -> str:
    return {3: "1 k", 4: "10 k", 5: "100 k", 6: "1 M", 7: "10 M", 8: "100 M", 9: "1 G", 10: "10 G", 11: "100 G"}[power]


def _size(batch: int) -> str:
    return f"{batch >> 20} M" if batch >= 1 << 20 else f"{batch >> 10} k"
