"""The standings of a tournament as tables for a terminal."""

from rich import box
from rich.console import Console
from rich.table import Table

from cartable.arena.plan import Plan
from cartable.arena.ratings import Measured, Standings


def title(plan: Plan, report: Standings) -> str:
    """What was played."""
    players = "1 player" if plan.players == 1 else f"{plan.players} players"
    return f"{plan.game}, {players}, {report.matches:,} matches, seed {plan.seed}"


def show(console: Console, plan: Plan, report: Standings) -> None:
    """The standings, and from three bots on who came in before whom."""
    console.print(_standings(title(plan, report), report))
    if len(report.bots) > 2 and plan.players > 1:
        console.print(_duels(report))


def _table(heading: str) -> Table:
    return Table(title=heading, title_justify="left", box=box.SIMPLE_HEAD, pad_edge=False)


def _standings(heading: str, report: Standings) -> Table:
    table = _table(f"{heading}; ± tells a 95 % interval")
    table.add_column("bot", overflow="fold")
    scored, failed = any(bot.score is not None for bot in report.bots), any(bot.failures for bot in report.bots)
    columns = ["matches", "won %", *(["points"] if scored else []), "Elo", "ms", "slowest"]
    for name in [*columns, *(["failed"] if failed else [])]:
        table.add_column(name, justify="right", no_wrap=True)
    for bot in report.bots:
        row = [f"{bot.matches:,}", _told(bot.won, 100, 1)]
        if scored:
            row.append(_told(bot.score, 1, 1) if bot.score is not None else "")
        row += [_told(bot.rating, 1, 0), f"{bot.thought_ms:.2f}", f"{bot.slowest_ms:.0f}"]
        table.add_row(bot.name, *row, *([str(bot.failures)] if failed else []))
    return table


def _duels(report: Standings) -> Table:
    """Who came in before whom, in percent."""
    table = _table("Ahead of ..., %")
    table.add_column("", overflow="fold")
    for bot in report.bots:
        table.add_column(bot.name, justify="right", overflow="fold")
    for bot, row in zip(report.bots, report.duels, strict=True):
        table.add_row(bot.name, *("" if share is None else _told(share, 100, 1) for share in row))
    return table


def _told(figure: Measured, times: float, digits: int) -> str:
    """A figure and how far its interval reaches."""
    wide = (figure.high - figure.low) / 2
    return f"{times * figure.value:.{digits}f} ±{times * wide:.{digits}f}"
