"""The figure of a tournament: every bot's rating and share of victories with their intervals, as SVG."""

from html import escape

from cartable.arena.standings import Measured, Standings
from cartable.arena.svg import rule, sheet, short, small

ROW, TOP, NAMES, PLOT, GAP, RIGHT = 30, 58, 190, 260, 110, 96


def figure(title: str, standings: Standings) -> str:
    """The whole drawing."""
    bots = standings.bots
    width, height = NAMES + 2 * PLOT + GAP + RIGHT, TOP + ROW * len(bots) + 34
    parts = [
        *(f'<text x="8" y="{_y(row) + 4}">{escape(short(bot.name))}</text>' for row, bot in enumerate(bots)),
        *_panel("Rating (Elo), 95 % interval", [bot.rating for bot in bots], NAMES, "{:.0f}"),
        *_panel("Won, %, 95 % interval", [_percent(bot.won) for bot in bots], NAMES + PLOT + GAP, "{:.1f}"),
    ]
    return sheet(title, width, height, parts)


def _panel(title: str, figures: list[Measured], left: int, form: str) -> list[str]:
    low, high = min(each.low for each in figures), max(each.high for each in figures)
    span = (high - low) or 1.0

    def x(value: float) -> float:
        return left + PLOT * (value - low) / span

    bottom = _y(len(figures)) + 6
    parts = [
        small(left, 44, title),
        small(left, bottom, form.format(low)),
        small(left + PLOT, bottom, form.format(high), "end"),
    ]
    for row, each in enumerate(figures):
        y = _y(row)
        parts += [
            rule(left, left + PLOT, y),
            rule(x(each.low), x(each.high), y, "i"),
            f'<circle class="d" cx="{x(each.value):.1f}" cy="{y}" r="4"/>',
            small(left + PLOT + 10, y + 4, form.format(each.value)),
        ]
    return parts


def _percent(share: Measured) -> Measured:
    return Measured(100 * share.value, 100 * share.low, 100 * share.high)


def _y(row: int) -> int:
    return TOP + ROW * row + ROW // 2
