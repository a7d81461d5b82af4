"""The figure of a tournament: every bot's rating and share of victories with their intervals, as SVG."""

from html import escape
from typing import Final

from cartable.arena.ratings import Measured, Standings

ROW, TOP, NAMES, PLOT, GAP, RIGHT = 30, 58, 190, 260, 110, 96
STYLE: Final = (
    "text{font:13px system-ui,sans-serif;fill:#1f2328}.t{font-weight:600}.s{font-size:11px}"
    ".g{stroke:#8b8b95;opacity:.35}.i{stroke:#2563eb;stroke-width:2}.d{fill:#2563eb}"
    "@media(prefers-color-scheme:dark){text{fill:#e6edf3}.i{stroke:#79a8ff}.d{fill:#79a8ff}}"
)


def figure(title: str, standings: Standings) -> str:
    """The whole drawing."""
    bots = standings.bots
    width, height = NAMES + 2 * PLOT + GAP + RIGHT, TOP + ROW * len(bots) + 24
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}"',
        f' role="img" aria-label="{escape(title)}">',
        f"<style>{STYLE}</style>",
        f'<text class="t" x="8" y="22">{escape(title)}</text>',
        *(f'<text x="8" y="{_y(row) + 4}">{escape(_short(bot.name))}</text>' for row, bot in enumerate(bots)),
        *_panel("Rating (Elo)", [bot.rating for bot in bots], NAMES, "{:.0f}"),
        *_panel("Won, %", [_percent(bot.won) for bot in bots], NAMES + PLOT + GAP, "{:.1f}"),
        "</svg>",
    ]
    return "\n".join(parts) + "\n"


def _panel(title: str, figures: list[Measured], left: int, form: str) -> list[str]:
    low, high = min(each.low for each in figures), max(each.high for each in figures)
    span = (high - low) or 1.0

    def x(value: float) -> float:
        return round(left + PLOT * (value - low) / span, 1)

    parts = [f'<text class="s" x="{left}" y="44">{title}</text>']
    for row, each in enumerate(figures):
        y = _y(row)
        parts += [
            f'<line class="g" x1="{left}" x2="{left + PLOT}" y1="{y}" y2="{y}"/>',
            f'<line class="i" x1="{x(each.low)}" x2="{x(each.high)}" y1="{y}" y2="{y}"/>',
            f'<circle class="d" cx="{x(each.value)}" cy="{y}" r="4"/>',
            f'<text class="s" x="{left + PLOT + 10}" y="{y + 4}">{form.format(each.value)}</text>',
        ]
    return parts


def _percent(share: Measured) -> Measured:
    return Measured(100 * share.value, 100 * share.low, 100 * share.high)


def _y(row: int) -> int:
    return TOP + ROW * row + ROW // 2


def _short(name: str) -> str:
    return name if len(name) <= 26 else "…" + name[-25:]
