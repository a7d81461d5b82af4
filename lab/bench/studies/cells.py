"""Which cells of Quinto matter? `python -m lab.bench.studies.cells` plays it and writes docs/studies/cells.json.

Experts alone (`lab.train.quinto.quick`), from the first card to the last. For every cell: how often it is filled in the
end, the number in it, and the points of matches with and without it. Then each cell in turn has to stay empty: what
that costs is what the cell brings. `--matches` says how many matches each of both studies has.
"""

import json
import time
from argparse import ArgumentParser, Namespace
from functools import partial
from pathlib import Path
from typing import Any, Final

import jax
import jax.numpy as jnp
import numpy as np
from jax import Array, lax

from cartable.games.quinto.sheet import CELLS
from cartable.games.quinto.simulator import rules as quinto
from cartable.games.quinto.simulator import sheet
from cartable.research.batch.bits import RandomBits, either, word
from lab.bench.studies.quick_figure import sheet_picture
from lab.train.quinto.play import TurnNetwork
from lab.train.quinto.quick import network_alone, quick_turn

FOLDER: Final = Path("docs/studies")
TURNS: Final = 28
"""The cards in the hand and in the pile when a match alone begins: no match has more turns."""


@partial(jax.jit, static_argnames=("games",))
def ended(weights: Any, key: Array, shut: Array, *, games: int) -> dict[str, Array]:
    """Matches with these cells shut, a bit each: the sheets, points and numbers in the end."""
    net = TurnNetwork.of(weights)
    first, second = jax.random.split(key)
    start = jax.tree.map(lambda leaf: jnp.broadcast_to(leaf, (games,)), quinto.init(1))
    state = quinto.dealt(start, RandomBits.of(first, (games,)))

    def once(now: tuple[Any, RandomBits], _: None) -> tuple[Any, None]:
        state, rng = now
        turned = quick_turn(net, state, shut)
        for _again in range(2):
            bits, rng = rng.draw()
            turned = quinto.settle(turned, bits)
        over = quinto.over(state)
        return (either(over, state, turned), rng), None

    (state, _), _ = lax.scan(once, (state, RandomBits.of(second, (games,))), None, TURNS)
    points = sheet.score(state.sheets[0], quinto.misses(state, 0))
    return {"over": quinto.over(state), "points": points, "numbers": sheet.numbers(state.sheets[0]).astype(jnp.int32)}


@partial(jax.jit, static_argnames=("games",))
def by_cell(weights: Any, key: Array, *, games: int) -> dict[str, Array]:
    """Sums over matches without any cell shut."""
    found = ended(weights, key, jnp.zeros(games, jnp.uint32), games=games)
    over, points, numbers = found["over"], found["points"], found["numbers"]
    filled = numbers > 0
    return {
        "matches": over.sum(), "points": points.sum(), "squares": (points * points).astype(jnp.uint32).sum(),
        "filled": filled.sum(0), "with": jnp.where(filled, points[:, None], 0).sum(0), "numbers": numbers.sum(0),
    }  # fmt: skip


@partial(jax.jit, static_argnames=("games",))
def by_shut(weights: Any, key: Array, *, games: int) -> dict[str, Array]:
    """Sums over matches in which each cell in turn has to stay empty; in as many, none."""
    cell = jnp.arange(games, dtype=jnp.uint32) % (len(CELLS) + 1)
    found = ended(weights, key, word(1) << cell, games=games)
    mine = cell[:, None] == jnp.arange(len(CELLS) + 1, dtype=jnp.uint32)
    points = jnp.where(mine, found["points"][:, None], 0)
    return {
        "matches": found["over"].sum(), "each": mine.sum(0), "points": points.sum(0),
        "squares": (points * points).astype(jnp.uint32).sum(0),
    }  # fmt: skip


def added(run: Any, seed: int, many: int, seconds: float) -> dict[str, Any]:
    """Runs until there are so many matches, or no time is left."""
    began, number = time.monotonic(), 0
    total: dict[str, Any] = {}
    while number == 0 or (total["matches"] < many and time.monotonic() - began < seconds):
        found = run(jax.random.fold_in(jax.random.key(seed), number))
        total = {name: total.get(name, 0) + np.asarray(part).astype(np.int64) for name, part in found.items()}
        number += 1
    total["seconds"] = time.monotonic() - began
    return total


def rows_of(total: dict[str, Any]) -> dict[str, Any]:
    """What the sums say of each cell."""
    many, filled = int(total["matches"]), total["filled"]
    rows = [
        {
            "cell": cell, "filled": filled[at] / many, "number": total["numbers"][at] / max(filled[at], 1),
            "with": total["with"][at] / max(filled[at], 1),
            "without": (total["points"] - total["with"][at]) / max(many - filled[at], 1),
        }
        for at, cell in enumerate(CELLS)
    ]  # fmt: skip
    mean = total["points"] / many
    wide = 1.96 * ((total["squares"] / many - mean * mean) / many) ** 0.5
    return {"matches": many, "mean": mean, "error": wide, "cells": rows, "seconds": total["seconds"]}


def shut_of(total: dict[str, Any]) -> dict[str, Any]:
    """What it costs that a cell has to stay empty."""
    means = total["points"] / total["each"]
    errors = 1.96 * ((total["squares"] / total["each"] - means * means) / total["each"]) ** 0.5
    rows = [
        {"cell": cell, "matches": int(total["each"][at]), "costs": means[-1] - means[at], "error": errors[at]}
        for at, cell in enumerate(CELLS)
    ]
    return {"matches": int(total["matches"]), "mean": means[-1], "cells": rows, "seconds": total["seconds"]}


def main() -> None:
    parser = ArgumentParser(description=__doc__)
    gpu = jax.default_backend() != "cpu"
    parser.add_argument("--matches", type=int, default=100_000_000 if gpu else 512, help="of each study")
    parser.add_argument("--games", type=int, default=1 << 17 if gpu else 512, help="matches at once")
    parser.add_argument("--seconds", type=float, default=600.0, help="at most, for each study")
    parser.add_argument("--out", type=Path, default=FOLDER / "cells.json")
    parser.add_argument("--draw", action="store_true", help="draw what was found before")
    asked = parser.parse_args()
    if not asked.draw:
        play(asked)
    found = json.loads(asked.out.read_text(encoding="utf-8"))
    picture = sheet_picture(found["filled"]["cells"], found["shut"]["cells"])
    asked.out.with_name("quinto-cells.svg").write_text(picture, encoding="utf-8")


def play(asked: Namespace) -> None:
    """Both studies; what was found is kept after each."""
    weights, found = network_alone(), {"device": jax.devices()[0].device_kind}
    for name, run, told in (("filled", by_cell, rows_of), ("shut", by_shut, shut_of)):
        total = added(lambda key, run=run: run(weights, key, games=asked.games), 3, asked.matches, asked.seconds)
        found[name] = told(total)
        print(f"{name}: {str(found[name])[:300]} {found[name]['seconds']:.1f} s", flush=True)
        asked.out.write_text(json.dumps(found, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
