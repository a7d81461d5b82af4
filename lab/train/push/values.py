"""Learn how often a position of Push wins: `python -m lab.train.push.values --seats 2 --out FILE`.

Everybody plays by the network, in many matches at once. What a position should have said is the average over every
next card or face of the die, and, a share of it, what came later; the luck of the very card that came is left out.
So the targets have little noise, and the far end of the match still reaches the first acts.
"""

import time
from collections.abc import Iterator
from functools import partial
from typing import Any, Final, NamedTuple

import jax
import jax.numpy as jnp
from jax import Array, lax

from cartable.games.push.simulator import rules as push
from cartable.games.push.simulator.rules import PackedPush
from cartable.research.batch.bits import below
from cartable.research.batch.seal import once
from lab.train.learner import Learner, Weights, descended, learn_from_command_line, learner, outputs
from lab.train.push.look import features_for, look, looks
from lab.train.push.play import NEVER, MatchBatch, begin, share, sight_of

TRACE: Final = 0.8
"""How much of what came later is learned, beside the next position's value."""

TICKS: Final = 64
BATCH: Final = 16384
HIDDEN: Final = (384, 48)
STRAY: Final = 0.05
"""How often a player does anything at all, at first."""

LAST_RATE: Final = 1e-5
WARM: Final = 20

CHOICES: Final = (push.DRAW_ACT, *range(push.TAKE_ACT, push.ACTS))
CARD_KINDS: Final = 32
FACES: Final = 6
STAGES: Final = 400
"""About the steps of a match."""


class Seen(NamedTuple):
    """One step of every match, as one of its players sees it: what was seen before it, what the position before it
    should say, what the one after it says, and whether what came later counts.
    """

    looks: Array
    expected: Array
    then: Array
    counts: Array


class Weighed(NamedTuple):
    """Positions: what they are worth to who chose, and to the player who learns."""

    mover: Array
    learner: Array


def said_of(weights: Weights, state: PackedPush, seat: Array) -> Array:
    """What the network says. Feature by feature, each made once and by itself: XLA would make them again for every
    row of the first layer, and take five times as long on a GPU.
    """
    parts = once([part.reshape(-1) for part in looks(jnp, sight_of(state, seat))])
    seen = once(jnp.stack(parts))
    first = jax.nn.relu(weights["w1"].T @ seen + weights["b1"][:, None])
    second = jax.nn.relu(weights["w2"].T @ first + weights["b2"][:, None])
    return (weights["w3"].T @ second + weights["b3"][:, None])[0].reshape(state.table.shape)


def worth(weights: Weights, state: PackedPush, seat: Array) -> Array:
    """What a seat is likely to get of the others: the network's word, or the end."""
    said = jax.nn.sigmoid(said_of(weights, state, seat))
    sure = jnp.take_along_axis(share(state), seat.astype(jnp.int32)[..., None], -1)[..., 0]
    return jnp.where(push.over(state), sure, said)


def weighed(weights: Weights, state: PackedPush, mover: Array, seat: Array) -> Weighed:
    """For both; with two players, what one gets the other does not."""
    mover, seat = jnp.broadcast_to(mover, state.table.shape), jnp.broadcast_to(seat, state.table.shape)
    ours = worth(weights, state, seat)
    if len(state.zones) == 2:
        return Weighed(jnp.where(mover == seat, ours, 1 - ours), ours)
    return Weighed(worth(weights, state, mover), ours)


def spread(state: PackedPush, many: int) -> PackedPush:
    """The same positions along a new first axis."""
    wide: PackedPush = jax.tree.map(lambda leaf: jnp.broadcast_to(leaf, (many, *leaf.shape)), state)
    return wide


def placed(state: PackedPush) -> PackedPush:
    """[3, ...]: the turned card in each column; where none is to be placed, the position as it is."""
    acts = push.PLACE_ACT + jnp.arange(3, dtype=jnp.uint32).reshape(3, *[1] * state.table.ndim)
    wide = spread(state, 3)
    after = push.step(wide, jnp.broadcast_to(acts, wide.table.shape))
    places = push.phase(wide) == push.PLACE
    found: PackedPush = jax.tree.map(lambda own, other: jnp.where(places, own, other), after, wide)
    return found


def fits(state: PackedPush) -> Array:
    """[3, ...]: which of `placed` may be."""
    bits = push.legal_bits(state)
    places = push.phase(state) == push.PLACE
    return jnp.stack([~places & (at == 0) | (((bits >> (push.PLACE_ACT + at)) & 1) != 0) for at in range(3)])


def taken_from(parts: Any, which: Array) -> Any:
    """Of each match the entry of the first axis that was chosen."""
    return jax.tree.map(lambda leaf: jnp.take_along_axis(leaf, which[None], 0)[0], parts)


def decided(weights: Weights, state: PackedPush, seat: Array, key: Array, stray: Array) -> tuple[Any, ...]:
    """A turn or a share-out: the position after the act, its worth, that of the best, and whether it was the best."""
    acts = jnp.asarray(CHOICES, jnp.uint32)[:, None]
    wide = spread(state, len(CHOICES))
    after = push.step(wide, jnp.broadcast_to(acts, wide.table.shape))
    found = weighed(weights, after, push.mover(state), seat)
    legal = ((push.legal_bits(state) >> acts) & 1) != 0
    best = jnp.where(legal, found.mover, NEVER).argmax(0)
    strays, which = jax.random.split(key)
    any_ = jnp.where(legal, jax.random.uniform(which, legal.shape), NEVER).argmax(0)
    act = jnp.where(jax.random.uniform(strays, best.shape) < stray, any_, best)
    return taken_from(after, act), taken_from(found.learner, act), taken_from(found.learner, best), act == best


def drawn(weights: Weights, state: PackedPush, seat: Array, random: Array) -> tuple[Any, ...]:
    """A card is due: the position after it and its placing, that one's worth, and the average over all cards."""
    kinds = jnp.arange(CARD_KINDS, dtype=jnp.uint32)[:, None]
    wide = spread(state, CARD_KINDS)
    dealt = push.deal(wide, jnp.broadcast_to(kinds, wide.table.shape))
    after = placed(dealt)
    mover = push.fields(state.table).active
    found = weighed(weights, after, mover, seat)
    best = jnp.where(fits(dealt), found.mover, NEVER).argmax(0)
    each = taken_from(found.learner, best)
    now = push.fields(state.table)
    ones, twos = state.pile
    number = kinds < push.DICE
    many = jnp.where(
        number,
        ((ones >> kinds) & 1) + 2 * ((twos >> kinds) & 1),
        jnp.where(kinds == push.DICE, now.dice_left, now.switches_left),
    ).astype(jnp.float32)
    average = (many * each).sum(0) / jnp.maximum(many.sum(0), 1)
    card = push.turned(state, random)
    kind = jnp.minimum(card, CARD_KINDS - 1).astype(jnp.int32)
    then = taken_from(placed(push.deal(state, card)), taken_from(best, kind))
    return then, taken_from(each, kind), average


def rolled(weights: Weights, state: PackedPush, seat: Array, random: Array) -> tuple[Any, ...]:
    """The die is due: likewise."""
    faces = jnp.arange(FACES, dtype=jnp.uint32)[:, None]
    wide = spread(state, FACES)
    after = push.roll(wide, jnp.broadcast_to(faces, wide.table.shape))
    found = worth(weights, after, jnp.broadcast_to(seat, wide.table.shape))
    face = below(random, jnp.uint32(FACES)).astype(jnp.int32)
    return taken_from(after, face), taken_from(found, face), found.mean(0)


def tick(weights: Weights, now: MatchBatch, key: Array, stray: Array) -> tuple[MatchBatch, Seen]:
    """One step of every match: an act, a card with its placing, or the die."""
    state, seats = now.state, len(now.state.zones)
    games = state.table.shape[0]
    seat = (jnp.arange(games) // 10 % seats).astype(jnp.uint32)  # options go by tens
    random, rng = now.rng.draw()
    phase = push.phase(state)
    deals, rolls = phase == push.DEAL, phase == push.ROLL
    acted, act_then, act_expected, best = decided(weights, state, seat, key, stray)
    dealt, deal_then, deal_expected = drawn(weights, state, seat, random)
    thrown, roll_then, roll_expected = rolled(weights, state, seat, random)

    def of(act: Array, deal: Array, roll: Array) -> Array:
        return jnp.where(deals, deal, jnp.where(rolls, roll, act))

    after = jax.tree.map(of, acted, dealt, thrown)
    over = push.over(after)
    seen = Seen(
        look(jnp, sight_of(state, seat)),
        of(act_expected, deal_expected, roll_expected),
        of(act_then, deal_then, roll_then),
        ~over & (best | deals | rolls),
    )
    again = jax.tree.map(lambda first, leaf: jnp.where(over, first, leaf), now.start, after)
    return MatchBatch(again, now.start, rng), seen


def wanted(seen: Seen) -> Array:
    """[step, match]: what each position should have said."""

    def back(later: Array, now: Seen) -> tuple[Array, Array]:
        want = now.expected + jnp.where(now.counts, TRACE * (later - now.then), 0)
        return want, want

    _, found = lax.scan(back, seen.then[-1], seen._replace(looks=seen.counts), reverse=True)
    return found


def slope(weights: Weights, looks: Array, ahead: Array) -> tuple[Array, Array]:
    """The loss, and the mean square error."""
    said = outputs(weights, looks)[:, 0]
    loss = jnp.maximum(said, 0) - said * ahead + jnp.log1p(jnp.exp(-jnp.abs(said)))
    return loss.mean(), ((jax.nn.sigmoid(said) - ahead) ** 2).mean()


@jax.jit
def staggered(matches: MatchBatch, weights: Weights, key: Array) -> MatchBatch:
    """Matches at every stage: each begins at another step, by chance. Matches in step would show a network first only
    beginnings, then only ends, and it would forget the ones over the others.
    """
    delays, plays = jax.random.split(key)
    begins = jax.random.randint(delays, matches.state.table.shape, 0, STAGES)

    def step(now: MatchBatch, number: Array) -> tuple[MatchBatch, None]:
        after, _ = tick(weights, now, jax.random.fold_in(plays, number), jnp.float32(1))
        waits = number < begins
        state = jax.tree.map(lambda own, new: jnp.where(waits, own, new), now.state, after.state)
        return MatchBatch(state, now.start, after.rng), None

    return lax.scan(step, matches, jnp.arange(STAGES))[0]


@partial(jax.jit, static_argnames=("batch",))
def round_of(
    matches: MatchBatch, learned: Learner, key: Array, *, rate: Array, stray: Array, batch: int
) -> tuple[Any, ...]:
    """Play for some steps and learn from them."""
    plays, orders = jax.random.split(key)

    def step(now: MatchBatch, key: Array) -> tuple[MatchBatch, Seen]:
        return tick(learned.weights, now, key, stray)

    matches, seen = lax.scan(step, matches, jax.random.split(plays, TICKS))
    ahead = wanted(seen)
    many = ahead.size
    looks, ahead = seen.looks.reshape(many, -1), ahead.reshape(many)
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
    matches = staggered(matches, learned.weights, second)
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
    learn_from_command_line("lab.train.push.values", __doc__, train, range(2, 7), rounds=1000, games=8192)
