"""Learn on the batch simulator how often a position of Push wins: `python -m training.push_batch --seats 2 --out FILE`.

Everybody plays by the network, in many matches at once; it learns by TD(lambda). The same seed and rounds learn the
same on the same kind of machine. What it learned is about as good as the expert in the package: docs/bots.md.
"""

import time
from collections.abc import Iterator
from functools import partial
from typing import Any, Final

import jax
import jax.numpy as jnp
from jax import Array, lax

from training.learner import Learner, descended, learn_from_command_line, learner, outputs
from training.push_look import features_for
from training.push_play import MatchBatch, Ticked, begin, tick

TRACE: Final = 0.97
"""How much of what is learned at an act comes from the far end of the match rather than from the next act's value."""

TICKS: Final = 64
BATCH: Final = 16384
HIDDEN: Final = (256, 32)
STRAY: Final = 0.004
LAST_RATE: Final = 1e-5
WARM: Final = 20


def wanted(values: Array, over: Array, won: Array) -> Array:
    """[act, match, seat]: what the look after each act should have said."""

    def back(carry: Array, now: Any) -> tuple[Array, Array]:
        over_here, end, value_after = now
        ahead = jnp.where(over_here, end, (1 - TRACE) * value_after + TRACE * carry)
        return ahead, ahead

    _, ahead = lax.scan(back, values[-1], (over[:-1, :, None], won[:-1], values[1:]), reverse=True)
    return ahead


def slope(weights: Any, looks: Array, ahead: Array) -> tuple[Array, Array]:
    """The loss, and the mean square error."""
    said = outputs(weights, looks)[:, 0]
    loss = jnp.maximum(said, 0) - said * ahead + jnp.log1p(jnp.exp(-jnp.abs(said)))
    return loss.mean(), ((jax.nn.sigmoid(said) - ahead) ** 2).mean()


@partial(jax.jit, static_argnames=("batch",))
def round_of(
    matches: MatchBatch, learned: Learner, key: Array, *, rate: Array, stray: Array, batch: int
) -> tuple[Any, ...]:
    """Play for some acts and learn from them."""
    plays, orders = jax.random.split(key)

    def once(now: MatchBatch, key: Array) -> tuple[MatchBatch, Ticked]:
        return tick(learned.weights, now, key, stray)

    matches, seen = lax.scan(once, matches, jax.random.split(plays, TICKS))
    values = jax.nn.sigmoid(lax.map(lambda part: outputs(learned.weights, part)[..., 0], seen.looks))
    ahead = wanted(values, seen.over, seen.won)
    many = ahead.size
    looks, ahead = seen.looks[:-1].reshape(many, -1), ahead.reshape(many)
    steps = max(1, many // batch)
    order = jax.random.permutation(orders, many)[: steps * batch].reshape(steps, -1)

    def learn(now: Learner, pick: Array) -> tuple[Learner, Array]:
        (_, error), slopes = jax.value_and_grad(slope, has_aux=True)(now.weights, looks[pick], ahead[pick])
        return descended(now, slopes, rate), error

    learned, errors = lax.scan(learn, learned, order)
    return matches, learned, jnp.sqrt(errors.mean())


def train(seats: int, *, games: int, rounds: int, rate: float, seed: int, batch: int = BATCH) -> Iterator[Any]:
    """Play and learn; gives now and then what was learned, and how it goes."""
    first, second = jax.random.split(jax.random.key(seed))
    learned, matches = learner(features_for(seats), HIDDEN, 1, seed), begin(games, seats, first)
    began = time.monotonic()
    for number in range(rounds):
        left = 1 - max(0, number - WARM) / max(rounds - WARM, 1)
        fast = jnp.float32(rate * left * left + LAST_RATE)
        key = jax.random.fold_in(second, number)
        matches, learned, error = round_of(
            matches, learned, key, rate=fast, stray=jnp.float32(STRAY * left), batch=batch
        )
        if number % 50 == 49 or number == rounds - 1:
            minutes = round((time.monotonic() - began) / 60, 2)
            yield learned, {"rounds": number + 1, "minutes": minutes, "error": round(float(error), 4)}


if __name__ == "__main__":
    learn_from_command_line("push_batch", __doc__, train, range(2, 7), rounds=1000, games=8192)
