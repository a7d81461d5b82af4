"""The standings of a tournament as tables for a terminal."""

from typing import Final

from rich import box
from rich.console import Console
from rich.table import Table

from cartable.arena.plan import TournamentPlan
from cartable.arena.standings import Measured, Standings
from cartable.arena.svg import short

LONGEST: Final = 17


def title(plan: TournamentPlan, report: Standings) -> str:
    """What was played."""
    players = "1 player" if plan.players == 1 else f"{plan.players} players"
    return f"{plan.game}, {players}, {report.matches:,} matches, seed {plan.seed}"


def show(console: Console, plan: TournamentPlan, report: Standings) -> None:
    """The standings, and from three bots on who came in before whom."""
    console.print(_standings(title(plan, report), report, alone=plan.players == 1))
    if len(report.bots) > 2 and plan.players > 1:
        console.print(_duels(report))


def _table(heading: str) -> Table:
    return Table(title=heading, title_justify="left", box=box.SIMPLE_HEAD, pad_edge=False, collapse_padding=True)


def _standings(heading: str, report: Standings, *, alone: bool) -> Table:
    table = _table(f"{heading}; ± and – tell 95 % intervals")
    table.add_column("bot", overflow="ellipsis", no_wrap=True)
    scored, failed = any(bot.score is not None for bot in report.bots), any(bot.failures for bot in report.bots)
    points = [] if not scored else ["points"] if alone else ["points", "above mean"]
    columns = ["matches", "won %", *points, "Elo", "ms", "max ms"]
    for name in [*columns, *(["failed"] if failed else [])]:
        table.add_column(name, justify="right", no_wrap=True)
    for bot in report.bots:
        row = [f"{bot.matches:,}", _percent(bot.won)]
        if bot.score is not None:  # for two intervals there is no room: the mean of the deal makes the better one
            row += [_told(bot.score, 1)] if alone else [f"{bot.score.value:.1f}", _told(bot.above, 1, "+")]
        row += [_told(bot.rating, 0), f"{bot.thought_ms:.2f}", f"{bot.slowest_ms:.0f}"]
        table.add_row(short(bot.name, LONGEST), *row, *([str(bot.failures)] if failed else []))
    return table


def _duels(report: Standings) -> Table:
    """Who came in before whom, in percent."""
    table = _table("Ahead of ..., %")
    table.add_column("", no_wrap=True)
    for bot in report.bots:
        table.add_column(short(bot.name, 14), justify="right")
    for bot, row in zip(report.bots, report.duels, strict=True):
        table.add_row(short(bot.name, LONGEST), *("" if share is None else _percent(share) for share in row))
    return table


def _told(figure: Measured, digits: int, sign: str = "") -> str:
    """A figure and how far its interval reaches."""
    return f"{figure.value:{sign}.{digits}f} ±{(figure.high - figure.low) / 2:.{digits}f}"


def _percent(share: Measured) -> str:
    """A share and its interval, which near 0 and 100 reaches further to one side."""
    return f"{100 * share.value:.1f} ({100 * share.low:.0f}–{100 * share.high:.0f})"
