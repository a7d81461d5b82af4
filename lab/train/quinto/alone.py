"""Learn what a sheet of Quinto is worth from self-play: `python -m lab.train.quinto.alone --seats 2 --out FILE`.

It takes about ten minutes on two cores; the same seed learns the same. The weights in the package learned for longer:
`--start FILE` goes on from weights that were kept.
"""

import argparse
import time
from collections.abc import Iterator
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from cartable.bots.network import Floats
from cartable.games.quinto.bots.batch_sheets import SIZE
from cartable.games.quinto.bots.batch_table import BatchPosition, BatchTable
from cartable.games.quinto.bots.features import INPUTS
from cartable.games.quinto.bots.lay_shapes import CARDS, GRID, HELD
from cartable.games.quinto.bots.sheet_value import SCALE
from cartable.games.quinto.cards import HAND, PLACES
from lab.train.network import NumpyLearner, Slope

TRACE = 0.85
"""How much of what is learned at a turn comes from the far end of the match rather than from the next turn's value."""

TURNS = 32
BATCH = 2048
AHEAD = 0.2
STRAY = 0.002
LAST_RATE = 2e-5
HASTE = (3.0, 9.0)
"""In points: from how much to how much hasty players like to write."""


def dealt(many: int, seats: int, rng: np.random.Generator) -> BatchPosition:
    """Matches about to begin (QUIN-10)."""
    order = rng.random((many, CARDS)).argsort(1)
    held, grid = order[:, : HAND * seats], order[:, HAND * seats : HAND * seats + len(PLACES)]
    where = np.zeros((many, CARDS), dtype=np.int64)
    where[np.arange(many)[:, None], held] = HELD
    where[np.arange(many)[:, None], grid] = GRID
    sheets, misses = np.zeros((many, seats, SIZE), dtype=np.int64), np.zeros((many, seats), dtype=np.int64)
    return BatchPosition(sheets, misses, held.reshape(many, seats, HAND), grid, where)


class PlayedTurns:
    """Some turns of every match: what everybody saw, and what it came to."""

    def __init__(self, table: BatchTable, rng: np.random.Generator, stray: float) -> None:
        looks, values, overs, ends = [], [], [], []
        for _ in range(TURNS):
            table.turn(stray)
            look = table.look(table.active)
            looks.append(look)
            values.append(table.net(look)[..., 0])
            overs.append(table.over.copy())
            ends.append((table.points / SCALE).astype(np.float32))
            _deal_again(table, rng)
        calm = table.haste == 0
        among = calm.all(1)
        self.finished: Floats = np.concatenate(
            [SCALE * end[over & among] for over, end in zip(overs, ends, strict=True)]
        )
        going = ~np.stack(overs)[..., None] & calm
        going[-1] = False  # nobody knows yet what came of it
        self.looks: Floats = np.stack(looks)[going].reshape(-1, INPUTS)
        self.wanted: Floats = _returns(values, overs, ends)[going].reshape(-1)


def hasty(games: int, seats: int, rng: np.random.Generator) -> Floats:
    """At every other table some are hasty: one must know what to do when a match will be over soon."""
    some = (rng.random((games, seats)) < 0.5) & (np.arange(games) % 2 == 1)[:, None] & (seats > 1)
    haste: Floats = (some * rng.uniform(*HASTE, (games, 1)) / SCALE).astype(np.float32)
    return haste


def _deal_again(table: BatchTable, rng: np.random.Generator) -> None:
    """Matches that are over give way to new ones."""
    again = np.nonzero(table.over)[0]
    for kept, part in zip(table.position, dealt(len(again), table.seats, rng), strict=True):
        kept[again] = part
    table.over[again] = False


def _returns(values: list[Floats], overs: list[NDArray[np.bool_]], ends: list[Floats]) -> Floats:
    """[turn, game, seat]: what the look after each turn should have been worth; a match that ends is worth its points.

    A look's worth mixes what the next look is said to be worth with what came of that in turn.
    """
    returns = [values[-1]]
    for value, over, end in zip(values[:0:-1], overs[:0:-1], ends[:0:-1], strict=True):
        carried = (1 - TRACE) * value + TRACE * returns[-1]
        returns.append(np.where(over[:, None], end, carried))
    return np.stack(returns[::-1]).astype(np.float32)


def slope(targets: Floats) -> Slope:
    """Of the squared error of the value, and of that of the spread, which follows the value's errors."""

    def at(outputs: Floats) -> tuple[Floats, float]:
        error = outputs[:, 0] - targets
        spread = outputs[:, 1] - error * error
        down: Floats = np.stack([error, 0.1 * spread], 1).astype(np.float32) / np.float32(len(targets))
        return down, float((error * error).mean())

    return at


def train(net: NumpyLearner, seats: int, *, games: int, rounds: int, rate: float, seed: int) -> Iterator[str]:
    """Play and learn; tells now and then how it goes."""
    rng = np.random.default_rng(seed)
    table = BatchTable(net, rng, dealt(games, seats, rng), 0, AHEAD)
    table.haste = hasty(games, seats, rng)
    began = time.monotonic()
    for number in range(rounds):
        left = 1 - number / rounds
        played = PlayedTurns(table, rng, STRAY * left)
        order = rng.permutation(len(played.looks))
        errors = [
            net.learn(played.looks[pick], slope(played.wanted[pick]), rate * left + LAST_RATE)
            for pick in np.array_split(order, max(1, len(order) // BATCH))
        ]
        if number % 20 == 19 or number == rounds - 1:
            yield (
                f"{number + 1:5} of {rounds} rounds  {(time.monotonic() - began) / 60:5.1f} min  "
                f"mean {played.finished.mean():6.2f}  error {SCALE * np.mean(errors) ** 0.5:5.2f}"
            )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seats", type=int, default=1)
    parser.add_argument("--rounds", type=int, default=240, help="how often to play and learn")
    parser.add_argument("--games", type=int, default=512)
    parser.add_argument("--hidden", type=int, nargs=2, default=(96, 48))
    parser.add_argument("--rate", type=float, default=1e-3, help="how fast to learn at first")
    parser.add_argument("--seed", type=int, default=7)
    parser.add_argument("--start", type=Path, help="weights to go on from")
    parser.add_argument("--out", type=Path, required=True)
    asked = parser.parse_args()
    net = NumpyLearner(INPUTS, tuple(asked.hidden), 2, asked.seed)
    if asked.start is not None:
        net.start(asked.start)
    how = {"games": asked.games, "rounds": asked.rounds, "rate": asked.rate, "seed": asked.seed}
    for told in train(net, asked.seats, **how):
        print(told, flush=True)
        np.savez_compressed(asked.out, **net.weights())


if __name__ == "__main__":
    main()
