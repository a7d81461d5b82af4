"""Teach the quick player of Push what the expert expects of drawing on: `python -m lab.train.push.imitate --out FILE`.

The quick player plays, now and then against its own mind; the expert tells what drawing on is worth in every position
that it thinks about. Then the network is fitted to that, and it plays again. About ten minutes on two cores.
"""

import argparse
import time
from functools import partial
from pathlib import Path
from typing import Any, Final, NamedTuple

import jax
import jax.numpy as jnp
import numpy as np
from jax import Array, lax

from cartable.bots.network import PARTS
from cartable.games.push.simulator import rules as push
from lab.train.learner import Learner, Weights, about, descended, learner
from lab.train.push.expert import TurnTables, chance, drawing, shares
from lab.train.push.quick import (
    HIDDEN,
    INPUTS,
    QuickTables,
    beginning,
    in_order,
    inputs,
    places,
    placing,
    said,
    spot_of,
    taking,
)
from lab.train.push.rounds import RoundPlayer, Seeds, Told, begin, tick

TICKS: Final = 150
CURIOUS: Final = 0.04
"""How often it stops where it would draw, or the other way round."""

BATCH: Final = 4096
NEAR: Final = 0.03
"""Where drawing and stopping are no further apart than this, in chances to win, the fit counts most."""


class Lesson(NamedTuple):
    """Looks, what the expert says of drawing on, and what turns that into points; `weight` is 0 for no position."""

    looks: Array  # [INPUTS, ...]
    draw: Array
    stop: Array
    left: Array
    lead: Array
    weight: Array


def lesson(tables: QuickTables, turn: Any, stakes: Any, counts: Array) -> Lesson:
    """What there is to learn from turns."""
    expert = tables.expert
    turn = in_order(turn, stakes)
    share = shares(expert, turn, stakes)
    draw = drawing(expert, turn, stakes)
    stop = chance(expert, share.stop, turn.total, stakes.lead)
    near = 0.15 + jnp.exp(-jnp.abs(draw - stop) / NEAR)
    weight = jnp.where(counts & (turn.total > 0), near, 0.0)
    return Lesson(inputs(expert, turn, stakes, share), draw, share.stop, turn.total, stakes.lead, weight)


def both(tables: QuickTables, state: Any) -> Lesson:
    """[..., 4, match]: the three columns a card may go to, and the beginning of a turn."""
    spot = spot_of(tables.expert, state)
    drawn = push.fields(state.table).drawn
    placed = spot.phase == push.PLACE
    laid = places(spot, drawn)
    legal = push.legal_bits(state) >> push.PLACE_ACT
    may = [((legal >> at) & 1 != 0) & placed for at in range(3)]
    starts = (spot.phase == push.TURN) & (state.columns[0] == 0)
    turn = jax.tree.map(lambda many, one: jnp.concatenate([many, one[None]]), laid, spot.turn)
    stakes = jax.tree.map(lambda part: jnp.broadcast_to(part, (4, *part.shape)), spot.stakes)
    return lesson(tables, turn, stakes, jnp.stack([*may, starts]))


@partial(jax.jit, static_argnames=("games",))
def lessons(tables: QuickTables, key: Array, games: int) -> Lesson:
    """What comes up in matches of the quick player."""
    seeds = Seeds.of(key, games)

    def once(now: Told, key: Array) -> tuple[Told, Lesson]:
        turns = jax.random.uniform(key, (games,)) < CURIOUS

        def curious(state: Any) -> tuple[Array, Array]:
            column, goes_on = placing(tables, state)
            return column, goes_on ^ turns

        player = RoundPlayer(curious, partial(beginning, tables), partial(taking, tables))
        return tick(player, seeds, now), both(tables, now.state)

    return lax.scan(once, begin(games), jax.random.split(key, TICKS))[1]


def beginner(tables: TurnTables, seed: int) -> Learner:
    """A network that says at first what the expert's own says, one card later."""
    blank = learner(INPUTS, HIDDEN, 1, seed)
    weights = {name: 0.3 * np.asarray(part) for name, part in blank.weights.items()}
    known = {name: np.asarray(part, np.float32) for name, part in tables.net.items()}
    first, second = known["w2"].shape
    rest = (27, 28, 29, 30, 32, 33, 34, 35)  # of its inputs; 37 is always 1 for two, the last one 1/6
    rows = [*range(27), *rest]
    for name in ("w1", "b1"):
        weights[name][..., :first] = 0
    weights["w1"][: len(rows), :first] = known["w1"][rows]
    weights["b1"][:first] = known["b1"] + known["w1"][37] + known["w1"][40] / 6
    weights["w2"][:first, :second], weights["w2"][first:, :second] = known["w2"], 0
    weights["b2"][:second] = known["b2"]
    weights["w3"][:second], weights["w3"][second:] = known["w3"], 0
    weights["b3"][:] = known["b3"]
    return blank._replace(weights={name: jnp.asarray(part) for name, part in weights.items()})


def error_of(weights: Weights, tables: TurnTables, part: Lesson) -> tuple[Array, Array]:
    """What is to be made small, and the mean error of the chance to win."""
    told = chance(tables, part.stop + said(weights, part.looks), part.left, part.lead)
    wrong = told - part.draw
    total = jnp.maximum(part.weight.sum(), 1e-6)
    return (part.weight * wrong * wrong).sum() / total * 1e3, (part.weight * jnp.abs(wrong)).sum() / total


@partial(jax.jit, static_argnames=("steps",))
def fitted(learned: Learner, tables: TurnTables, known: Lesson, key: Array, *, rate: Array, steps: int) -> Any:
    """Some steps on parts of the lessons, slower and slower."""
    many = known.draw.shape[0]

    def once(now: Learner, step: Array) -> tuple[Learner, Array]:
        pick = jax.random.randint(jax.random.fold_in(key, step), (BATCH,), 0, many)
        part = Lesson(known.looks[:, pick], *(each[pick] for each in known[1:]))
        (_, wrong), slopes = jax.value_and_grad(error_of, has_aux=True)(now.weights, tables, part)
        slower = rate * (1 - step / steps) + 1e-5
        return descended(now, slopes, slower), wrong

    learned, wrong = lax.scan(once, learned, jnp.arange(steps))
    return learned, wrong[-200:].mean()


def gathered(parts: list[Lesson]) -> Lesson:
    """The positions of all lessons in one row."""
    flat = []
    for part in parts:
        there = np.asarray(part.weight).ravel() > 0
        looks = np.moveaxis(np.asarray(part.looks), 1, 0).reshape(INPUTS, -1)[:, there]
        flat.append([looks, *(np.asarray(each).ravel()[there] for each in part[1:])])
    return Lesson(*(jnp.asarray(np.concatenate(each, -1)) for each in zip(*flat, strict=True)))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=4, help="how often it plays and learns")
    parser.add_argument("--games", type=int, default=384, help="matches of each round, at once")
    parser.add_argument("--steps", type=int, default=4000, help="of learning, each round")
    parser.add_argument("--seed", type=int, default=7)
    parser.add_argument("--out", type=Path, required=True)
    asked = parser.parse_args()
    expert, began = TurnTables.of_package(), time.monotonic()
    learned, parts = beginner(expert, asked.seed), []
    for number in range(asked.rounds):
        key = jax.random.fold_in(jax.random.key(asked.seed), number)
        fresh = gathered([lessons(QuickTables(learned.weights, expert), key, asked.games)])
        test = float(error_of(learned.weights, expert, fresh)[1])
        parts.append(fresh)
        known = Lesson(*(jnp.concatenate(each, -1) for each in zip(*parts, strict=True)))
        learned, wrong = fitted(learned, expert, known, key, rate=jnp.float32(2e-3), steps=asked.steps)
        figures = {
            "round": number + 1, "positions": known.draw.shape[0], "new": round(100 * test, 4),
            "error": round(100 * float(wrong), 4), "minutes": round((time.monotonic() - began) / 60, 1),
        }  # fmt: skip
        print(figures, flush=True)
        options = f"--rounds {number + 1} --games {asked.games} --steps {asked.steps} --seed {asked.seed}"
        told = about(f"python -m lab.train.push.imitate {options}", figures)
        half: dict[str, Any] = {name: np.asarray(learned.weights[name], np.float16) for name in PARTS}
        np.savez_compressed(asked.out, **half, about=told)


if __name__ == "__main__":
    main()
