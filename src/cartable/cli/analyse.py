"""`cartable analyse`: luck and skill in a match of Push or Quinto."""

from collections.abc import Iterator
from pathlib import Path
from typing import Annotated, Final

import msgspec
import typer
from rich.console import Console
from rich.table import Table

from cartable.arena.chart import chart
from cartable.bots.analysis import Analysis, Happened, analyse, can_analyse
from cartable.kernel import BadInput
from cartable.table.reading import LogReader, open_log
from cartable.table.replay import replay

WORST: Final = 10
"""So many of the costliest decisions are shown, unless all are asked for."""


def show_analysis(
    file: Annotated[Path, typer.Argument(help="A match log.")],
    every: Annotated[bool, typer.Option("--all", help="Show every decision, not only the costliest.")] = False,
    json: Annotated[bool, typer.Option("--json", help="Write all of it as JSON instead.")] = False,
    figure: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Where the chart goes; left out, beside the log.")
    ] = None,
) -> None:
    """Tell what each decision of a match was worth, what the best one would have been, and what luck did.

    Worth is the chance to win in percent; in a match alone, points. A chart shows how everybody stood after each act.
    """
    with open_log(file) as log:
        if not can_analyse(log.game.id):
            raise BadInput(str(file), f"expected a match of push or quinto, got one of {log.game.id}")
        names = [seat.name for seat in log.header.seats]
        happened = list(_happened(log))
        outcome = log.ending.outcome if log.ending is not None else None
        found = analyse(log.game, log.header.players, happened, outcome)
    picture = file.with_suffix(".svg") if figure is None else figure
    title = f"{log.game.id}: {', '.join(names)}"
    picture.write_text(chart(title, names, found), encoding="utf-8")
    if json:
        print(msgspec.json.encode(found).decode())
        return
    console = Console()
    console.print(_totals(found, names))
    console.print(_decisions(found, names, every))
    console.print(f"Chart: {picture}", soft_wrap=True)


def _happened(log: LogReader) -> Iterator[Happened]:
    before = log.begin()
    for moment in replay(log):
        yield Happened(moment.recorded.entry.n, before, moment.recorded.entry.seat, moment.recorded.act)
        before = moment.state


def _totals(found: Analysis, names: list[str]) -> Table:
    """Player by player."""
    table = Table(title="Luck and skill" + (" (percent of a victory)" if found.unit == "chance" else " (points)"))
    for name in ("player", "decisions", "lost", "a decision", "luck"):
        table.add_column(name, justify="left" if name == "player" else "right")
    times = 100 if found.unit == "chance" else 1
    for seat, name in enumerate(names):
        count = sum(decision.seat == seat for decision in found.decisions)
        lost, luck = times * found.lost[seat], times * found.luck[seat]
        table.add_row(name, str(count), f"{lost:.1f}", f"{lost / max(count, 1):.2f}", f"{luck:+.1f}")
    return table


def _decisions(found: Analysis, names: list[str], every: bool) -> Table:
    """What was done, what would have been best, and what it cost."""
    shown = sorted(found.decisions, key=lambda decision: -decision.lost)
    shown = sorted(shown if every else [each for each in shown[:WORST] if each.lost > 0], key=lambda each: each.n)
    table = Table(title="Every decision" if every else "The costliest decisions")
    for name in ("act", "player", "done", "worth", "best", "worth", "lost"):
        table.add_column(name, justify="right" if name in ("act", "worth", "lost") else "left")
    times = 100 if found.unit == "chance" else 1
    for each in shown:
        worth, best, lost = (f"{times * value:.1f}" for value in (each.worth, each.best_worth, each.lost))
        table.add_row(str(each.n), names[each.seat], each.act, worth, each.best, best, lost)
    return table
