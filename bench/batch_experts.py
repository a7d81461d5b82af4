"""Quinto alone with hindsight: `python -m bench.batch_experts` plays it and writes docs/studies/experts.json.

How many points the best of many matches of experts with the same cards has. `--seconds` says for how long it is played.
"""

import json
import time
from argparse import ArgumentParser
from importlib.resources import files
from pathlib import Path
from typing import Any, Final

import jax
import jax.numpy as jnp
import numpy as np
from jax import Array, lax

from cartable.bots.network import PARTS
from cartable.research.batch import quinto
from cartable.research.batch import quinto_sheet as sheet
from cartable.research.batch.bits import RandomBits, count
from training.quinto_batch import begin
from training.quinto_play import TurnNetwork, turn

FOLDER: Final = Path("docs/studies")


def mixed(seed: Array, number: Array) -> Array:
    """Random bits for a place in a deal: the same for the same deal."""
    bits = (seed ^ (number.astype(jnp.uint32) * jnp.uint32(0x9E3779B9))) * jnp.uint32(0x85EBCA6B)
    bits = (bits ^ (bits >> 13)) * jnp.uint32(0xC2B2AE35)
    last: Array = bits ^ (bits >> 16)
    return last


def network_alone() -> dict[str, Array]:
    """The network of the expert alone."""
    with files("cartable.bots.quinto").joinpath("alone.npz").open("rb") as file, np.load(file) as kept:
        weights = {name: jnp.asarray(kept[name].astype(np.float32)) for name in PARTS}
        weights["w1"] = weights["w1"] * jnp.asarray(kept["w1_step"])
    return weights


@jax.jit
def alone(weights: Any, seeds: Array, key: Array, stray: Array) -> Array:
    """The points of experts alone at these deals, each of which has one order of cards."""
    net, games = TurnNetwork.of(weights), len(seeds)
    start = jax.tree.map(lambda leaf: jnp.broadcast_to(leaf, (games,)), quinto.init(1))
    state = quinto.dealt(start, RandomBits(mixed(seeds, jnp.uint32(1)) | 1, mixed(seeds, jnp.uint32(2))))
    styles = begin(games, 1, key).styles

    def once(now: Any, key: Array) -> tuple[Any, None]:
        state, points = now
        turned = turn(net, state, key, stray, styles).state
        ended = sheet.score(turned.sheets[0], quinto.misses(turned, 0)).astype(jnp.float32)
        points = jnp.where(jnp.isnan(points) & quinto.over(turned), ended, points)
        for _ in range(2):
            turned = quinto.settle(turned, mixed(seeds, 100 + count(turned.pile)))
        return (turned, points), None

    (_, points), _ = lax.scan(once, (state, jnp.full(games, jnp.nan)), jax.random.split(key, 40))
    return points


def hindsight(seconds: float, games: int, tries: int) -> list[dict[str, Any]]:
    """Quinto alone, each deal played many times by experts who stray: the best of so many matches with the same cards.
    Whoever knew the order of the cards would come to that at least."""
    weights, deals = network_alone(), max(1, games // tries)
    began, number, best, plain = time.monotonic(), 0, [], []
    while number == 0 or time.monotonic() - began < seconds:
        key = jax.random.fold_in(jax.random.key(8), number)
        seeds = jnp.repeat(jax.random.bits(key, (deals,), jnp.uint32), tries)
        strays = [0.01, 0.03]
        found = [np.asarray(alone(weights, seeds, key, jnp.float32(stray))).reshape(deals, tries) for stray in strays]
        best.append(np.concatenate(found, 1))
        plain.append(np.asarray(alone(weights, seeds[::tries], key, jnp.float32(0.0))))
        number += 1
    every, straight = np.concatenate(best), np.concatenate(plain)
    rows = [{"tries": 1, "deals": len(straight), "mean": float(np.nanmean(straight)), "error": _error(straight)}]
    for many in (8, 64, 512, every.shape[1]):
        order = np.random.default_rng(many).permutation(every.shape[1])[:many]
        top = np.fmax(np.nanmax(every[:, order], 1), straight)
        rows.append({"tries": int(many), "deals": len(top), "mean": float(top.mean()), "error": _error(top)})
    print(rows, flush=True)
    return rows


def _error(points: Any) -> float:
    return float(1.96 * np.nanstd(points) / len(points) ** 0.5)


def main() -> None:
    parser = ArgumentParser(description=__doc__)
    gpu = jax.default_backend() != "cpu"
    parser.add_argument("--seconds", type=float, default=30.0 if gpu else 5.0, help="for each study")
    parser.add_argument("--games", type=int, default=16384 if gpu else 64, help="matches at once")
    parser.add_argument("--out", type=Path, default=FOLDER / "experts.json")
    asked = parser.parse_args()
    rows = hindsight(asked.seconds, asked.games, min(1024, asked.games))
    found = {"device": jax.devices()[0].device_kind, "hindsight": rows}
    asked.out.write_text(json.dumps(found, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
