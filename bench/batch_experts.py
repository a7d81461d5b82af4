"""Studies with experts in JAX: `python -m bench.batch_experts` plays them and writes docs/studies/experts.json.

Luck: two experts of Push play each deal twice, with the same order of cards and the same die; each time they choose at
random among acts that are nearly as good as the best. What both matches of a deal have in common is due to the cards.
Beside it, the expert plays the best rule that a person can remember (`bench.batch_rules`). Hindsight: how many points
the best of many matches of Quinto alone with the same cards has. Cells: what every cell of the sheet has to do with
the points. `--seconds` says for how long each is played.
"""

import json
import time
from argparse import ArgumentParser
from collections.abc import Callable
from functools import partial
from importlib.resources import files
from pathlib import Path
from typing import Any, Final

import jax
import jax.numpy as jnp
import numpy as np
from jax import Array, lax

from bench.batch_experts_figure import figures
from bench.batch_rules import Rule, play_by
from cartable.bots.network import PARTS
from cartable.games.quinto.sheet import CELLS
from cartable.research.batch import push, quinto
from cartable.research.batch import quinto_sheet as sheet
from cartable.research.batch.bits import RandomBits, count
from training.push_expert import TurnTables, expert_act, worths
from training.push_play import share
from training.quinto_batch import begin
from training.quinto_play import TurnNetwork, drawn, turn

NEARLY: Final = (0.0, 0.002, 0.01, 0.03)
"""Acts that win less often than the best by no more than this are as good: experts who slip a little more each."""

RULE: Final = (2, 6, 18, 0)
TICKS: Final = 600
"""More acts than a match of two needs."""

FOLDER: Final = Path("docs/studies")


def mixed(seed: Array, number: Array) -> Array:
    """Random bits for a place in a deal: the same for the same deal."""
    bits = (seed ^ (number.astype(jnp.uint32) * jnp.uint32(0x9E3779B9))) * jnp.uint32(0x85EBCA6B)
    bits = (bits ^ (bits >> 13)) * jnp.uint32(0xC2B2AE35)
    last: Array = bits ^ (bits >> 16)
    return last


def nearly(state: Any, key: Array, how: tuple[TurnTables, Array]) -> Array:
    """Any act that is nearly as good as the best."""
    tables, margin = how
    acts = jnp.arange(push.ACTS, dtype=jnp.uint32)
    legal = ((push.legal_bits(state)[..., None] >> acts) & 1) != 0
    found = jnp.where(legal, worths(tables, state), -jnp.inf)
    good = found >= found.max(-1, keepdims=True) - margin
    return jnp.where(good, jax.random.uniform(key, good.shape), -1.0).argmax(-1).astype(jnp.uint32)


@partial(jax.jit, static_argnames=("choose", "games"))
def matches(choose: Callable[[Any, Array, Any], Array], how: Any, seeds: Array, key: Array, games: int) -> Array:
    """The share of the first seat in a match of each deal: the order of the pile and the die hang on the seed alone.
    `how` is handed to `choose`, after the state and a key.
    """

    def once(state: Any, key: Array) -> tuple[Any, None]:
        left = push.left(state)
        after, _ = push.play(state, choose(state, key, how), mixed(seeds, left), mixed(seeds + 1, left))
        over = push.over(state)
        return jax.tree.map(lambda old, new: jnp.where(over, old, new), state, after), None

    start = jax.tree.map(lambda leaf: jnp.broadcast_to(leaf, (games,)), push.init(2))
    state, _ = lax.scan(once, start, jax.random.split(key, TICKS))
    return jnp.where(push.over(state), share(state)[:, 0], jnp.nan)


def luck(seconds: float, games: int) -> list[dict[str, Any]]:
    """By how much the experts slip: how alike the two matches of a deal come out."""
    tables, rows = TurnTables.of_package(), []
    for number, margin in enumerate(NEARLY):
        how = (tables, jnp.float32(margin))
        began, pairs, some = time.monotonic(), [], 0
        while some == 0 or time.monotonic() - began < seconds:
            key = jax.random.fold_in(jax.random.key(number), some)
            first, second, seeds = jax.random.split(key, 3)
            deals = jax.random.bits(seeds, (games,), jnp.uint32)
            pairs.append(np.stack([np.asarray(matches(nearly, how, deals, each, games)) for each in (first, second)]))
            some += 1
        both = np.concatenate(pairs, 1)
        both = both[:, ~np.isnan(both).any(0)]
        alike = float(np.corrcoef(both)[0, 1])
        rows.append({"margin": margin, "deals": both.shape[1], "alike": alike, "first": float(both.mean())})
        print(rows[-1], flush=True)
    return rows


def against_rule(seconds: float, games: int) -> dict[str, Any]:
    """How often the rule wins against the expert, beginning in half of the matches."""
    tables = TurnTables.of_package()
    rule = Rule(*(jnp.full(games, part, jnp.uint32) for part in RULE))
    seat = (jnp.arange(games) % 2).astype(jnp.uint32)

    def choose(state: Any, _key: Array, tables: TurnTables) -> Array:
        return jnp.where(push.mover(state) == seat, play_by(rule, state), expert_act(tables, state))

    began, won, many, number = time.monotonic(), 0.0, 0, 0
    while number == 0 or time.monotonic() - began < seconds:
        key = jax.random.fold_in(jax.random.key(99), number)
        deals = jax.random.bits(key, (games,), jnp.uint32)
        first = np.asarray(matches(choose, tables, deals, key, games), np.float64)
        mine = np.where(np.arange(games) % 2 == 0, first, 1 - first)
        won, many, number = won + np.nansum(mine), many + int((~np.isnan(mine)).sum()), number + 1
    found = float(won / many)
    row = {"matches": many, "wins": found, "error": 1.96 * (found * (1 - found) / many) ** 0.5}
    print(row, flush=True)
    return row


@partial(jax.jit, static_argnames=("turns",))
def quinto_turns(weights: Any, game: Any, key: Array, turns: int) -> tuple[Any, dict[str, Array]]:
    """Some turns of experts alone; sums over the matches that ended."""
    net = TurnNetwork.of(weights)

    def once(now: Any, key: Array) -> tuple[Any, dict[str, Array]]:
        turned = turn(net, now.state, key, jnp.float32(0.0), now.styles)
        rows = turned.state.sheets[0]
        over = quinto.over(turned.state).astype(jnp.float32)
        numbers = sheet.numbers(rows).astype(jnp.float32)
        filled = (numbers > 0) * over[:, None]
        points = sheet.score(rows, quinto.misses(turned.state, 0)).astype(jnp.float32) * over
        state, rng = drawn(turned.state, now.rng)
        told = {
            "matches": over.sum(), "points": points.sum(), "squares": (points * points).sum(),
            "filled": filled.sum(0), "with": (filled * points[:, None]).sum(0), "numbers": (numbers * filled).sum(0),
        }  # fmt: skip
        return now._replace(state=state, rng=rng), told

    game, told = lax.scan(once, game, jax.random.split(key, turns))
    return game, {name: part.sum(0) for name, part in told.items()}


def network_alone() -> dict[str, Array]:
    """The network of the expert alone."""
    with files("cartable.bots.quinto").joinpath("alone.npz").open("rb") as file, np.load(file) as kept:
        weights = {name: jnp.asarray(kept[name].astype(np.float32)) for name in PARTS}
        weights["w1"] = weights["w1"] * jnp.asarray(kept["w1_step"])
    return weights


def cells(seconds: float, games: int, turns: int = 64) -> dict[str, Any]:
    """For every cell: how often it is filled, the number in it, and the points of matches with and without it."""
    weights = network_alone()
    game = begin(games, 1, jax.random.key(3))
    began, number = time.monotonic(), 0
    total: dict[str, Any] = {}
    while number == 0 or time.monotonic() - began < seconds:
        game, told = quinto_turns(weights, game, jax.random.fold_in(jax.random.key(4), number), turns)
        total = {name: total.get(name, 0) + np.asarray(part, np.float64) for name, part in told.items()}
        number += 1
    many, filled = total["matches"], total["filled"]
    rows = []
    for at, cell in enumerate(CELLS):
        without = (total["points"] - total["with"][at]) / max(many - filled[at], 1)
        rows.append(
            {
                "cell": cell, "filled": filled[at] / many, "number": total["numbers"][at] / max(filled[at], 1),
                "with": total["with"][at] / max(filled[at], 1), "without": without,
            }
        )  # fmt: skip
    mean = total["points"] / many
    print({"matches": many, "mean": mean}, flush=True)
    return {"matches": many, "mean": mean, "cells": rows}


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
    parser.add_argument("--draw", action="store_true", help="draw what was found before")
    asked = parser.parse_args()
    if not asked.draw:
        found: dict[str, Any] = {"device": jax.devices()[0].device_kind}
        for name, study in (
            ("luck", lambda: luck(asked.seconds / len(NEARLY), asked.games)),
            ("rule", lambda: against_rule(asked.seconds, asked.games)),
            ("hindsight", lambda: hindsight(asked.seconds, asked.games, min(1024, asked.games))),
            ("cells", lambda: cells(asked.seconds, asked.games)),
        ):
            found[name] = study()
            asked.out.write_text(json.dumps(found, indent=1) + "\n", encoding="utf-8")
    for name, figure in figures(json.loads(asked.out.read_text(encoding="utf-8"))).items():
        (asked.out.parent / f"{name}.svg").write_text(figure, encoding="utf-8")


if __name__ == "__main__":
    main()
