"""How fast is the simulator in JAX? `make bench-batch` runs it beside Pgx's games, OpenSpiel's C++ and our engine.

Everybody plays at random. A rollout of ours counts acts, the dealer's included; steps through Pgx make an
observation and a mask each, as its own games do. Whatever JAX finds is used: a GPU, or all cores. All cells of one size
are compiled first, side by side; then the median of several runs counts. `--out FILE` keeps the figures, `--draw
FILE...` draws those of several runs (one on a GPU, one on a processor) into docs/batch.svg.
"""

import json
import time
from argparse import ArgumentParser
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from random import Random
from statistics import median
from typing import Any, Final, NamedTuple

import jax
import jax.numpy as jnp
from jax import lax

from cartable.research.batch.bits import below, count, select
from cartable.research.batch.contract import Simulator
from cartable.research.batch.rollout import nothing, rollout, totals
from cartable.research.batch.simulators import SIMULATORS
from lab.bench.batch.figure import draw

ROUNDS: Final = 3
TABLES: Final = (("push", 2), ("push", 6), ("quinto", 1), ("quinto", 4))
PEERS: Final = ("kuhn_poker", "leduc_holdem", "connect_four", "2048")
SPIEL: Final = ("pig", "crazy_eights", "hearts", "gin_rummy")

Cell = dict[str, Any]
"""What was run, with how many matches at once, and how many acts or steps that were a second."""


class Prepared(NamedTuple):
    """A cell that can be run: what is known of it, the program, what it is given, and how much it did."""

    cell: Cell
    program: Any
    given: Callable[[int], tuple[Any, ...]]
    done: Callable[[Any], dict[str, float]]


def _waited(found: Any) -> Any:
    return jax.tree.map(lambda leaf: leaf.block_until_ready(), found)


def timed(program: Callable[..., Any], given: Callable[[int], tuple[Any, ...]]) -> tuple[float, Any]:
    """The median time of some runs after a first one, and what the last one gave."""
    found = _waited(program(*given(0)))
    times = []
    for number in range(1, ROUNDS + 1):
        began = time.perf_counter()
        found = _waited(program(*given(number)))
        times.append(time.perf_counter() - began)
    return median(times), found


def our_rollouts(game_id: str, seats: int, batch: int, ticks: int, unroll: int = 1) -> Prepared:
    """Acts a second where nothing but the acts is counted."""
    simulator = SIMULATORS[game_id]
    start = simulator.init(seats)
    kept = {"policy": simulator.uniform, "tally": nothing, "batch": batch, "ticks": ticks, "unroll": unroll}
    size = sum(leaf.nbytes for leaf in jax.tree.leaves(start))
    cell = {"kind": "rollout", "game": f"{game_id}-{seats}", "batch": batch, "bytes": size}

    def done(sums: Any) -> dict[str, float]:
        found = totals(sums)
        return {"rate": found["acts"], "decisions": found["decisions"]}

    program = rollout.lower(simulator, start, jax.random.key(0), **kept)
    return Prepared(cell, program, lambda number: (start, jax.random.key(number)), done)


def any_legal(legal: Any, random: Any) -> Any:
    """A legal action at random from a mask of at most 32."""
    bits = (legal.astype(jnp.uint32) << jnp.arange(legal.shape[-1], dtype=jnp.uint32)).sum(-1)
    return select(bits, below(random, count(bits))).astype(jnp.int32)


def through_pgx(cell: Cell, env: Any, choose: Callable[[Any, Any], Any], ticks: int) -> Prepared:
    """Steps a second with observations, masks and new matches for those that end."""
    from pgx.experimental.wrappers import auto_reset  # noqa: PLC0415 - an extra

    batch = cell["batch"]
    again = env.step_again if hasattr(env, "step_again") else auto_reset(env.step, env.init)
    step, init = jax.vmap(again), jax.vmap(env.init)

    @jax.jit
    def run(key: Any) -> Any:
        first, rest = jax.random.split(key)

        def once(state: Any, key: Any) -> tuple[Any, None]:
            chooses, steps = jax.random.split(key)
            action = choose(state, jax.random.bits(chooses, (batch,), jnp.uint32))
            return step(state, action, jax.random.split(steps, batch)), None

        state, _ = lax.scan(once, init(jax.random.split(first, batch)), jax.random.split(rest, ticks))
        return state

    program = run.lower(jax.random.key(0))
    return Prepared(cell, program, lambda number: (jax.random.key(number),), lambda _: {"rate": batch * ticks})


def ours_in_pgx(game_id: str, seats: int, batch: int, ticks: int) -> Prepared:
    """Our games as environments of Pgx. The act is chosen by our own random player, from the state itself."""
    from cartable.research.batch.pgx_env import make  # noqa: PLC0415 - an extra

    simulator: Simulator = SIMULATORS[game_id]
    name = f"{game_id}-{seats}"
    return through_pgx(
        {"kind": "pgx-ours", "game": name, "batch": batch},
        make(name),
        lambda state, random: simulator.uniform(state._match, random),
        ticks,
    )


def pgx_game(name: str, batch: int, ticks: int) -> Prepared:
    """One of Pgx's own games."""
    import pgx  # noqa: PLC0415 - an extra

    return through_pgx(
        {"kind": "pgx", "game": name, "batch": batch},
        pgx.make(name),
        lambda state, random: any_legal(state.legal_action_mask, random),
        ticks,
    )


def our_engine(game_id: str, seats: int, seconds: float) -> Cell:
    """The engine, one match at a time on one core."""
    from cartable.games.registry import game  # noqa: PLC0415
    from lab.bench.engine.ours import play  # noqa: PLC0415

    rng, acts, began = Random(7), 0, time.process_time()
    while time.process_time() - began < seconds:
        acts += play(game(game_id), seats, rng)[0]
    return {"kind": "engine", "game": f"{game_id}-{seats}", "batch": 1, "rate": acts / (time.process_time() - began)}


def openspiel(name: str, seconds: float) -> Cell:
    """OpenSpiel's own loop in C++ with its random players, one match at a time on one core."""
    import pyspiel  # noqa: PLC0415 - an extra

    game = pyspiel.load_game(name)
    players = game.num_players()
    acts, seed, began = 0, 1, time.process_time()
    while time.process_time() - began < seconds:
        state = game.new_initial_state()
        bots = [pyspiel.make_uniform_random_bot(player, seed + player) for player in range(players)]
        pyspiel.evaluate_bots(state, bots, seed)
        acts, seed = acts + len(state.history()), seed + players
    return {"kind": "openspiel", "game": name, "batch": 1, "rate": acts / (time.process_time() - began)}


def measure(batches: list[int], ticks: int, seconds: float) -> Iterator[Cell]:
    """Everything, one after the other, the largest size first."""
    fewer = max(1, ticks // 16)
    for batch in sorted(batches, reverse=True):
        ready = [our_rollouts(game_id, seats, batch, ticks) for game_id, seats in TABLES]
        ready += [ours_in_pgx(game_id, seats, batch, fewer) for game_id, seats in TABLES]
        ready += [pgx_game(name, batch, fewer) for name in PEERS]
        with ThreadPoolExecutor() as compilers:
            programs = list(compilers.map(lambda each: each.program.compile(), ready))
        for each, program in zip(ready, programs, strict=True):
            took, found = timed(program, each.given)
            yield {**each.cell, **{name: many / took for name, many in each.done(found).items()}}
    for game_id, seats in TABLES:
        yield our_engine(game_id, seats, seconds)
    for name in SPIEL:
        try:
            yield openspiel(name, seconds)
        except ImportError:
            return


def main() -> None:
    parser = ArgumentParser("python -m lab.bench.batch", description=__doc__)
    gpu = jax.default_backend() != "cpu"
    sizes = [1 << 16, 1 << 18, 1 << 20, 1 << 22] if gpu else [1 << 10, 1 << 12, 1 << 14]
    parser.add_argument("--batch", type=int, nargs="*", default=sizes, help="matches at once")
    parser.add_argument("--ticks", type=int, default=1000 if gpu else 200, help="acts of each match")
    parser.add_argument("--seconds", type=float, default=2.0, help="for those that play one match at a time")
    parser.add_argument("--out", type=Path, help="keep the figures here")
    parser.add_argument("--draw", type=Path, nargs="*", help="draw the figures of these files instead")
    asked = parser.parse_args()
    if asked.draw:
        runs = [json.loads(file.read_text(encoding="utf-8")) for file in asked.draw]
        Path("docs/batch.svg").write_text(draw(runs), encoding="utf-8")
        return
    device = jax.devices()[0].device_kind
    cells: list[Cell] = []
    for cell in measure(asked.batch, asked.ticks, asked.seconds):
        cells.append(cell)
        print(
            f"{cell['kind']:10} {cell['game']:14} {cell['batch']:9,} at once {cell['rate'] / 1e6:12,.2f} M/s",
            flush=True,
        )
        if asked.out is not None:
            asked.out.write_text(json.dumps({"device": device, "cells": cells}), encoding="utf-8")


if __name__ == "__main__":
    main()
