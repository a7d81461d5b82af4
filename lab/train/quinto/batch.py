"""Learn on the batch simulator what sheets of Quinto are worth: `make train GAME=quinto`.

Everybody plays by the network, in many matches at once; it learns by TD(lambda) from what the sheets came to. The same
seed and rounds learn the same on the same kind of machine. About six minutes on a GPU that does other work too; a
processor takes many hours. Alone (`--seats 1`) this made `alone.npz`. For more players it learns well to play with its
like, not yet against others: docs/bots.md.
"""

import time
from collections.abc import Iterator
from functools import partial
from typing import Any, Final, NamedTuple

import jax
import jax.numpy as jnp
import numpy as np
from jax import Array, lax

from cartable.games.quinto.bots.alone import INPUTS, KNOWN_AT, OFFER_AT, TWO_AT
from cartable.games.quinto.bots.sheet_value import SCALE
from cartable.games.quinto.simulator import rules as quinto
from cartable.games.quinto.simulator import sheet
from cartable.games.quinto.simulator.rules import PackedQuinto
from cartable.research.batch.bits import RandomBits
from lab.train.learner import (
    BATCH,
    TRACE,
    TURNS,
    Learner,
    descended,
    learn_from_command_line,
    learner,
    outputs,
    slowing,
)
from lab.train.quinto.play import SIZE, Styles, TurnNetwork, drawn, looks, turn

HIDDEN: Final = (192, 32)
UNKNOWN: Final = 0.25
"""How often the hand is hidden, as others' hands are."""

PLAIN: Final = 0.4
"""The share of players without a style of their own. What is learned is learned from them."""

HASTE: Final = 8.0
TASTE: Final = 2.5
"""In points: how much hasty players like to write at most, and how far a taste for cells spreads at most."""

ENVY: Final = 0.3
"""How much the next player's gain counts against the own, where all play to win."""


class MatchBatch(NamedTuple):
    """Matches under way."""

    state: PackedQuinto
    rng: RandomBits
    styles: Styles
    plain: Array


def begin(games: int, seats: int, key: Array) -> MatchBatch:
    """New matches. More than half of all players have a style of their own, alone nobody has: those who play alike
    fill their sheets alike, and never learn what it is to be offered nothing.
    """
    first, second, third, fourth = jax.random.split(key, 4)
    start = jax.tree.map(lambda leaf: jnp.broadcast_to(leaf, (games,)), quinto.init(seats))
    kinds = jax.random.uniform(second, (4, games, seats))
    plain = (kinds[0] < PLAIN) | (seats == 1)
    haste = jnp.where(plain | (kinds[1] < 0.5), 0.0, HASTE * (2 * kinds[1] - 1)) / SCALE
    envy = jnp.where(plain, ENVY, kinds[2])
    wide = jnp.where(plain, 0.0, TASTE * kinds[3])[..., None] / SCALE
    styles = Styles(haste, envy, wide * jax.random.normal(third, (games, seats, SIZE)))
    return MatchBatch(
        quinto.dealt(start, RandomBits.of(first, (games,))), RandomBits.of(fourth, (games,)), styles, plain
    )


class PlayedTurns(NamedTuple):
    """Some turns of every match: what everybody saw, whether it was over, and everybody's points."""

    looks: Array
    over: Array
    points: Array


def played(game: MatchBatch, learned: Learner, key: Array, stray: Array) -> tuple[MatchBatch, PlayedTurns]:
    """Play on for some turns."""
    net = TurnNetwork.of(learned.weights)

    def once(now: MatchBatch, key: Array) -> tuple[MatchBatch, PlayedTurns]:
        turned = turn(net, now.state, key, stray, now.styles)
        points = [sheet.score(rows, quinto.misses(turned.state, seat)) for seat, rows in enumerate(turned.state.sheets)]
        ended = quinto.over(turned.state)
        # A byte for each: all are 0 or 1 but the second player's cells to go, a fraction, which becomes 0. The weights
        # in the package were learned so, and their file tells this command: another cast would learn others.
        told = PlayedTurns(looks(turned).astype(jnp.int8), ended, jnp.stack(points, -1) / SCALE)
        state, rng = drawn(turned.state, now.rng)
        return now._replace(state=state, rng=rng), told

    return lax.scan(once, game, jax.random.split(key, TURNS))


def wanted(values: Array, spreads: Array, over: Array, points: Array) -> tuple[Array, Array]:
    """[turn, match, seat]: what the look after each turn should have said, and how far from it things came out.

    A look's worth mixes what the next look is said to be worth with what came of that in turn. The spread adds up the
    squares of what each turn changed.
    """

    def back(carry: tuple[Array, Array], now: Any) -> tuple[Any, Any]:
        value, value_after, spread_after, over_after, end = now
        ahead = jnp.where(over_after, end, (1 - TRACE) * value_after + TRACE * carry[0])
        step = jnp.where(over_after, end, value_after) - value
        rest = jnp.where(over_after, 0.0, (1 - TRACE) * spread_after + TRACE * carry[1])
        wide = step * step + rest
        return (ahead, wide), (ahead, wide)

    seen = (values[:-1], values[1:], spreads[1:], over[1:, :, None], points[1:])
    _, (ahead, wide) = lax.scan(back, (values[-1], spreads[-1]), seen, reverse=True)
    return ahead, wide


def told(learned: Learner, seen: Array) -> Array:
    """What the network says of looks, many at a time."""
    said: Array = lax.map(lambda part: outputs(learned.weights, part.astype(jnp.float32)), seen)
    return said


def _slope(weights: Any, looks_: Array, ahead: Array, wide: Array, weight: Array) -> tuple[Array, Array]:
    said = outputs(weights, looks_.astype(jnp.float32))
    error, spread = said[:, 0] - ahead, said[:, 1] - wide
    total = jnp.maximum(weight.sum(), 1)
    return (weight * (error * error + 0.1 * spread * spread)).sum() / total / 2, (weight * error * error).sum() / total


@partial(jax.jit, static_argnames=("batch",))
def round_of(
    game: MatchBatch, learned: Learner, key: Array, *, rate: Array, stray: Array, batch: int
) -> tuple[Any, ...]:
    """Play for some turns and learn from them."""
    plays, hides, orders = jax.random.split(key, 3)
    game, seen = played(game, learned, plays, stray)
    said = told(learned, seen.looks)
    ahead, wide = wanted(said[..., 0], jnp.maximum(said[..., 1], 0), seen.over, seen.points)
    many = ahead.size
    calm = (~seen.over[:-1, :, None] & game.plain).reshape(many).astype(jnp.float32)
    looks_ = seen.looks[:-1].reshape(many, INPUTS)
    hidden = jax.random.uniform(hides, (many, 1)) < UNKNOWN
    own = (jnp.arange(INPUTS) == KNOWN_AT) | ((jnp.arange(INPUTS) > KNOWN_AT) & (jnp.arange(INPUTS) < TWO_AT))
    own = own | (jnp.arange(INPUTS) >= OFFER_AT)
    looks_ = jnp.where(hidden & own, 0, looks_)
    steps = max(1, many // batch)
    order = jax.random.permutation(orders, many)[: steps * batch].reshape(steps, -1)

    def learn(now: Learner, pick: Array) -> tuple[Learner, Array]:
        given = looks_[pick], ahead.reshape(-1)[pick], wide.reshape(-1)[pick], calm[pick]
        (_, error), slopes = jax.value_and_grad(_slope, has_aux=True)(now.weights, *given)
        return descended(now, slopes, rate), error

    learned, errors = lax.scan(learn, learned, order)
    among = seen.over[..., None] & game.plain.all(1)[:, None]
    mean = jnp.where(among, seen.points, 0).sum() / jnp.maximum((among * jnp.ones_like(seen.points)).sum(), 1)
    return game, learned, SCALE * mean, SCALE * jnp.sqrt(errors.mean())


def train(seats: int, *, games: int, rounds: int, rate: float, seed: int, batch: int = BATCH) -> Iterator[Any]:
    """Play and learn; gives now and then what was learned, and how it goes."""
    first, second = jax.random.split(jax.random.key(seed))
    learned, game = learner(INPUTS, HIDDEN, 2, seed), begin(games, seats, first)
    began = time.monotonic()
    means: list[Array] = []
    for number in range(rounds):
        fast, stray = slowing(number, rounds, rate)
        key = jax.random.fold_in(second, number)
        game, learned, mean, error = round_of(game, learned, key, rate=fast, stray=stray, batch=batch)
        means.append(mean)
        if number % 50 == 49 or number == rounds - 1:
            yield (
                learned,
                {
                    "rounds": number + 1,
                    "minutes": round((time.monotonic() - began) / 60, 2),
                    "mean": round(float(np.mean([float(each) for each in means[-20:]])), 2),
                    "error": round(float(error), 2),
                },
            )


if __name__ == "__main__":
    learn_from_command_line("lab.train.quinto.batch", __doc__, train, range(1, 5), rounds=333, games=8192)
