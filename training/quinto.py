"""Learn what a sheet of Quinto is worth from self-play: `python -m training.quinto --seats 2 --out FILE`."""

import argparse
import time
from pathlib import Path
from typing import Any

import numpy as np

from cartable.bots.quinto.sight import INPUTS
from training.arrays import host, xp
from training.network import Network
from training.quinto_table import Table

TRACE = 0.85
"""How much of what was learned at a turn comes from the far end of the match rather than from the next turn's value."""


def slope(targets: Any) -> Any:
    """The gradient of the squared error of the value, and of that of the spread, which follows the value's errors."""

    def at(outputs: Any) -> tuple[Any, Any]:
        error = outputs[:, 0] - targets
        spread = outputs[:, 1] - error * error
        return xp.stack([error, 0.1 * spread], 1) / len(targets), (error * error).mean()

    return at


def played(table: Table, turns: int, temperature: float) -> tuple[Any, Any, Any]:
    """So many turns of every match: what was seen, what it was worth in the end, and the points of finished matches."""
    net, seen, values, overs, results = table.net, [], [], [], []
    for _ in range(turns):
        look, (over, result) = table.turn(temperature)
        seen.append(look)
        values.append(net(look)[..., 0])
        overs.append(over)
        results.append(result)
        ended = xp.nonzero(over)[0]
        if len(ended):
            table.deal(ended)
    # a match that ended was seen before it was dealt anew: its value is its points
    target = [xp.where(overs[-1][:, None], results[-1] / 50, values[-1])]
    returns = target[0]
    for at in range(turns - 2, -1, -1):
        carried = (1 - TRACE) * values[at + 1] + TRACE * returns
        carried = xp.where(overs[at + 1][:, None], results[at + 1] / 50, carried)
        returns = carried
        target.append(xp.where(overs[at][:, None], results[at] / 50, carried))
    target.reverse()
    going = xp.stack([xp.broadcast_to(~over[:, None], results[0].shape) for over in overs])
    finished = xp.concatenate([result[over] for over, result in zip(overs, results, strict=True)])
    looks, wanted = xp.stack(seen), xp.stack(target).astype(xp.float32)
    return looks[going], wanted[going], finished


def train(net: Network, asked: argparse.Namespace) -> None:
    """Play and learn for so long."""
    began = time.monotonic()
    table = Table(asked.games, asked.seats, net, asked.seed)
    table.ahead = asked.ahead
    luck = xp.random.RandomState(asked.seed + 1)
    rounds, told, recent = 0, 0.0, []
    while (passed := (time.monotonic() - began) / 60) < asked.minutes:
        progress = passed / asked.minutes
        looks, wanted, finished = played(table, 32, asked.temperature * (1 - progress))
        rate = asked.rate * (1 - progress) + 2e-5
        order = luck.permutation(len(looks))
        losses = []
        for begin in range(0, len(order) - 4095, 4096):
            pick = order[begin : begin + 4096]
            losses.append(net.learn(looks[pick], slope(wanted[pick]), rate))
        rounds += 1
        recent.append(host(finished))
        if passed - told > asked.every / 60:
            told = passed
            points = np.concatenate(recent)
            recent = []
            print(
                f"{passed:6.1f} min  {rounds:5} rounds  {len(points):7} matches  mean {points.mean():6.2f}  "
                f"loss {2500 * np.mean(losses):6.2f}",
                flush=True,
            )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seats", type=int, default=1)
    parser.add_argument("--minutes", type=float, default=4.0)
    parser.add_argument("--games", type=int, default=256)
    parser.add_argument("--hidden", type=int, nargs=2, default=(96, 48))
    parser.add_argument("--seed", type=int, default=7)
    parser.add_argument("--ahead", type=float, default=0.2, help="how much the cards kept count")
    parser.add_argument("--temperature", type=float, default=0.002, help="how far from the best choice one may stray")
    parser.add_argument("--rate", type=float, default=1e-3)
    parser.add_argument("--every", type=float, default=20.0, help="seconds between lines")
    parser.add_argument("--out", type=Path, required=True)
    asked = parser.parse_args()
    net = Network(INPUTS, tuple(asked.hidden), 2, asked.seed)
    if asked.out.exists():
        net.load(asked.out)
    train(net, asked)
    np.savez_compressed(asked.out, **net.weights())


if __name__ == "__main__":
    main()
