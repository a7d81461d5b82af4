"""The figures of `lab.bench.studies.quick` and `lab.bench.studies.cells`, written as SVG by hand."""

from typing import Any, Final

from lab.bench.figures import STYLE, Line, chart

SIDE: Final = 46
LEFT, TOP = 12, 40
ROWS: Final = "oyp"
INKS: Final = {"o": "194, 65, 12", "y": "161, 98, 7", "p": "124, 58, 237"}
NEVER: Final = 1000


def sheet_picture(filled: list[dict[str, Any]], shut: list[dict[str, Any]]) -> str:
    """The sheet: the darker a cell, the more it costs to leave it empty; below, how often it is filled."""
    costs, often = {row["cell"]: row["costs"] for row in shut}, {row["cell"]: row["filled"] for row in filled}
    most = max(costs.values())
    width, height = LEFT * 2 + 12 * SIDE, TOP + 3 * SIDE + 44
    title = "What it costs that a cell has to stay empty, and how often it is filled"
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" role="img" aria-label="{title}">',
        f"<style>{STYLE}</style>",
        f'<text class="t" x="{LEFT}" y="22">{title}</text>',
    ]
    for cell, cost in costs.items():
        line, column = ROWS.index(cell[0]), int(cell[1:]) - 1
        x, y = LEFT + column * SIDE, TOP + line * SIDE
        shade = max(0.05, cost / most) * 0.6
        parts += [
            f'<rect x="{x}" y="{y}" width="43" height="43" rx="5" fill="rgba({INKS[cell[0]]}, {shade:.2f})"/>',
            f'<text class="s" x="{x + 6}" y="{y + 19}">{cost:.1f}</text>',
            f'<text class="s" x="{x + 6}" y="{y + 36}">{100 * often[cell]:.0f} %</text>',
        ]
    legend = "orange, yellow, purple from above; the darker, the more points it costs"
    parts.append(f'<text class="s" x="{LEFT}" y="{height - 16}">{legend}</text>')
    return "\n".join([*parts, "</svg>", ""])


def push_figures(found: dict[str, Any]) -> dict[str, str]:
    """By name."""
    slips = [(100 * row["margin"], row["alike"]) for row in found["slips"]]
    rules: list[Line] = []
    for protect in sorted({row["rule"][2] for row in found["rules"]}):
        name = "never protects" if protect == NEVER else f"protects from {protect}"
        rows = [row for row in found["rules"] if row["rule"][2] == protect]
        rules.append((name, [(row["rule"][1], row["wins"]) for row in rows]))
    return {
        "push-luck": chart(
            "What two matches with the same cards and dice have in common",
            "players who misjudge what drawing is worth by up to so many percent of a victory",
            [("the same cards and dice", slips)],
            100,
        ),
        "push-rules": chart(
            "Victories of a rule over a player nearly as good as the expert",
            "stops at so many points in a column",
            rules,
            20,
        ),
    }
