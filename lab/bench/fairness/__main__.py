"""How often is the wrong player found first? Run it from the root of the project: `python -m lab.bench.fairness`.

Made-up matches (`fairness_world`) are judged three ways (`fairness_judges`), ours by the real referee, message by
message on a made-up clock. With `--write` the tables and the figure of `docs/fairness.md` are written again.
"""

import sys
import time
from argparse import ArgumentParser
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Final

import numpy as np
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from lab.bench.fairness.cells import Cell, Doubts, Kind, Rng, doubts, measure
from lab.bench.fairness.figure import draw
from lab.bench.fairness.report import (
    ReportTable,
    forgers_sheet,
    guards_sheet,
    modes_sheet,
    races_sheet,
    shares_sheet,
    write_into,
)
from lab.bench.fairness.world import BAD, CABLE, FAR, FIBER, MIXES, MOBILE, NETWORKS, RACES, NetworkKind

PAGE: Final = Path("docs/fairness.md")
FIGURE: Final = Path("docs/fairness-races.svg")
RACES_A_CELL: Final = 40_000
QUICK: Final = 2_000
PLAYERS: Final = range(2, 6)
COARSE: Final = 100.0
"""A device clock as some browsers give it to guard privacy: the referee does without."""

SHAVED: Final = ((FIBER, 8.0, 30.0), (CABLE, 8.0, 30.0), (MOBILE, 15.0, 30.0), (FAR, 8.0, 30.0), (BAD, 25.0, 60.0))
"""What cheats try in the tests of the guards: off every stamp, and on every SEEN of a race."""


def seated(mix: str, players: int) -> Kind:
    def networks(rng: Rng) -> list[NetworkKind]:
        return [NETWORKS[n] for n in rng.choice(len(NETWORKS), players, p=MIXES[mix])]

    return Kind(networks)


def fixed(*networks: NetworkKind) -> Callable[[Rng], tuple[NetworkKind, ...]]:
    return lambda _: networks


def kinds() -> Iterator[tuple[str, Kind]]:
    for mix in MIXES:
        for players in PLAYERS:
            yield f"{mix} {players}", seated(mix, players)
    yield "far", Kind(fixed(FAR, CABLE, CABLE, CABLE))
    for line in (CABLE, MOBILE):
        yield f"forger {line.name}", Kind(fixed(line, line, line), forger=0)
    yield "server alone", Kind(seated("typical", 4).networks, clock_step=COARSE)


def measure_all(races: int, seed: int, console: Console) -> dict[str, Cell]:
    columns = (TextColumn("{task.description:16}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    every = list(kinds())
    matches = -(-races // RACES)
    found = {}
    with Progress(*columns, console=console) as progress:
        task = progress.add_task("", total=matches * len(every))
        for number, (name, kind) in enumerate(every):
            progress.update(task, description=name)
            # Each cell has its own stream, so that it comes out the same whatever else is measured.
            rng = np.random.default_rng((seed, number))
            found[name] = measure(kind, races, rng, lambda: progress.advance(task))
    return found


def targets(cells: dict[str, Cell]) -> list[tuple[str, float, float]]:
    """What is to be reached: what, measured, at most."""
    typical, worldwide = cells["typical 4"].referee, cells["global 4"].referee
    return [
        ("wrong first, typical, 4 players, %", typical.wrong_percent, 1.0),
        ("wrong first, global, 4 players, %", worldwide.wrong_percent, 1.2),
        ("mean delay, typical, 4 players, ms", typical.delay[0], 60),
        ("mean delay, global, 4 players, ms", worldwide.delay[0], 80),
        ("longest delay anywhere, ms", max(cell.referee.delay[2] for cell in cells.values()), 150),
        ("gain of a forged stamp on cable, ms", cells["forger cable"].referee.gain, 10),
    ]


def guarded(races: int, seed: int) -> dict[str, tuple[float, float, Doubts]]:
    rng = np.random.default_rng((seed, len(SHAVED), races))
    return {
        network.name: (shaved, held, doubts(network, shaved, held, max(200, races // 10), rng))
        for network, shaved, held in SHAVED
    }


def sheets(cells: dict[str, Cell], tested: dict[str, tuple[float, float, Doubts]]) -> list[ReportTable]:
    by_lines = {(mix, players): cells[f"{mix} {players}"] for mix in MIXES for players in PLAYERS}
    forgers = {line.name: cells[f"forger {line.name}"] for line in (CABLE, MOBILE)}
    return [
        races_sheet(by_lines),
        shares_sheet(cells["far"], forgers),
        forgers_sheet(forgers),
        guards_sheet(tested),
        modes_sheet(cells["typical 4"], cells["server alone"]),
    ]


def main() -> int:
    parser = ArgumentParser("python -m lab.bench.fairness", description=__doc__.splitlines()[0])
    parser.add_argument("--races", type=int, default=RACES_A_CELL, help="races a cell (default %(default)s)")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--quick", action="store_true", help=f"{QUICK} races a cell: a look, too few to judge by")
    parser.add_argument("--write", action="store_true", help=f"write the tables of {PAGE} and {FIGURE}")
    chosen = parser.parse_args()
    if chosen.races < 1:
        parser.error("--races: expected 1 or more")
    races = QUICK if chosen.quick else chosen.races
    console = Console()
    begun = time.monotonic()
    cells = measure_all(races, chosen.seed, console)
    pages = sheets(cells, guarded(races, chosen.seed))
    took = time.monotonic() - begun
    for sheet in pages:
        console.print(sheet.terminal())
    missed = 0
    for what, measured, most in targets(cells):
        missed += measured > most + 1e-6
        console.print(f"{'reached' if measured <= most + 1e-6 else 'MISSED '}  {what}: {measured:.2f} (at most {most})")
    console.print(f"{races} races a cell, seed {chosen.seed}, {took:.0f} s")
    if chosen.write:
        count = f"{cells['far'].referee.races:,}".replace(",", " ")
        write_into(PAGE, pages, f"{count} races a cell, seed {chosen.seed}; ± is 95 % of the chance in a figure.")
        FIGURE.write_text(draw(cells, tuple(MIXES)), encoding="utf-8")
    return 1 if missed and not chosen.quick else 0


if __name__ == "__main__":
    sys.exit(main())
