"""How fast are the environments for researchers? Ours beside PettingZoo's card games, RLCard, and OpenSpiel's Python
and C++ games, in one run. Run: PYTHONPATH=src:. .venv-bench/bin/python -m lab.bench.research

Random legal play on one core, everybody through the same loop of the same interface, with observations and masks where
it makes them. Cells are measured in turn in short rounds, and the median round counts: look at the ratios.
"""

import gc
import time
from argparse import ArgumentParser
from collections.abc import Callable, Iterator
from random import Random
from statistics import median
from typing import Final

import gymnasium
from rich.console import Console
from rich.progress import track
from rich.table import Table

import cartable.research.gym
import cartable.research.spiel  # noqa: F401 - registers our games
from cartable.games import registry
from cartable.research import zoo
from cartable.research.encodings import encoding
from lab.bench.engine.peers import Loop, aec_loop, classic, openspiel_loop, rlcard_loop

ROUNDS: Final = 5
SEED: Final = 7

ZOO: Final = "PettingZoo"
SPIEL: Final = "OpenSpiel"
GYM: Final = "Gymnasium"
RLCARD: Final = "RLCard"


def gym_loop(name: str) -> Loop:
    """Matches through Gymnasium, with masks."""
    env, rng = gymnasium.make(name).unwrapped, Random(SEED)

    def play() -> int:
        _, info = env.reset()
        steps, over = 0, False
        while not over:
            _, _, over, _, info = env.step(rng.choice(info["action_mask"].nonzero()[0].tolist()))
            steps += 1
        return steps

    return play


def cells() -> Iterator[tuple[str, str, Loop]]:
    """Everybody: the interface, the name, the loop. Ours begin with `cartable`."""
    for game in registry.games():
        name = f"{game.id}_v{encoding(game.id).version}"
        module = getattr(zoo, name)
        for seats in (game.seats[0], game.seats[-1]):
            yield ZOO, f"cartable {name}, {seats} seats", aec_loop(module.env(seats=seats), SEED)
    for name in ("leduc_holdem_v4", "texas_holdem_v4", "hanabi_v5"):
        try:
            yield ZOO, name, aec_loop(classic(name), SEED)
        except ImportError as missing:  # hanabi's own engine is not on every machine
            print(f"left out: {name} ({missing})")
    for name in ("uno", "limit-holdem", "gin-rummy"):
        yield RLCARD, name, rlcard_loop(name, SEED)
    for name, most in (("cartable_push", 6), ("cartable_quinto", 4)):
        for players in (2, most):
            yield SPIEL, f"{name}, {players} players".replace("_", " "), openspiel_loop(name, SEED, players=players)
    for name in ("kuhn_poker", "tic_tac_toe", "liars_poker", "block_dominoes"):
        yield SPIEL, f"{name} (Python)", openspiel_loop(f"python_{name}", SEED)
    for name in ("pig", "crazy_eights", "hearts", "gin_rummy"):
        yield SPIEL, f"{name} (C++)", openspiel_loop(name, SEED)
    yield GYM, "cartable quinto solo", gym_loop("CartableQuintoSolo-v0")


def rate(play: Loop, seconds: float) -> float:
    """Steps per second of processor time."""
    gc.collect()
    steps, began = 0, time.process_time()
    while (took := time.process_time() - began) < seconds:
        steps += play()
    return steps / took


Found = list[tuple[str, str, float]]


def measure(seconds: float, console: Console) -> Found:
    """The median of everybody, measured in turn."""
    everybody = list(cells())
    rounds: dict[str, list[float]] = {name: [] for _, name, _ in everybody}
    turns = [(name, play) for _ in range(ROUNDS) for _, name, play in everybody]
    for name, play in track(turns, "measuring", console=console):
        rounds[name].append(rate(play, seconds / ROUNDS))
    return [(interface, name, median(rounds[name])) for interface, name, _ in everybody]


def report(found: Found, console: Console) -> None:
    """All rates, and ratios over the peer each aim names."""
    rates = {name: steps for _, name, steps in found}
    peers: dict[str, Callable[[], float]] = {
        ZOO: lambda: rates["leduc_holdem_v4"],
        SPIEL: lambda: median(steps for name, steps in rates.items() if name.endswith("(Python)")),
        RLCARD: lambda: rates["uno"],
        GYM: lambda: rates["leduc_holdem_v4"],
    }
    table = Table(title="Random legal play on one core, steps per second of processor time")
    for column in ("interface", "environment", "steps/s", "over the peer"):
        table.add_column(column, justify="right" if column in ("steps/s", "over the peer") else "left")
    for interface, name, steps in found:
        table.add_row(interface, name, f"{steps:,.0f}", f"{steps / peers[interface]():.2f}")
    console.print(table)
    console.print(
        "The peer is leduc_holdem_v4 (PettingZoo, Gymnasium), uno (RLCard), the median Python game (OpenSpiel)."
    )


def main() -> None:
    parser = ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=5.0, help="processor time a cell (default 5)")
    given = parser.parse_args()
    console = Console(width=100)
    report(measure(given.seconds, console), console)


if __name__ == "__main__":
    main()
