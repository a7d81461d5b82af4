"""The figure of `lab.bench.scale`: what an act costs whom, and how long a table is away, written as SVG by hand."""

from typing import TYPE_CHECKING, Final

from lab.bench.figures import STYLE

if TYPE_CHECKING:
    from lab.bench.scale.__main__ import Return, ScaleFigures, Window

PARTS: Final = (("workers", "#2563eb"), ("PostgreSQL", "#c2410c"), ("NATS", "#8b8b95"))
WAITS: Final = (("p50", "#93c5fd"), ("p99", "#3b82f6"), ("longest", "#1d4ed8"))
BAR, STEP, TOP, LABELS, PLOT, PANEL = 15, 24, 74, 150, 190, 420


def draw(found: "ScaleFigures") -> str:
    """Two panels side by side."""
    costs = [(f"{workers} workers", window) for workers, window in found.by_workers.items()]
    costs += [(name, each) for name, each in (("2, all near", found.near), ("2, all far", found.far)) if each]
    waits = [(name, each) for name, each in (("host killed", found.killed), ("deploy", found.replaced)) if each]
    height = TOP + STEP * max(len(costs), 3 * len(waits)) + 10
    label = "Processor time of an act by process, and how long tables are away when a host dies or is replaced"
    box = f'viewBox="0 0 {2 * PANEL} {height}" role="img" aria-label="{label}"'
    parts = [f'<svg xmlns="http://www.w3.org/2000/svg" {box}>', f"<style>{STYLE}</style>"]
    parts += [*_legend(PARTS, 0), *_legend(WAITS, PANEL), *_costs(costs), *_waits(waits)]
    return "\n".join([*parts, "</svg>", ""])


def _legend(names: tuple[tuple[str, str], ...], left: int) -> list[str]:
    return [
        f'<rect x="{left + 8 + 105 * place}" y="10" width="12" height="12" rx="2" fill="{colour}"/>'
        f'<text x="{left + 26 + 105 * place}" y="21">{name}</text>'
        for place, (name, colour) in enumerate(names)
    ]


def _costs(costs: "list[tuple[str, Window]]") -> list[str]:
    scale = PLOT / max(window.whole_us for _, window in costs)
    parts = ['<text class="t" x="8" y="54">Processor time of an act, µs</text>']
    for row, (name, window) in enumerate(costs):
        y, x = TOP + STEP * row, float(LABELS)
        parts.append(f'<text class="s" x="8" y="{y + 12}">{name}</text>')
        for value, (_, colour) in zip((window.workers_us, window.postgres_us, window.nats_us), PARTS, strict=True):
            parts.append(f'<rect x="{x:.1f}" y="{y}" width="{value * scale:.1f}" height="{BAR}" fill="{colour}"/>')
            x += value * scale
        parts.append(f'<text class="s" x="{x + 6:.1f}" y="{y + 12}">{window.whole_us:.0f}</text>')
    return parts


def _waits(waits: "list[tuple[str, Return]]") -> list[str]:
    scale = PLOT / max(wait.shown_most_s for _, wait in waits)
    parts = [f'<text class="t" x="{PANEL + 8}" y="54">Until a table is seen again, s</text>']
    for group, (name, wait) in enumerate(waits):
        shown = (wait.shown_p50_s, wait.shown_p99_s, wait.shown_most_s)
        for row, (value, (_, colour)) in enumerate(zip(shown, WAITS, strict=True)):
            y = TOP + STEP * (3 * group + row)
            if row == 0:
                parts.append(f'<text class="s" x="{PANEL + 8}" y="{y + 12}">{name}, {wait.tables} tables</text>')
            width = max(1.0, value * scale)
            x = PANEL + LABELS
            parts.append(f'<rect x="{x}" y="{y}" width="{width:.1f}" height="{BAR}" rx="2" fill="{colour}"/>')
            parts.append(f'<text class="s" x="{x + width + 6:.1f}" y="{y + 12}">{value:.2f}</text>')
    return parts
