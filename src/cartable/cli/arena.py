"""`cartable arena`: bots against bots, until the difference shows."""

import os
from pathlib import Path
from typing import Annotated, Final, Literal

import typer
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table

from cartable.arena.entrants import FORMS, read_entrant
from cartable.arena.figure import figure
from cartable.arena.plan import Plan, plan
from cartable.arena.ratings import Measured, Standings, standings
from cartable.arena.running import Cluster, Here, Processes, Workers
from cartable.arena.tournament import Tournament
from cartable.games import registry
from cartable.kernel import BadInput

CORES: Final = os.cpu_count() or 1


def arena(  # noqa: PLR0917 - the command line reads arguments as options
    game: Annotated[str, typer.Argument(metavar="GAME", help=" or ".join(known.id for known in registry.ALL))],
    bots: Annotated[str, typer.Option(metavar="A,B,...", help=f"Who plays, by commas: {FORMS}.")],
    games: Annotated[int, typer.Option(metavar="N", help="At least so many matches.")] = 1000,
    players: Annotated[
        int | None, typer.Option(metavar="N", help="Players at a table; left out, one seat a bot if the game has them.")
    ] = None,
    seats: Annotated[
        Literal["all", "turn", "fixed"],
        typer.Option(help="Each deal in every order of the bots, with the table turned, or in one order."),
    ] = "all",
    seed: Annotated[int, typer.Option(metavar="N", help="The same seed deals the same cards.")] = 0,
    option: Annotated[list[str] | None, typer.Option(metavar="NAME=VALUE", help="An option of the game.")] = None,
    jobs: Annotated[int, typer.Option(metavar="N", help="How many processes; 1 plays in this one.")] = CORES,
    ray: Annotated[str | None, typer.Option(metavar="ADDRESS", help="Play on this Ray cluster instead.")] = None,
    out: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Results as JSON Lines; left out, arena-GAME-SEED.jsonl.")
    ] = None,
) -> None:
    """Let bots play many matches against one another, and rate them.

    Every deal is played in all arrangements, so that luck cancels. Results are written down as they come: the same
    command goes on where it was stopped. A figure is drawn beside them.
    """
    if games < 1 or jobs < 1:
        raise BadInput("--games and --jobs", "expected 1 or more")
    entrants = [read_entrant(name) for name in bots.split(",")]
    settled = plan(
        registry.game(game),
        entrants,
        games=games,
        players=players,
        seats=seats,
        seed=seed,
        options=_options(option or []),
    )
    path = Path(f"arena-{game}-{seed}.jsonl") if out is None else out
    tournament = Tournament(settled, path)
    console = Console()
    if tournament.results:
        console.print(f"{len(tournament.results):,} matches are in {path} already: going on.")
    workers = _workers(settled, jobs, ray)
    try:
        _run(tournament, workers, console)
    finally:
        workers.close()
    report = standings(settled, tournament.results)
    show(console, settled, report)
    picture = path.with_suffix(".svg")
    picture.write_text(figure(_title(settled, report), report), encoding="utf-8")
    console.print(f"Results: {path}   Figure: {picture}", soft_wrap=True)


def _options(given: list[str]) -> dict[str, str]:
    options = {}
    for text in given:
        name, sign, value = text.partition("=")
        if not sign:
            raise BadInput(f"--option {text}", "expected NAME=VALUE")
        options[name] = value
    return options


def _workers(settled: Plan, jobs: int, ray: str | None) -> Workers:
    if ray is not None:
        return Cluster(ray)
    return Here() if jobs == 1 or settled.deals == 1 else Processes(jobs)


def _run(tournament: Tournament, workers: Workers, console: Console) -> None:
    """Play what is left, with a bar; Ctrl-C stops, and what is done is kept."""
    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TextColumn("{task.fields[rate]}"),
        TimeRemainingColumn(elapsed_when_finished=True),
    )
    done, failed = len(tournament.results), 0
    with Progress(*columns, console=console) as progress:
        bar = progress.add_task(tournament.plan.game, total=tournament.plan.matches, completed=done, rate="")
        try:
            for results in tournament.run(workers):
                task = progress.tasks[0]
                rate = f"{task.speed:.1f}/s" if task.speed else ""
                progress.update(bar, advance=len(results), rate=rate)
                for result in results:
                    if result.failure is not None:
                        failed += 1
                        name = tournament.plan.entrants[result.bots[result.failure.seat]].name
                        progress.console.print(
                            f"{name} failed in deal {result.deal}: {result.failure.why}\n  {result.failure.log}",
                            markup=False,
                            soft_wrap=True,
                        )
        except KeyboardInterrupt:
            console.print("Stopped. The same command goes on from here.")
    if failed:
        console.print(f"{failed} matches failed and are not counted.")


def _title(settled: Plan, report: Standings) -> str:
    return f"{settled.game}, {settled.players} players, {report.matches:,} matches, seed {settled.seed}"


def show(console: Console, settled: Plan, report: Standings) -> None:
    """The standings as a table."""
    table = Table(title=_title(settled, report), title_justify="left")
    for name in ("bot", "matches", "won %", "points", "Elo", "ms", "slowest", "failed"):
        table.add_column(name, justify="left" if name == "bot" else "right")
    for bot in report.bots:
        table.add_row(
            bot.name,
            f"{bot.matches:,}",
            _told(bot.won, 100, 1),
            _told(bot.score, 1, 1) if bot.score is not None else "",
            _told(bot.rating, 1, 0),
            f"{bot.thought_ms:.2f}",
            f"{bot.slowest_ms:.0f}",
            str(bot.failures or ""),
        )
    console.print(table)
    if len(report.bots) > 2:
        console.print(_duels(report))


def _duels(report: Standings) -> Table:
    """Who came in before whom, in percent."""
    table = Table(title="Ahead of ..., %", title_justify="left")
    table.add_column("")
    for bot in report.bots:
        table.add_column(bot.name, justify="right")
    for bot, row in zip(report.bots, report.duels, strict=True):
        table.add_row(bot.name, *("" if share is None else _told(share, 100, 1) for share in row))
    return table


def _told(figure_: Measured, times: float, digits: int) -> str:
    """A figure and how far its interval reaches."""
    wide = (figure_.high - figure_.low) / 2
    return f"{times * figure_.value:.{digits}f} ±{times * wide:.{digits}f}"
