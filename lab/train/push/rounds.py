"""Push for two, many matches at once from the first card to the last, a card at a time.

Everything between two cards is one tick: where the card goes, whether to stop, which columns are taken, how the next
turn begins. So a player is three functions. The order of the pile and the dice of a match hang on its seeds alone:
cards leave the pile in the same order whatever the players do.
"""

from collections.abc import Callable
from typing import Final, NamedTuple

import jax
import jax.numpy as jnp
from jax import Array, lax

from cartable.games.push.simulator import rules as push
from cartable.games.push.simulator.rules import PackedPush
from cartable.research.batch.bits import either, one_if, word
from cartable.research.batch.seal import once

GOLDEN: Final = 0x9E3779B9
CARD, OWN_DIE, OTHER_DIE = range(3)
LONGEST: Final = 250
"""More ticks than a match has: every tick turns a card or protects a colour."""


class RoundPlayer(NamedTuple):
    """Where a drawn card goes and whether to draw on then; the act that begins a turn; the one that takes a column."""

    placing: Callable[[PackedPush], tuple[Array, Array]]
    beginning: Callable[[PackedPush], Array]
    taking: Callable[[PackedPush], Array]


class Seeds(NamedTuple):
    """What the order of the pile and the dice hang on, two words each."""

    cards: tuple[Array, Array]
    dice: tuple[Array, Array]

    @classmethod
    def of(cls, key: Array, games: int) -> "Seeds":
        bits = jax.random.bits(key, (4, games), jnp.uint32)
        return cls((bits[0], bits[1]), (bits[2], bits[3]))


class Told(NamedTuple):
    """Of each match: the state at its end, and how many turns began with a card, busted, or were spent to protect."""

    state: PackedPush
    turns: Array
    busts: Array
    protects: Array


def mixed(bits: Array) -> Array:
    """A word whose bits all depend on all bits of another, one to one: the last steps of MurmurHash3."""
    bits = (bits ^ (bits >> 16)) * word(0x85EBCA6B)
    bits = (bits ^ (bits >> 13)) * word(0xC2B2AE35)
    return bits ^ (bits >> 16)


def chance_bits(seed: tuple[Array, Array], left: Array, what: int) -> Array:
    """Random bits for what happens when so many cards are left."""
    number = (left + word(128 * what)) * word(GOLDEN)
    return mixed(mixed(seed[0] ^ number) ^ seed[1])


def against(one: RoundPlayer, other: RoundPlayer, seat: Array) -> RoundPlayer:
    """The first in this seat of each match, the other one opposite."""

    def placing(state: PackedPush) -> tuple[Array, Array]:
        return either(push.mover(state) == seat, one.placing(state), other.placing(state))

    def beginning(state: PackedPush) -> Array:
        return jnp.where(push.mover(state) == seat, one.beginning(state), other.beginning(state))

    def taking(state: PackedPush) -> Array:
        return jnp.where(push.mover(state) == seat, one.taking(state), other.taking(state))

    return RoundPlayer(placing, beginning, taking)


def tick(player: RoundPlayer, seeds: Seeds, now: Told) -> Told:
    """One card more, and all that comes before the next one. A match that is over stays as it is."""
    state = now.state
    column, goes_on = once(player.placing(state))
    state = either(push.phase(state) == push.PLACE, push.step(state, push.PLACE_ACT + column), state)
    state = once(state)  # each part of a tick once, whatever uses it
    middle = (push.phase(state) == push.TURN) & (state.columns[0] != 0)
    draws = goes_on & (push.left(state) != 0)
    act = jnp.where(draws, word(push.DRAW_ACT), player.taking(state))
    state = once(either(middle, _played(state, act, seeds, OWN_DIE), state))
    shares = push.phase(state) == push.SHARE
    state = once(either(shares, _played(state, player.taking(state), seeds, OTHER_DIE), state))
    begins = (push.phase(state) == push.TURN) & (state.columns[0] == 0)
    first = once(player.beginning(state))
    protects = begins & (first != push.DRAW_ACT)
    state = either(begins, _played(state, first, seeds, OWN_DIE), state)
    return Told(
        state,
        now.turns + one_if(begins & ~protects),
        now.busts + one_if(middle & draws & shares),
        now.protects + one_if(protects),
    )


def _played(state: PackedPush, act: Array, seeds: Seeds, die: int) -> PackedPush:
    left = push.left(state)
    after, _ = push.play(state, act, chance_bits(seeds.cards, left, CARD), chance_bits(seeds.dice, left, die))
    return after


def begin(games: int) -> Told:
    """Matches before their first card."""
    start = jax.tree.map(lambda leaf: jnp.broadcast_to(leaf, (games,)), push.init(2))
    none = jnp.zeros(games, jnp.uint32)
    return Told(start, none, none, none)


def matches(player: RoundPlayer, seeds: Seeds) -> Told:
    """Whole matches, one for each seed."""

    def goes_on(carry: tuple[Array, Told]) -> Array:
        return (carry[0] < LONGEST) & ~push.over(carry[1].state).all()

    def again(carry: tuple[Array, Told]) -> tuple[Array, Told]:
        return carry[0] + 1, tick(player, seeds, carry[1])

    start = begin(seeds.cards[0].shape[0])
    found: Told = lax.while_loop(goes_on, again, (jnp.int32(0), start))[1]
    return found
