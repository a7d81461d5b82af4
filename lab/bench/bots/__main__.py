"""How good are the bots? `python -m lab.bench.bots` lets each level play the next one, in every game at every table
size.

Every deal is played twice, the better level in every other seat and then in the seats between, so that luck cancels.
A step is the share of pairs of players in which the better level ended ahead, a tie for a half, with its 95 % interval
from deals. Deals are added where the interval is widest until all are narrow enough, or the time is up. Then Quinto's
levels play among themselves, for points.
"""

import json
import os
import time
from argparse import ArgumentParser
from collections.abc import Callable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from math import sqrt
from pathlib import Path
from statistics import mean, stdev
from typing import Any, Final, NamedTuple

from rich.console import Console

from cartable.arena.simulation import play
from cartable.bots import bot
from cartable.games import registry

STEPS: Final = (("fair", "easy"), ("strong", "fair"), ("expert", "strong"))
LEVELS: Final = ("easy", "fair", "strong", "expert")
GAMES: Final = ("push", "quinto", "hexa", "trio")
WIDE: Final = 1.96
NARROW: Final = 0.05
"""Half the interval of a step that is wanted."""

FEWEST: Final = 40
"""With fewer deals an interval says nothing."""

LEAST_SPREAD: Final = 0.1
"""Where a level always wins, the spread of deals is none, which would be too sure."""

POINTS_NARROW: Final = 1.5


class Cell(NamedTuple):
    """What is measured: a step of the ladder at a size of table, or one level among its like (`worse` is empty)."""

    game: str
    players: int
    better: str
    worse: str


class Found(NamedTuple):
    """One deal: how often the better level was ahead, or the mean points; and what each level thought, in ms an act."""

    result: float
    thought: dict[str, list[float]]


def cells(games: tuple[str, ...]) -> Iterator[Cell]:
    """All of them."""
    for game in games:
        tables = [players for players in registry.game(game).seats if players > 1]
        yield from (Cell(game, players, better, worse) for players in tables for better, worse in STEPS)
    if "quinto" in games:
        yield from (Cell("quinto", players, level, "") for players in range(1, 5) for level in ("strong", "expert"))


def deal(cell: Cell, seed: int) -> Found:
    """One deal, both ways round; among its like once."""
    game, ahead = registry.game(cell.game), []
    thought: dict[str, list[float]] = {}
    for turn in (0, 1) if cell.worse else (0,):
        levels = [cell.worse if cell.worse and (seat + turn) % 2 else cell.better for seat in range(cell.players)]
        match = play(game, [bot(cell.game, level, seed, seat) for seat, level in enumerate(levels)], seed)
        for level, times in zip(levels, match.thought_ms, strict=True):
            thought.setdefault(level, []).extend(times)
        if not cell.worse:
            return Found(mean(match.outcome.scores or [0]), thought)
        ranks = match.outcome.ranks
        ahead += [
            1.0 if ranks[seat] < ranks[other] else 0.5 if ranks[seat] == ranks[other] else 0.0
            for seat, level in enumerate(levels)
            for other, theirs in enumerate(levels)
            if level == cell.better and theirs == cell.worse
        ]
    return Found(mean(ahead), {level: [mean(times)] for level, times in thought.items() if times})


def half(cell: Cell, found: list[Found]) -> float:
    """Half of the 95 % interval."""
    if len(found) < FEWEST:
        return 1.0 if cell.worse else 50.0
    return WIDE * max(stdev(each.result for each in found), LEAST_SPREAD) / sqrt(len(found))


def wanted(cell: Cell, found: list[Found]) -> float:
    """How much wider an interval is than it should be."""
    return half(cell, found) / (NARROW if cell.worse else POINTS_NARROW)


def measure(todo: list[Cell], jobs: int, seconds: float, told: Callable[[str], None]) -> dict[Cell, list[Found]]:
    """Play deals of whatever is the least certain."""
    found: dict[Cell, list[Found]] = {cell: [] for cell in todo}
    seeds = dict.fromkeys(todo, 0)
    busy: dict[Future[Found], Cell] = {}
    until = said = time.monotonic()
    until += seconds
    with ProcessPoolExecutor(jobs) as workers:
        while time.monotonic() < until:
            while len(busy) < 2 * jobs:
                least = min(todo, key=lambda cell: (wanted(cell, found[cell]) <= 1, seeds[cell] >= FEWEST, seeds[cell]))
                if wanted(least, found[least]) <= 1:
                    break
                seeds[least] += 1
                busy[workers.submit(deal, least, seeds[least])] = least
            if not busy:
                break
            for done in wait(busy, timeout=5, return_when=FIRST_COMPLETED).done:
                found[busy.pop(done)].append(done.result())
            if time.monotonic() - said > 20:
                said = time.monotonic()
                told(f"{sum(map(len, found.values()))} deals, {sum(wanted(*each) > 1 for each in found.items())} to go")
        for each in busy:
            each.cancel()
    return found


def step(cell: Cell, found: list[Found]) -> str:
    """A figure, its interval and how many deals."""
    if len(found) < 2:
        return "-"
    times = 100.0 if cell.worse else 1.0
    middle, wide = times * mean(each.result for each in found), times * half(cell, found)
    return f"{middle:.1f} ± {wide:.1f} ({len(found)})"


def markdown(found: dict[Cell, list[Found]]) -> str:
    """Two tables: the ladder, and Quinto's mean scores."""
    lines = [
        "| | " + " | ".join(f"{better} over {worse}" for better, worse in STEPS) + " | ms an act |",
        "| --- | " + "---: | " * len(STEPS) + "---: |",
    ]
    for game, players in dict.fromkeys((cell.game, cell.players) for cell in found if cell.worse):
        row = [Cell(game, players, *levels) for levels in STEPS]
        times = {
            level: [ms for cell in row for each in found[cell] for ms in each.thought.get(level, [])]
            for level in LEVELS
        }
        thought = " / ".join(f"{mean(ms):.1f}" if ms else "-" for ms in times.values())
        steps = " | ".join(step(cell, found[cell]) for cell in row)
        lines.append(f"| {game.capitalize()}, {players} players | {steps} | {thought} |")
    alone = [cell for cell in found if not cell.worse]
    if alone:
        lines += ["", "| Quinto, players | strong | expert |", "| --- | ---: | ---: |"]
    for players in sorted({cell.players for cell in alone}):
        means = " | ".join(step(cell, found[cell]) for cell in alone if cell.players == players)
        lines.append(f"| {players} | {means} |")
    return "\n".join(lines) + "\n"


def as_json(found: dict[Cell, list[Found]]) -> list[dict[str, Any]]:
    """Everything that was measured."""
    return [
        {**cell._asdict(), "deals": len(each), "value": mean(one.result for one in each), "half": half(cell, each)}
        for cell, each in found.items()
        if each
    ]


def main() -> None:
    parser = ArgumentParser("python -m lab.bench.bots", description=__doc__)
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="processes (default: one a core)")
    parser.add_argument("--minutes", type=float, default=60.0, help="for no longer than this")
    parser.add_argument("--json", type=Path, help="where to write everything that was measured")
    parser.add_argument("--markdown", type=Path, help="where to write the tables")
    parser.add_argument("--game", choices=GAMES, help="this game only")
    options = parser.parse_args()
    console = Console(width=160)
    todo = list(cells((options.game,) if options.game else GAMES))
    found = measure(todo, options.jobs, 60 * options.minutes, console.print)
    if options.json is not None:
        options.json.write_text(json.dumps(as_json(found), indent=1) + "\n", encoding="utf-8")
    if options.markdown is not None:
        options.markdown.write_text(markdown(found), encoding="utf-8")
    console.print(markdown(found), soft_wrap=True, highlight=False)


if __name__ == "__main__":
    main()
