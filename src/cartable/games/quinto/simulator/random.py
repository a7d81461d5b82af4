"""Quinto for many matches at once: an act chosen at random, each legal one as likely as the others."""

import jax.numpy as jnp
from jax import Array

from cartable.games.quinto.simulator.rules import (
    PAIR_ACT,
    PASS,
    WRITE,
    WRITE_ACT,
    PackedQuinto,
    cells,
    hand_of,
    mover,
    phase,
)
from cartable.research.batch.bits import below, count, entry, length, one_if, select
from cartable.research.batch.seal import seal


def uniform(state: PackedQuinto, random: Array) -> Array:
    """A legal act, each as likely as the others."""
    seat = mover(state)
    free = cells(state, seat) | (1 << PASS)
    write = WRITE_ACT + select(free, below(random, count(free)))
    return seal(jnp.where(phase(state) == WRITE, write, _any_lay(hand_of(state, seat), random)))


def _any_lay(hand: Array, random: Array) -> Array:
    """A lay of these cards: four places for each card, sixteen ways for each two of a value."""
    rest = hand & (hand - 1)
    cards = [length(hand & ~rest) - 1, length(rest & ~(rest & (rest - 1))) - 1, length(rest & (rest - 1)) - 1]
    held = count(hand)
    twos = [
        one_if((held > other) & ((cards[one] & 7) == (cards[other] & 7))) for one, other in ((0, 1), (0, 2), (1, 2))
    ]
    pairs = twos[0] + twos[1] + twos[2]
    rank = below(random, 4 * held + 16 * pairs)
    alone = entry(tuple(cards), rank >> 2)
    ways = rank - 4 * held
    which = jnp.where(pairs == 3, ways >> 4, twos[1] + 2 * twos[2])
    low = jnp.where(which == 2, cards[1], cards[0])
    high = jnp.where(which == 0, cards[1], cards[2])
    swapped = ((ways >> 3) & 1) != 0
    first, second = jnp.where(swapped, high, low), jnp.where(swapped, low, high)
    place = (second >> 3) - one_if(second > first)
    two = PAIR_ACT + ((3 * first + place) << 3) + (ways & 7)
    return jnp.where(rank < 4 * held, (alone << 2) + (rank & 3), two)
