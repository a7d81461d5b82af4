"""How fast are the rules? `make bench` runs it: our games and their peers, interleaved, under uniform random play.

Every cell is measured in several short rounds, ours and theirs in turn, and the median round counts: on a shared
machine only figures taken side by side can be compared, so ratios are what to look at.
"""

import cProfile
import gc
import pstats
import time
from argparse import ArgumentParser
from collections.abc import Callable
from pathlib import Path
from random import Random
from statistics import median
from typing import Final

from rich.console import Console
from rich.progress import track
from rich.table import Table

from cartable.kernel import AnyGame
from lab.bench.engine.ours import OURS, bytes_per_state, play
from lab.bench.engine.peers import PEERS

ROUNDS: Final = 5
RIVALS: Final = ("RLCard", "PettingZoo")
"""The aim is three times the fastest of these."""

Rates = tuple[float, float, float]
"""Acts, decisions of players, and games per second of processor time."""


def rates(play_one: Callable[[], tuple[int, int]], seconds: float) -> Rates:
    """Play for so long, and count."""
    acts = decisions = games = 0
    began = time.process_time()
    while (took := time.process_time() - began) < seconds:
        more_acts, more_decisions = play_one()
        acts, decisions, games = acts + more_acts, decisions + more_decisions, games + 1
    return acts / took, decisions / took, games / took


def ours(game: AnyGame, seats: int) -> Callable[[], tuple[int, int]]:
    rng = Random(7)
    return lambda: play(game, seats, rng)


def theirs(loop: Callable[[], int]) -> Callable[[], tuple[int, int]]:
    def play_one() -> tuple[int, int]:
        decisions = loop()
        return decisions, decisions

    return play_one


def measure(seconds: float, console: Console) -> dict[str, Rates]:
    """The median rates of everybody, measured in turn."""
    runs = {f"{game.id}, {seats} players": ours(game, seats) for game, seats in OURS}
    runs |= {name: theirs(make(7)) for name, make in PEERS}
    rounds: dict[str, list[Rates]] = {name: [] for name in runs}
    turns = [(name, run) for _ in range(ROUNDS) for name, run in runs.items()]
    for name, run in track(turns, "measuring", console=console):
        gc.collect()
        rounds[name].append(rates(run, seconds / ROUNDS))
    return {name: _middle(found) for name, found in rounds.items()}


def _middle(found: list[Rates]) -> Rates:
    acts, decisions, games = zip(*found, strict=True)
    return median(acts), median(decisions), median(games)


def report(found: dict[str, Rates], console: Console) -> None:
    """Ours with ratios over the fastest of the rivals, then the peers."""
    best = max(found[name][1] for name in found if name.startswith(RIVALS))
    table = Table(title="Random legal play on one core, per second of processor time")
    for column in ("game", "acts", "players' decisions", "games", "decisions over the fastest rival", "bytes a state"):
        table.add_column(column, justify="left" if column == "game" else "right")
    sizes = {f"{game.id}, {seats} players": bytes_per_state(game, seats) for game, seats in OURS}
    for name, (acts, decisions, games) in found.items():
        size = f"{sizes[name]:,.0f}" if name in sizes else ""
        table.add_row(name, f"{acts:,.0f}", f"{decisions:,.0f}", f"{games:,.1f}", f"{decisions / best:.1f}", size)
    console.print(table)


def limits(console: Console) -> None:
    """Where the time of one game goes: the share of each layer's own code, profiled."""
    table = Table(title="What limits us: share of the time in each function's own code")
    for column in ("game", "the five heaviest"):
        table.add_column(column)
    for game, seats in OURS[1::2]:
        profile = cProfile.Profile()
        for seed in range(20):
            profile.runcall(play, game, seats, Random(seed))
        stats = pstats.Stats(profile).stats  # type: ignore[attr-defined]
        total = sum(own for _, _, own, _, _ in stats.values())
        heavy = sorted(stats.items(), key=lambda item: -item[1][2])[:5]
        told = (f"{Path(file).stem}.{name} {own / total:.0%}" for (file, _, name), (_, _, own, _, _) in heavy)
        table.add_row(f"{game.id}, {seats} players", ", ".join(told))
    console.print(table)


def main() -> None:
    parser = ArgumentParser("python -m lab.bench.engine", description=__doc__)
    parser.add_argument("--seconds", type=float, default=5.0, help="processor time a cell (default 5)")
    parser.add_argument("--quick", action="store_true", help="half a second a cell")
    options = parser.parse_args()
    console = Console(width=120)
    report(measure(0.5 if options.quick else options.seconds, console), console)
    limits(console)


if __name__ == "__main__":
    main()
