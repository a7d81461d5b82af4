"""The figure of `docs/fairness.md`: three small bar charts, written as SVG by hand."""

from dataclasses import dataclass
from typing import Final

from lab.bench.fairness.cells import Cell, JudgeTally
from lab.bench.figures import STYLE

WAYS: Final = (("by arrival", "#c2410c"), ("lag quota", "#8b8b95"), ("the referee", "#2563eb"))
BAR, GAP, GROUP_GAP, TOP, LABELS, PLOT = 13, 3, 16, 74, 92, 210
PANEL: Final = LABELS + PLOT + 66


@dataclass(frozen=True)
class Panel:
    title: str
    unit: str
    groups: tuple[tuple[str, tuple[float, float, float]], ...]
    """A name, and a value for each way of judging."""
    fair: float | None = None
    """Where a line marks what would be fair."""


def draw(cells: dict[str, Cell], mixes: tuple[str, ...]) -> str:
    panels = (
        Panel(
            "Wrong player first, 4 players",
            "%",
            tuple((mix, _each(cells[f"{mix} 4"], "wrong_percent")) for mix in mixes),
        ),
        Panel("Races won by the far player", "%", (("1 far, 3 near", _each(cells["far"], "share_percent")),), 25.0),
        Panel(
            "Gained by forging a stamp",
            "ms",
            tuple((line, _each(cells[f"forger {line}"], "gain")) for line in ("cable", "mobile")),
        ),
    )
    most = max(len(panel.groups) for panel in panels)
    height = TOP + most * (3 * (BAR + GAP) + GROUP_GAP)
    width = len(panels) * PANEL
    label = "Wrong player first, share of the far player and gain of a forger, for three ways of judging"
    box = f'viewBox="0 0 {width} {height}" role="img" aria-label="{label}"'
    parts = [f'<svg xmlns="http://www.w3.org/2000/svg" {box}>', f"<style>{STYLE}</style>", *_legend()]
    for number, panel in enumerate(panels):
        parts += _panel(panel, number * PANEL)
    return "\n".join([*parts, "</svg>", ""])


def _each(cell: Cell, what: str) -> tuple[float, float, float]:
    def value(tally: JudgeTally) -> float:
        return float(getattr(tally, what))

    return value(cell.arrival), value(cell.quota), value(cell.referee)


def _legend() -> list[str]:
    return [
        f'<rect x="{8 + 120 * place}" y="10" width="12" height="12" rx="2" fill="{colour}"/>'
        f'<text x="{26 + 120 * place}" y="21">{name}</text>'
        for place, (name, colour) in enumerate(WAYS)
    ]


def _panel(panel: Panel, left: int) -> list[str]:
    scale = PLOT / max(max(values) for _, values in panel.groups)
    parts = [f'<text class="t" x="{left + 8}" y="54">{panel.title}, {panel.unit}</text>']
    y = TOP
    for name, values in panel.groups:
        parts.append(f'<text class="s" x="{left + 8}" y="{y + 28}">{name}</text>')
        for value, (_, colour) in zip(values, WAYS, strict=True):
            length = max(1.0, value * scale)
            parts.append(
                f'<rect x="{left + LABELS}" y="{y}" width="{length:.1f}" height="{BAR}" rx="2" fill="{colour}"/>'
                f'<text class="s" x="{left + LABELS + length + 5:.1f}" y="{y + 11}">{value:.1f}</text>'
            )
            y += BAR + GAP
        y += GROUP_GAP
    if panel.fair is not None:
        x = left + LABELS + panel.fair * scale
        parts.append(f'<line class="l" x1="{x:.1f}" x2="{x:.1f}" y1="{TOP - 6}" y2="{y - GROUP_GAP}"/>')
        parts.append(f'<text class="s" x="{x - 10:.1f}" y="{y + 4}">fair</text>')
    return parts
