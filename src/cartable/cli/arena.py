"""`cartable arena`: bots against bots, until the difference shows."""

import os
import shlex
import shutil
import signal
from collections import Counter
from pathlib import Path
from typing import Annotated, Final, Literal

import typer
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from cartable.arena.entrants import FORMS, Entrant, read_entrant
from cartable.arena.plan import PATIENCE_S, plan
from cartable.arena.ray_runner import RayRunner
from cartable.arena.results import Result
from cartable.arena.runners import InProcessRunner, MatchRunner, ProcessRunner
from cartable.arena.standings_figure import figure
from cartable.arena.standings_table import show, title
from cartable.arena.tournament import Tournament
from cartable.games import registry
from cartable.kernel import BadInput

CORES: Final = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
TOLD: Final = 5
"""How many failures of a bot are printed one by one; the file has them all."""

INTERRUPTED: Final = 130  # what a shell reports of a program that Ctrl-C ended


def arena(  # noqa: PLR0917 - the command line reads arguments as options
    game: Annotated[str, typer.Argument(metavar="GAME", help=" or ".join(known.id for known in registry.games()))],
    bots: Annotated[str, typer.Option(metavar="A,B,...", help=f"Who plays, by commas: {FORMS}.")],
    games: Annotated[int, typer.Option(metavar="N", help="At least this many matches.")] = 1000,
    players: Annotated[
        int | None, typer.Option(metavar="N", help="Players at a table; left out, one seat a bot if the game has them.")
    ] = None,
    seats: Annotated[
        Literal["all", "turn", "fixed"],
        typer.Option(help="Each deal in every order of the bots, with the table turned, or in one order."),
    ] = "all",
    seed: Annotated[int, typer.Option(metavar="N", help="The same seed deals the same cards.")] = 0,
    option: Annotated[list[str] | None, typer.Option(metavar="NAME=VALUE", help="An option of the game.")] = None,
    jobs: Annotated[
        int, typer.Option(metavar="N", help="How many processes; 0 plays in this one, under your debugger.")
    ] = CORES,
    ray: Annotated[str | None, typer.Option(metavar="ADDRESS", help="Play on this Ray cluster instead.")] = None,
    patience: Annotated[
        float, typer.Option(metavar="SECONDS", help="A bot that thinks for longer about one decision has failed.")
    ] = PATIENCE_S,
    out: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Results as JSON Lines; left out, arena-GAME-SEED.jsonl.")
    ] = None,
) -> None:
    """Let bots play many matches against one another, and rate them.

    Every deal is played in all arrangements, so that luck cancels. Results are written down as they come: the same
    command goes on where it was stopped. A figure is drawn beside them.
    """
    if games < 1 or jobs < 0 or patience <= 0:
        raise BadInput("--games, --jobs and --patience", "expected 1 game or more, no fewer than 0 jobs, and some time")
    try:
        from cartable.arena.ratings import standings  # noqa: PLC0415 - only this command needs numpy
    except ImportError as error:
        raise BadInput("numpy", "expected it to be installed to rate bots: pip install 'cartable[numpy]'") from error
    entrants = [read_entrant(name.strip()) for name in bots.split(",")]
    settled = plan(
        registry.game(game),
        entrants,
        games=games,
        players=players,
        seats=seats,
        seed=seed,
        options=_options(option or []),
        patience_s=patience,
    )
    path = Path(f"arena-{game}-{seed}.jsonl") if out is None else out
    tournament = Tournament(settled, path)
    console = Console()
    if tournament.results:
        console.print(f"{len(tournament.results):,} matches are in {path} already: going on.", soft_wrap=True)
    workers = _workers(entrants, jobs, ray)
    # A shell that starts us in the background lets Ctrl-C be ignored; here it always stops the run and keeps it.
    signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        stopped = not _run(tournament, workers, console)
    finally:
        workers.close()
    report = standings(settled, tournament.results)
    show(console, settled, report)
    picture = path.with_suffix(".svg")
    picture.write_text(figure(title(settled, report), report), encoding="utf-8")
    console.print(f"Results: {path}   Figure: {picture}", soft_wrap=True, highlight=False)
    if stopped:
        raise typer.Exit(INTERRUPTED)


def _options(given: list[str]) -> dict[str, str]:
    options = {}
    for text in given:
        name, sign, value = text.partition("=")
        if not sign:
            raise BadInput(f"--option {text}", "expected NAME=VALUE")
        options[name] = value
    return options


def _workers(entrants: list[Entrant], jobs: int, ray: str | None) -> MatchRunner:
    if ray is not None:
        return RayRunner(ray)
    for entrant in entrants:
        if entrant.command:
            _find_program(entrant)
    return ProcessRunner(jobs) if jobs else InProcessRunner()


def _find_program(entrant: Entrant) -> None:
    try:
        program, *_ = shlex.split(entrant.command)
    except ValueError as error:
        raise BadInput(f"bot {entrant.name!r}", f"expected a command: {error}") from error
    if shutil.which(program) is None:
        raise BadInput(f"bot {entrant.name!r}", f"expected a program that is there: {program}")


def _run(tournament: Tournament, workers: MatchRunner, console: Console) -> bool:
    """Play what is left, with a bar; False: Ctrl-C stopped it, and what is done is kept."""
    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TextColumn("{task.fields[rate]}"),
        TimeRemainingColumn(elapsed_when_finished=True),
    )
    failed: Counter[str] = Counter()
    with Progress(*columns, console=console, speed_estimate_period=60) as progress:
        done = len(tournament.results)
        bar = progress.add_task(tournament.plan.game, total=tournament.plan.matches, completed=done, rate="")
        try:
            for result in tournament.run(workers):
                task = progress.tasks[0]
                progress.update(bar, advance=1, rate=f"{task.speed:.1f}/s" if task.speed else "")
                if result.failure is not None:
                    _tell(tournament, result, failed, progress.console)
        except KeyboardInterrupt:
            console.print("Stopped. The same command goes on from here.")
            return False
    for name, count in failed.items():
        console.print(f"{name} failed in {count} matches, which are not counted.", markup=False, soft_wrap=True)
    return True


def _tell(tournament: Tournament, result: Result, failed: Counter[str], console: Console) -> None:
    """Tell of a failure."""
    failure = result.failure
    if failure is None:
        return
    name = tournament.plan.entrants[result.bots[failure.seat]].name
    failed[name] += 1
    if failed[name] <= TOLD:
        told = f"{name} failed in deal {result.deal}: {failure.why}\n  {failure.log}"
        console.print(told, markup=False, highlight=False, soft_wrap=True)
