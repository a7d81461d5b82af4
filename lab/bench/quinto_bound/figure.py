"""The figure of `lab.bench.quinto_bound`, written as SVG by hand: from a greedy player to the best sheet there can
be."""

from typing import Any, Final

from lab.bench.figures import STYLE

PLAYERS: Final = (("greedy", 54.3), ("strong", 72.3), ("expert", 97.6))
"""Means over 200 deals, see docs/bots.md."""

WIDTH, LINE, LEFT, TOP, FULL = 640, 30, 210, 46, 380
INKS: Final = {"player": "#2563eb", "search": "#0f766e", "bound": "#9a3412"}


def figure(found: dict[str, Any]) -> str:
    """A bar for each player, each search, and the bound."""
    bars = [(name, mean, "player") for name, mean in PLAYERS]
    bars += [(f"search that keeps {row['width']:,}", row["mean"], "search") for row in found["search"]]
    bars.append(("the best sheet there can be", float(found["best_sheet"]), "bound"))
    title = "Quinto alone: players, a search that knows the cards, and the bound"
    height = TOP + LINE * len(bars) + 12
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" role="img" aria-label="{title}">',
        f"<style>{STYLE}</style>",
        f'<text class="t" x="12" y="24">{title}</text>',
    ]
    for number, (name, points, kind) in enumerate(bars):
        y, long = TOP + LINE * number, FULL * points / found["best_sheet"]
        parts += [
            f'<text class="s" x="{LEFT - 8}" y="{y + 16}" text-anchor="end">{name}</text>',
            f'<rect x="{LEFT}" y="{y}" width="{long:.1f}" height="{LINE - 8}" rx="3" fill="{INKS[kind]}"/>',
            f'<text class="s" x="{LEFT + long + 6:.1f}" y="{y + 16}">{points:.1f}</text>',
        ]
    return "\n".join([*parts, "</svg>", ""])
