"""How much could anybody win over the expert of Push, at two? `python -m training.push_response --out FILE`.

A network learns by TD(lambda) to beat the expert of the package, which does not change: a best response, as far as it
is found. In every other match it begins. At first the expert plays for it: by itself it would lose every match, and
learn nothing. In the end it plays without straying, and its share of victories is counted.
Some minutes on a GPU; a processor takes days.
"""

import time
from collections.abc import Iterator
from functools import partial
from typing import Any, Final, NamedTuple

import jax
import jax.numpy as jnp
import numpy as np
from jax import Array, lax

from cartable.research.batch import push
from cartable.research.batch.bits import RandomBits
from cartable.research.batch.push import ACTS
from training.learner import Learner, Weights, descended, learn_from_command_line, learner, outputs
from training.push_batch import BATCH, LAST_RATE, STRAY, TICKS, TRACE, WARM, slope
from training.push_expert import TurnTables, expert_act
from training.push_look import features_for, look
from training.push_play import NEVER, MatchBatch, share, sight_of

HIDDEN: Final = (256, 64)
LED: Final = 0.1
ALONE: Final = 0.5
"""Up to this share of the rounds the expert plays for the learner in all matches; from that share on in none."""

SLIPS: Final = 0.05
"""How often the expert that plays for the learner does anything at all: what is never tried cannot be judged."""

COUNTED: Final = 30
"""So many rounds are counted in the end."""


class SeenTick(NamedTuple):
    """One act of every match: what the learner saw after it, whether that was the end, and the learner's share."""

    looks: Array
    over: Array
    won: Array


def begin(games: int, key: Array) -> MatchBatch:
    """New matches of two, without options."""
    start = jax.tree.map(lambda leaf: jnp.broadcast_to(leaf, (games,)), push.init(2))
    return MatchBatch(start, start, RandomBits.of(key, (games,)))


def tick(weights: Weights, expert: TurnTables, now: MatchBatch, key: Array, *, stray: Array, guided: Array) -> Any:
    """Whoever is to move acts: the learner, who sits in seat 0 and 1 in turn, or the expert; in this share of the
    matches the expert for both, and now and then anybody.
    """
    state = now.state
    games = state.table.shape[0]
    seat = (jnp.arange(games) % 2).astype(jnp.uint32)
    acts = jnp.arange(ACTS, dtype=jnp.uint32)[:, None]
    wide = jax.tree.map(lambda leaf: jnp.broadcast_to(leaf, (ACTS, *leaf.shape)), state)
    after = push.step(wide, jnp.broadcast_to(acts, wide.table.shape))
    seats = jnp.broadcast_to(seat, wide.table.shape)
    said = jax.nn.sigmoid(outputs(weights, look(jnp, sight_of(after, seats)))[..., 0])
    sure = jnp.take_along_axis(share(after), seats.astype(jnp.int32)[..., None], -1)[..., 0]
    said = jnp.where(push.over(after), sure, said)
    legal = ((push.legal_bits(state) >> acts) & 1) != 0
    noise = stray * jax.random.gumbel(key, said.shape)
    ours = jnp.where(legal, said + noise, NEVER).argmax(0).astype(jnp.uint32)
    theirs = expert_act(expert, state)
    slips, which = jax.random.split(jax.random.fold_in(key, 1))
    by_chance = jnp.where(legal, jax.random.uniform(which, said.shape), NEVER).argmax(0).astype(jnp.uint32)
    led = jnp.where(jax.random.uniform(slips, (games,)) < SLIPS, by_chance, theirs)
    ours = jnp.where(jnp.arange(games) < guided * games, led, ours)
    act = jnp.where(push.mover(state) == seat, ours, theirs)
    chosen = push.step(state, act)
    card, rng = now.rng.draw()
    die, rng = rng.draw()
    ended, _ = push.play(state, act, card, die)
    over = push.over(ended)
    again = jax.tree.map(lambda first, leaf: jnp.where(over, first, leaf), now.start, ended)
    won = jnp.take_along_axis(share(ended), seat.astype(jnp.int32)[:, None], -1)[:, 0]
    return MatchBatch(again, now.start, rng), SeenTick(look(jnp, sight_of(chosen, seat)), over, won)


def wanted(values: Array, over: Array, won: Array) -> Array:
    """[act, match]: what the look after each act should have said."""

    def back(carry: Array, now: Any) -> tuple[Array, Array]:
        over_here, end, value_after = now
        ahead = jnp.where(over_here, end, (1 - TRACE) * value_after + TRACE * carry)
        return ahead, ahead

    _, ahead = lax.scan(back, values[-1], (over[:-1], won[:-1], values[1:]), reverse=True)
    return ahead


@partial(jax.jit, static_argnames=("batch",))
def round_of(
    matches: MatchBatch, learned: Learner, expert: TurnTables, key: Array, *,
    rate: Array, stray: Array, guided: Array, batch: int,
) -> Any:  # fmt: skip
    """Play for some acts and learn from them; and the learner's share of the matches that ended, and its count."""
    plays, orders = jax.random.split(key)

    def once(now: MatchBatch, key: Array) -> tuple[MatchBatch, SeenTick]:
        found: tuple[MatchBatch, SeenTick] = tick(learned.weights, expert, now, key, stray=stray, guided=guided)
        return found

    matches, seen = lax.scan(once, matches, jax.random.split(plays, TICKS))
    values = jax.nn.sigmoid(lax.map(lambda part: outputs(learned.weights, part)[..., 0], seen.looks))
    ahead = wanted(values, seen.over, seen.won)
    many = ahead.size
    looks, ahead = seen.looks[:-1].reshape(many, -1), ahead.reshape(many)
    batch = min(batch, many)
    order = jax.random.permutation(orders, many)[: many // batch * batch].reshape(-1, batch)

    def learn(now: Learner, pick: Array) -> tuple[Learner, Array]:
        (_, error), slopes = jax.value_and_grad(slope, has_aux=True)(now.weights, looks[pick], ahead[pick])
        return descended(now, slopes, rate), error

    learned, errors = lax.scan(learn, learned, order)
    counts = jnp.stack([jnp.where(seen.over, seen.won, 0).sum(), seen.over.sum().astype(jnp.float32)])
    return matches, learned, jnp.sqrt(errors.mean()), counts


def train(seats: int, *, games: int, rounds: int, rate: float, seed: int, batch: int = BATCH) -> Iterator[Any]:
    """Play and learn; gives now and then what was learned, and how it goes."""
    first, second = jax.random.split(jax.random.key(seed))
    learned, matches, expert = (
        learner(features_for(seats), HIDDEN, 1, seed),
        begin(games, first),
        TurnTables.of_package(),
    )
    began = time.monotonic()
    recent: list[Array] = []
    for number in range(rounds + COUNTED):
        left = max(0.0, 1 - max(0, number - WARM) / max(rounds - WARM, 1))
        fast = jnp.float32(rate * left * left + LAST_RATE if number < rounds else 0.0)
        guided = jnp.float32(min(1.0, max(0.0, (ALONE - number / rounds) / (ALONE - LED))))
        key = jax.random.fold_in(second, number)
        matches, learned, error, counts = round_of(
            matches, learned, expert, key, rate=fast, stray=jnp.float32(STRAY * left), guided=guided, batch=batch
        )
        recent = [*recent[-(COUNTED - 5) + 1 :], counts]  # the first rounds without straying end matches of before
        if number % 50 == 49 or number == rounds + COUNTED - 1:
            won, many = np.sum([np.asarray(each, np.float64) for each in recent], 0)
            wide = float(1.96 * 0.5 / max(many, 1) ** 0.5)
            yield (
                learned,
                {
                    "rounds": number + 1,
                    "minutes": round((time.monotonic() - began) / 60, 2),
                    "error": round(float(error), 4),
                    "won": round(float(won / max(many, 1)), 4),
                    "wide": round(wide, 4),
                    "matches": int(many),
                },
            )


if __name__ == "__main__":
    learn_from_command_line("push_response", __doc__, train, range(2, 3), rounds=400, games=16384)
