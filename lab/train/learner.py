"""A small network that learns in JAX: two hidden layers, Adam, and what is kept of it in the package."""

import argparse
import json
from collections.abc import Callable, Iterator
from pathlib import Path
from subprocess import run
from typing import Any, Final, NamedTuple

import jax
import jax.numpy as jnp
import numpy as np
from jax import Array

from cartable.bots.network import PARTS

BETA_1, BETA_2, TINY = 0.9, 0.999, 1e-8
MOST: Final = 127

TRACE: Final = 0.9
"""How much of what is learned at a turn comes from the far end of the match rather than from the next turn's value."""

TURNS: Final = 32
BATCH: Final = 8192
STRAY: Final = 0.004
"""How often a player does anything at all, at first."""

LAST_RATE: Final = 1e-5
WARM: Final = 20
"""How many rounds are played before learning begins to slow down."""

Weights = dict[str, Array]


class Learner(NamedTuple):
    """The weights, and Adam's two means of their slopes."""

    weights: Weights
    first: Weights
    second: Weights
    steps: Array


def learner(inputs: int, hidden: tuple[int, int], outputs: int, seed: int) -> Learner:
    """A network that knows nothing yet."""
    keys = jax.random.split(jax.random.key(seed), 3)
    shapes = ((inputs, hidden[0]), hidden, (hidden[1], outputs))
    weights: Weights = {}
    for number, (key, shape) in enumerate(zip(keys, shapes, strict=True), 1):
        spread = 0.05 if number == 1 else (2 / shape[0]) ** 0.5
        weights[f"w{number}"] = spread * jax.random.normal(key, shape)
        weights[f"b{number}"] = jnp.zeros(shape[1])
    zeros = jax.tree.map(jnp.zeros_like, weights)
    return Learner(weights, zeros, zeros, jnp.zeros(()))


def from_first(weights: Weights, first: Array) -> Array:
    """The outputs, given the first layer before it is rectified."""
    second = jax.nn.relu(jax.nn.relu(first) @ weights["w2"] + weights["b2"])
    return second @ weights["w3"] + weights["b3"]


def outputs(weights: Weights, inputs: Array) -> Array:
    """What the network says."""
    return from_first(weights, inputs @ weights["w1"] + weights["b1"])


def descended(old: Learner, slopes: Weights, rate: Array) -> Learner:
    """One step of Adam against the slopes."""
    steps = old.steps + 1
    first = jax.tree.map(lambda mean, slope: mean + (1 - BETA_1) * (slope - mean), old.first, slopes)
    second = jax.tree.map(lambda mean, slope: mean + (1 - BETA_2) * (slope * slope - mean), old.second, slopes)
    evened = rate * jnp.sqrt(1 - BETA_2**steps) / (1 - BETA_1**steps)
    weights = jax.tree.map(
        lambda part, mean, square: part - evened * mean / (jnp.sqrt(square) + TINY), old.weights, first, second
    )
    return Learner(weights, first, second, steps)


def slowing(number: int, rounds: int, rate: float) -> tuple[Array, Array]:
    """In this round of so many: how fast to learn, and how often to stray."""
    left = 1 - max(0, number - WARM) / max(rounds - WARM, 1)
    return jnp.float32(rate * left * left + LAST_RATE), jnp.float32(STRAY * left)


def kept(weights: Weights) -> dict[str, Any]:
    """What play needs: half precision, and a byte for each of the many weights of the first layer."""
    parts = {name: np.asarray(weights[name], np.float32) for name in PARTS}
    step = np.abs(parts["w1"]).max(0) / MOST + TINY
    small = {name: part.astype(np.float16) for name, part in parts.items()}
    return {**small, "w1": np.rint(parts["w1"] / step).astype(np.int8), "w1_step": step.astype(np.float32)}


def about(command: str, figures: dict[str, Any]) -> str:
    """Where weights come from, for their file: the command, the commit and how it went."""
    commit = run(["git", "describe", "--always", "--dirty"], capture_output=True, text=True, check=False).stdout.strip()
    return json.dumps({"command": command, "commit": commit, "device": jax.devices()[0].device_kind, **figures})


Training = Callable[..., Iterator[tuple[Learner, dict[str, Any]]]]
"""Number of seats, and `games`, `rounds`, `rate` and `seed` by name: a learner and its figures, now and then."""


def learn_from_command_line(module: str, doc: str | None, train: Training, seats: range, **usual: int) -> None:
    """The command of a module that trains: the weights are kept each time that it tells how far it is."""
    parser = argparse.ArgumentParser(description=doc)
    parser.add_argument("--seats", type=int, default=seats[0], choices=seats)
    parser.add_argument("--rounds", type=int, default=usual["rounds"], help="how often to play and learn")
    parser.add_argument("--games", type=int, default=usual["games"], help="matches at once")
    parser.add_argument("--rate", type=float, default=2e-3, help="how fast to learn at first")
    parser.add_argument("--seed", type=int, default=7)
    parser.add_argument("--out", type=Path, required=True)
    asked = parser.parse_args()
    how = {"games": asked.games, "rounds": asked.rounds, "rate": asked.rate, "seed": asked.seed}
    options = " ".join(f"--{name} {number}" for name, number in how.items())
    command = f"python -m {module} --seats {asked.seats} {options}"
    for learned, figures in train(asked.seats, **how):
        print(f"{module}, {asked.seats} players:", figures, flush=True)
        np.savez_compressed(asked.out, **kept(learned.weights), about=about(command, figures))
