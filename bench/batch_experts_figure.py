"""The figures of `bench.batch_experts`, written as SVG by hand."""

from typing import Any, Final

from bench.batch_studies_figure import chart
from bench.fairness_figure import STYLE

SIDE: Final = 46
LEFT, TOP = 12, 40
ROWS: Final = "oyp"
INKS: Final = {"o": "194, 65, 12", "y": "161, 98, 7", "p": "124, 58, 237"}


def sheet_picture(cells: list[dict[str, Any]]) -> str:
    """The sheet: the darker a cell, the more points matches have in which it is filled; below, how often it is."""
    gains = {row["cell"]: row["with"] - row["without"] for row in cells}
    most = max(gains.values())
    width, height = LEFT * 2 + 12 * SIDE, TOP + 3 * SIDE + 44
    title = "Points more where a cell is filled in the end, and how often it is"
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" role="img" aria-label="{title}">',
        f"<style>{STYLE}</style>",
        f'<text class="t" x="{LEFT}" y="22">{title}</text>',
    ]
    for row in cells:
        line, column = ROWS.index(row["cell"][0]), int(row["cell"][1:]) - 1
        x, y = LEFT + column * SIDE, TOP + line * SIDE
        shade = max(0.05, gains[row["cell"]] / most) * 0.6
        ink = INKS[row["cell"][0]]
        parts += [
            f'<rect x="{x}" y="{y}" width="43" height="43" rx="5" fill="rgba({ink}, {shade:.2f})"/>',
            f'<text class="s" x="{x + 6}" y="{y + 19}">{gains[row["cell"]]:+.1f}</text>',
            f'<text class="s" x="{x + 6}" y="{y + 36}">{100 * row["filled"]:.0f} %</text>',
        ]
    legend = "orange, yellow, purple from above; the darker, the more points"
    parts.append(f'<text class="s" x="{LEFT}" y="{height - 16}">{legend}</text>')
    return "\n".join([*parts, "</svg>", ""])


def figures(found: dict[str, Any]) -> dict[str, str]:
    """By name."""
    line = [(100 * row["margin"], row["alike"]) for row in found["luck"]]
    return {
        "push-luck": chart(
            "Share of the result that is due to the cards", "experts who give away up to so many percent an act",
            [("two experts", line)], 100,
        ),
        "quinto-cells": sheet_picture(found["cells"]["cells"]),
    }  # fmt: skip
