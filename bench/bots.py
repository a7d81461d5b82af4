"""How good are the bots? `python -m bench.bots` lets all levels of every game play one another, at every size of table.

Within ten minutes on two cores. Every deal is played with everybody in every seat, so that luck cancels; a step of the
ladder is the share of matches in which the better level ended ahead of the other, with its 95 % interval.
"""

import json
import os
from argparse import ArgumentParser
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final, NamedTuple

import msgspec
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn, TimeRemainingColumn

from cartable.arena.entrants import read_entrant
from cartable.arena.plan import TournamentPlan, plan
from cartable.arena.ratings import standings
from cartable.arena.runners import ProcessRunner
from cartable.arena.standings import Measured, Standings
from cartable.arena.tournament import Tournament
from cartable.games import registry

LEVELS: Final = ("easy", "fair", "strong", "expert")
STEPS: Final = (("fair", "easy"), ("strong", "fair"), ("expert", "strong"), ("expert", "easy"))

DEALS: Final = {
    "push": {2: 50, 3: 12, 4: 30, 5: 5, 6: 2},
    "quinto": {2: 36, 3: 4, 4: 10},
    "hexa": {2: 60, 3: 20, 4: 40, 5: 8},
    "trio": {2: 40, 3: 10, 4: 20},
}
"""By game and players. A deal for two is 12 matches, for three 12, for four 4, for five 20, for six 60."""

ALONE: Final = {1: 50, 2: 24, 3: 12, 4: 8}
"""Quinto by players: matches of experts among themselves; strong players get four times as many."""

BOTH: Final = ("strong", "expert")
BASELINE: Final = {1: 54.3, 2: 68.2, 3: 75.3, 4: 77.9}
AIM: Final = {1: 62, 2: 76, 3: 82, 4: 84}
"""Quinto's mean scores by players: those of a greedy player of one turn with a value net of the dice game."""


class Rung(NamedTuple):
    """A table of all levels, and what came of it."""

    plan: TournamentPlan
    report: Standings

    def step(self, better: str, worse: str) -> Measured:
        """How often the better level was ahead."""
        names = [bot.name for bot in self.report.bots]
        found = self.report.duels[names.index(better)][names.index(worse)]
        if found is None:
            raise AssertionError(f"{better} and {worse} never met")
        return found


def plans(share: float, seed: int) -> Iterator[TournamentPlan]:
    """All tournaments: the ladders first, then Quinto among equals."""

    def settled(game: str, bots: tuple[str, ...], players: int, deals: int) -> TournamentPlan:
        entrants = [read_entrant(bot) for bot in bots]
        one = plan(registry.game(game), entrants, games=1, players=players, seats="turn", seed=seed)
        return msgspec.structs.replace(one, deals=max(1, round(share * deals)))

    for game, tables in DEALS.items():
        yield from (settled(game, LEVELS, players, deals) for players, deals in tables.items())
    for players, matches in ALONE.items():
        yield settled("quinto", ("expert",), players, matches)
        yield settled("quinto", ("strong",), players, 4 * matches)


def measure(todo: list[TournamentPlan], jobs: int, console: Console) -> Iterator[Rung]:
    """Play them all; each as soon as it is done."""
    columns = (
        TextColumn("{task.description:18}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeElapsedColumn(),
        TimeRemainingColumn(),
    )
    with Progress(*columns, console=console) as progress:
        bar = progress.add_task("", total=sum(each.matches for each in todo))
        for each in todo:
            progress.update(bar, description=f"{each.game}, {each.players} players")
            tournament, workers = Tournament(each), ProcessRunner(jobs)
            try:
                for _ in tournament.run(workers):
                    progress.advance(bar)
            finally:
                workers.close()
            yield Rung(each, standings(each, tournament.results))


def told(figure: Measured, times: float = 100.0, digits: int = 0) -> str:
    """A figure and its interval."""
    value, low, high = (f"{times * part:.{digits}f}" for part in (figure.value, figure.low, figure.high))
    return f"{value} ({low} to {high})"


def markdown(rungs: list[Rung]) -> str:
    """Two tables: the ladder, and Quinto's mean scores."""
    ladders = [rung for rung in rungs if len(rung.plan.entrants) > 1]
    lines = [
        "| | matches | " + " | ".join(f"{better} over {worse}" for better, worse in STEPS) + " | ms an act |",
        "| --- | ---: | " + "---: | " * len(STEPS) + "---: |",
    ]
    for rung in ladders:
        steps = " | ".join(told(rung.step(*step)) for step in STEPS)
        times = {bot.name: f"{bot.thought_ms:.1f}" for bot in rung.report.bots}
        name = f"{rung.plan.game.capitalize()}, {rung.plan.players} players"
        lines.append(f"| {name} | {rung.plan.matches} | {steps} | {' / '.join(times[level] for level in LEVELS)} |")
    means = {(rung.plan.entrants[0].name, rung.plan.players): rung for rung in rungs if len(rung.plan.entrants) == 1}
    if means:
        lines += ["", "| Quinto, players | baseline | aim | strong | expert |", "| --- | ---: | ---: | ---: | ---: |"]
    for players in sorted({players for _, players in means}):
        scores = [means[level, players].report.bots[0].score for level in BOTH if (level, players) in means]
        figures = " | ".join(told(score, 1.0, 1) for score in scores if score is not None)
        lines.append(f"| {players} | {BASELINE[players]} | {AIM[players]} | {figures} |")
    return "\n".join(lines) + "\n"


def as_json(rungs: list[Rung]) -> list[dict[str, Any]]:
    """Everything that was measured."""
    return [
        {
            "game": rung.plan.game,
            "players": rung.plan.players,
            "seed": rung.plan.seed,
            "deals": rung.plan.deals,
            "standings": msgspec.to_builtins(rung.report),
        }
        for rung in rungs
    ]


def main() -> None:
    parser = ArgumentParser(description=__doc__)
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="processes (default: one a core)")
    parser.add_argument("--share", type=float, default=1.0, help="so much of all deals, such as 0.1 for a quick look")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--json", type=Path, help="where to write everything that was measured")
    parser.add_argument("--markdown", type=Path, help="where to write the tables")
    parser.add_argument("--game", choices=DEALS, help="this game only")
    options = parser.parse_args()
    console = Console(width=160)
    rungs: list[Rung] = []
    todo = [each for each in plans(options.share, options.seed) if options.game in (None, each.game)]
    for rung in measure(todo, options.jobs, console):
        rungs.append(rung)
        if options.json is not None:
            options.json.write_text(json.dumps(as_json(rungs), indent=1) + "\n", encoding="utf-8")
        if options.markdown is not None:
            options.markdown.write_text(markdown(rungs), encoding="utf-8")
    console.print(markdown(rungs), soft_wrap=True, highlight=False)


if __name__ == "__main__":
    main()
