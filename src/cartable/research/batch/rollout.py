"""Simulation studies: many matches at once, a policy as a function, sums out.

    start = PUSH.init(2)
    sums = rollout(PUSH, start, jax.random.key(7), policy=PUSH.uniform, batch=4096, ticks=2000)
    totals(sums)["wins"] / totals(sums)["matches"]

A tick is an act of a player with all that the dealer owes after it; a match that ends begins again from `start`, which
may be any position of a match.
"""

from collections.abc import Callable
from functools import partial
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
from jax import Array, lax

from cartable.research.batch.bits import RandomBits, either, one_if
from cartable.research.batch.contract import Simulator, State
from cartable.research.batch.seal import seal

Policy = Callable[[State, Array], Array]
"""From states and a word of random bits for each to legal acts."""

Tally = Callable[[Simulator, State, Array, State], dict[str, Array]]
"""From the states before a tick, the acts, and the states after it to numbers that are summed up over all ticks."""


def ends(simulator: Simulator, _before: State, _act: Array, after: State) -> dict[str, Array]:
    """How matches end: by seat, the share of victories (a shared one in parts), the points and their squares."""
    over = simulator.over(after)[..., None]
    merits, scores = simulator.merits(after), simulator.scores(after).astype(jnp.float32)
    first = (merits == merits.max(-1, keepdims=True)).astype(jnp.float32)
    return {
        "wins": jnp.where(over, first / first.sum(-1, keepdims=True), 0),
        "points": jnp.where(over, scores, 0),
        "squares": jnp.where(over, scores * scores, 0),
    }


def nothing(_simulator: Simulator, _before: State, _act: Array, _after: State) -> dict[str, Array]:
    """No sums but those of every rollout."""
    return {}


def spread(start: State, batch: int) -> State:
    """The same match many times."""
    return jax.tree.map(lambda leaf: jnp.broadcast_to(leaf, (batch,)), start)


def tick(simulator: Simulator, policy: Policy, state: State, rng: RandomBits) -> tuple[State, RandomBits, Array, Array]:
    """One act and what follows: the match after it, the bits left, the act chosen, and how many acts that were."""
    chosen, rng = rng.draw()
    first, rng = rng.draw()
    second, rng = rng.draw()
    act = seal(policy(state, chosen))
    after, dealt = simulator.play(state, act, first, second)
    return after, rng, act, one_if(simulator.awaits_player(state)) + dealt


@partial(jax.jit, static_argnames=("simulator", "policy", "tally", "batch", "ticks", "unroll"))
def rollout(
    simulator: Simulator,
    start: State,
    key: Array,
    *,
    policy: Policy,
    tally: Tally = ends,
    batch: int,
    ticks: int,
    unroll: int = 1,
) -> dict[str, Array]:
    """Play `batch` matches side by side for `ticks` ticks. Gives, for each place of the batch, `matches` that ended,
    `acts` of everybody, `decisions` of players, and the sums of the tally: `totals` adds them up.
    """

    def once(state: State, rng: RandomBits) -> tuple[State, RandomBits, dict[str, Array]]:
        after, rng, act, acts = tick(simulator, policy, state, rng)
        over = simulator.over(after)
        told = {"matches": one_if(over), "acts": acts, "decisions": one_if(simulator.awaits_player(state))}
        again = either(over, start, after)
        return again, rng, {**told, **tally(simulator, state, act, after)}

    def summed(carry: Any, _: None) -> tuple[Any, None]:
        state, rng, more = once(*carry[:2])
        return (state, rng, jax.tree.map(jnp.add, carry[2], more)), None

    state, rng = spread(start, batch), RandomBits.of(key, (batch,))
    zeros = jax.tree.map(lambda leaf: jnp.zeros(leaf.shape, leaf.dtype), jax.eval_shape(once, state, rng)[2])
    (_, _, sums), _ = lax.scan(summed, (state, rng, zeros), None, ticks, unroll=unroll)
    found: dict[str, Array] = sums
    return found


def totals(sums: dict[str, Array]) -> dict[str, Any]:
    """The sums over the whole batch, as exact as the host's numbers are."""
    return {name: np.asarray(part, np.float64).sum(0) for name, part in sums.items()}
