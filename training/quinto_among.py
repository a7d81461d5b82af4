"""Learn what a place at a table of Quinto is worth: `make train GAME=quinto-3`, for two, three or four players.

In many matches at once some play by the network, the others by the value of sheets that strong players use. The network
learns by TD(lambda) how many points its players come to, and what share of the others they end ahead of. The same seed
and rounds learn the same on the same kind of machine. Some minutes on a GPU; a processor takes days.
"""

import time
from collections.abc import Iterator
from functools import partial
from typing import Any, Final, NamedTuple

import jax
import jax.numpy as jnp
import numpy as np
from jax import Array, lax

from cartable.bots.quinto.alone import KNOWN_AT, OFFER_AT, TWO_AT
from cartable.bots.quinto.rivals import POINTS, inputs_for
from cartable.bots.quinto.sheet_value import SCALE
from cartable.research.batch import quinto
from cartable.research.batch.bits import RandomBits
from cartable.research.batch.quinto import PackedQuinto
from training.learner import BATCH, TRACE, TURNS, Learner, descended, learn_from_command_line, learner, outputs, slowing
from training.quinto_play import drawn
from training.quinto_rivals import SheetNetwork
from training.quinto_table import PlayerKinds, TableNetwork, ahead_of, look, scores, turn

HIDDEN: Final = (160, 32)
UNKNOWN: Final = 0.2
"""How often the hand is hidden, as others' hands are."""

BY_SHEET: Final = 0.45
"""The share of players who go by sheets alone; at every table one at least does not."""


class MatchBatch(NamedTuple):
    """Matches under way."""

    state: PackedQuinto
    rng: RandomBits
    kinds: PlayerKinds


def begin(games: int, seats: int, key: Array) -> MatchBatch:
    """New matches, and who plays in them."""
    first, second, third = jax.random.split(key, 3)
    start = jax.tree.map(lambda leaf: jnp.broadcast_to(leaf, (games,)), quinto.init(seats))
    lots = jax.random.uniform(second, (4, games, seats))
    always = jnp.arange(games)[:, None] % seats == jnp.arange(seats)
    by_sheet = (lots[0] < BY_SHEET) & ~always
    kinds = PlayerKinds(by_sheet, jnp.full_like(lots[1], POINTS), 0.1 + 0.4 * lots[2], 3.0 / SCALE * lots[3] ** 2)
    return MatchBatch(quinto.dealt(start, RandomBits.of(first, (games,))), RandomBits.of(third, (games,)), kinds)


class PlayedTurns(NamedTuple):
    """Some turns of every match: what everybody saw, whether it was over, and everybody's points and standing."""

    looks: Array
    over: Array
    ends: Array


def played(
    game: MatchBatch, learned: Learner, sheets: SheetNetwork, key: Array, stray: Array
) -> tuple[MatchBatch, PlayedTurns]:
    """Play on for some turns."""
    net = TableNetwork.of(learned.weights)

    def once(now: MatchBatch, key: Array) -> tuple[MatchBatch, PlayedTurns]:
        turned = turn(net, sheets, now.state, key, stray=stray, kinds=now.kinds)
        seats = range(len(turned.state.hands))
        points = scores(turned.state)
        ahead = [ahead_of(points[seat], [points[at] for at in seats if at != seat]) for seat in seats]
        ends = jnp.stack([jnp.stack(points, -1) / SCALE, jnp.stack(ahead, -1)], -1)
        looks = jnp.stack([look(turned.state, seat, turned.following).astype(jnp.int8) for seat in seats], 1)
        told = PlayedTurns(looks, quinto.over(turned.state), ends)
        state, rng = drawn(turned.state, now.rng)
        return now._replace(state=state, rng=rng), told

    return lax.scan(once, game, jax.random.split(key, TURNS))


def wanted(values: Array, over: Array, ends: Array) -> Array:
    """[turn, match, seat, 2]: what the look after each turn should have said."""

    def back(carry: Array, now: Any) -> tuple[Array, Array]:
        value_after, over_after, end = now
        ahead = jnp.where(over_after[:, None, None], end, (1 - TRACE) * value_after + TRACE * carry)
        return ahead, ahead

    _, ahead = lax.scan(back, values[-1], (values[1:], over[1:], ends[1:]), reverse=True)
    return ahead


def said_of(learned: Learner, looks: Array) -> Array:
    """Points and standing, as the network sees them."""
    said: Array = lax.map(lambda part: outputs(learned.weights, part.astype(jnp.float32)), looks)
    return jnp.stack([said[..., 0], jax.nn.sigmoid(said[..., 1])], -1)


def _slope(weights: Any, looks: Array, ahead: Array, weight: Array) -> tuple[Array, Array]:
    said = outputs(weights, looks.astype(jnp.float32))
    error, logit = said[:, 0] - ahead[:, 0], said[:, 1]
    loss = jnp.maximum(logit, 0) - logit * ahead[:, 1] + jnp.log1p(jnp.exp(-jnp.abs(logit)))
    total = jnp.maximum(weight.sum(), 1)
    return (weight * (2 * error * error + 0.5 * loss)).sum() / total, (weight * error * error).sum() / total


@partial(jax.jit, static_argnames=("batch",))
def round_of(
    game: MatchBatch, learned: Learner, sheets: SheetNetwork, key: Array, *, rate: Array, stray: Array, batch: int
) -> tuple[Any, ...]:
    """Play for some turns and learn from them."""
    plays, hides, orders = jax.random.split(key, 3)
    game, seen = played(game, learned, sheets, plays, stray)
    ahead = wanted(said_of(learned, seen.looks), seen.over, seen.ends)
    inputs = seen.looks.shape[-1]
    many = ahead.size // 2
    ours = ~game.kinds.by_sheet
    going = (~seen.over[:-1, :, None] & ours).reshape(many).astype(jnp.float32)
    looks, ahead = seen.looks[:-1].reshape(many, inputs), ahead.reshape(many, 2)
    steps = max(1, many // batch)
    order = jax.random.permutation(orders, many)[: steps * batch].reshape(steps, -1)
    at = jnp.arange(inputs)
    own = ((at >= KNOWN_AT) & (at < TWO_AT)) | ((at >= OFFER_AT) & (at < inputs_for(1)))

    def learn(now: Learner, given: Any) -> tuple[Learner, Array]:
        pick, key = given
        shown = looks[pick]
        hidden = jax.random.uniform(key, (batch, 1)) < UNKNOWN
        hand = shown[:, KNOWN_AT + 1 : TWO_AT]
        apart = jnp.where(own, 0, shown).at[:, KNOWN_AT - 32 : KNOWN_AT].add(hand)
        shown = jnp.where(hidden, apart, shown)
        (_, error), slopes = jax.value_and_grad(_slope, has_aux=True)(now.weights, shown, ahead[pick], going[pick])
        return descended(now, slopes, rate), error

    learned, errors = lax.scan(learn, learned, (order, jax.random.split(hides, steps)))
    return game, learned, _figures(seen, ours), SCALE * jnp.sqrt(errors.mean())


def _figures(seen: PlayedTurns, ours: Array) -> Array:
    """The mean points of those at tables of their like, and at others; and their standing among others."""
    like = ours.all(1)[:, None] & ours
    mixed = ours & ~ours.all(1)[:, None]

    def mean(which: Array, what: int) -> Array:
        counts = seen.over[..., None] & which
        return jnp.where(counts, seen.ends[..., what], 0).sum() / jnp.maximum(counts.sum(), 1)

    return jnp.stack([SCALE * mean(like, 0), SCALE * mean(mixed, 0), SCALE * mean(~ours, 0), mean(mixed, 1)])


def train(seats: int, *, games: int, rounds: int, rate: float, seed: int, batch: int = BATCH) -> Iterator[Any]:
    """Play and learn; gives now and then what was learned, and how it goes."""
    first, second = jax.random.split(jax.random.key(seed))
    learned, game = learner(inputs_for(seats), HIDDEN, 2, seed), begin(games, seats, first)
    sheets = SheetNetwork.of(seats)
    began = time.monotonic()
    recent: list[Array] = []
    for number in range(rounds):
        fast, stray = slowing(number, rounds, rate)
        key = jax.random.fold_in(second, number)
        game, learned, figures, error = round_of(game, learned, sheets, key, rate=fast, stray=stray, batch=batch)
        recent = [*recent[-19:], figures]
        if number % 50 == 49 or number == rounds - 1:
            like, mixed, theirs, ahead = np.mean([np.asarray(each) for each in recent], 0)
            yield (
                learned,
                {
                    "rounds": number + 1,
                    "minutes": round((time.monotonic() - began) / 60, 2),
                    "mean": round(float(like), 2),
                    "among_others": round(float(mixed), 2),
                    "the_others": round(float(theirs), 2),
                    "ahead": round(float(ahead), 4),
                    "error": round(float(error), 2),
                },
            )


if __name__ == "__main__":
    learn_from_command_line("quinto_among", __doc__, train, range(2, 5), rounds=400, games=4096)
