"""Push for many matches at once: what a seat sees, what may happen next, and what the end is worth.

The last axis of an array counts acts, chances, seats, or the entries of `cartable.games.push.encoding`.
"""

from typing import Final

import jax.numpy as jnp
from jax import Array

from cartable.games.push.cards import KINDS, LETTERS, NUMBERS
from cartable.games.push.simulator import rules as push
from cartable.games.push.simulator.rules import PackedPush, PackedZone
from cartable.research.batch.bits import Planes, count, either, flags, keep, one_if, places_after
from cartable.research.batch.layout import Layout

SMALLEST: Final = jnp.int8  # every entry of an observation lies from -120 to 120

# The bits of a heap of number cards that count 1, 2 and 4 points: values 1 3 5, then 2 3 6, then 4 5 6.
_POINTS: Final = tuple(push.VALUE * six for six in (0b010101, 0b100110, 0b111000))
_KINDS: Final = tuple(at if at < push.DICE else 0 for at in push.CARD_OF)
_DICE, _SWITCH = KINDS.index["D"], KINDS.index["S"]


def legal(state: PackedPush) -> Array:
    """Which acts the mover may choose from."""
    return flags(push.legal_bits(state), tuple(range(push.ACTS))) != 0


def odds(state: PackedPush) -> Array:
    """How many of each of the dealer's acts there are to choose from, all equally likely; none where none is due."""
    now = push.fields(state.table)
    cards = jnp.where((now.phase == push.DEAL)[..., None], _left(state), 0)
    faces = one_if(now.phase == push.ROLL)[..., None] * jnp.ones(6, jnp.uint32)
    return jnp.concatenate([cards, faces], -1)


def scores(state: PackedPush) -> Array:
    """Everybody's points (PUSH-34)."""
    return jnp.stack([_points(_whole(zone)) for zone in state.zones], -1)


def merits(state: PackedPush) -> Array:
    """What is compared in the end: points, then cards (PUSH-35, PUSH-36)."""
    return jnp.stack([128 * _points(heap) + heap.size() for heap in map(_whole, state.zones)], -1).astype(jnp.int32)


def observe(state: PackedPush, seat: Array) -> Array:
    """What a seat sees."""
    now, seats = push.fields(state.table), len(state.zones)
    seat = seat.astype(jnp.uint32)
    asked = (now.phase == push.TURN) | (now.phase == push.PLACE) | (now.phase == push.SHARE)
    zones = [_zone_at(state, seat, place) for place in range(seats)]
    into = Layout()
    into.flags(1 << now.phase, 6)
    into.flags(keep(asked, 1 << places_after(seat, push.mover(state), seats)), seats)
    into.flags(1 << places_after(seat, now.active, seats), seats)
    into.number(now.dice_left, into.size + _DICE)
    into.number(now.switches_left, into.size + _SWITCH)
    into.counts(Planes(_cards(state.pile.ones), _cards(state.pile.twos)), 32)
    into.number(push.left(state))
    for column in state.columns:
        into.flags(_cards(column), 32)
    into.flags(_cards(keep(now.phase == push.PLACE, 1 << now.drawn)), 32)
    into.number(now.switches)
    for zone in zones:
        into.counts(zone.shown, len(NUMBERS))
    for zone in zones:
        into.counts(zone.protected, len(NUMBERS))
    into.flags(now.risk, 1)
    return into.entries(seat.shape)


def _whole(zone: PackedZone) -> Planes:
    return zone.shown.and_all(zone.protected)


def _points(heap: Planes) -> Array:
    total = jnp.zeros_like(heap.ones)
    for at, bits in enumerate(_POINTS):
        total += (count(heap.ones & bits) + 2 * count(heap.twos & bits)) << at
    return total


def _cards(bits: Array) -> Array:
    """A set of cards in the order of the encoding; a Dice card is bit 30, and there is no Switch card."""
    found = ((bits >> push.DICE) & 1) << _DICE
    for colour, letter in enumerate(LETTERS):
        found = found | (((bits >> (6 * colour)) & push.COLOUR) << KINDS.index[f"{letter}1"])
    return found


def _left(state: PackedPush) -> Array:
    """How many of each kind the pile has, in the order of the encoding."""
    now, kind = push.fields(state.table), jnp.arange(len(_KINDS))
    numbers = flags(state.pile.ones, _KINDS) + 2 * flags(state.pile.twos, _KINDS)
    others = jnp.where(kind == _DICE, now.dice_left[..., None], now.switches_left[..., None])
    return jnp.where((kind == _DICE) | (kind == _SWITCH), others, numbers)


def _zone_at(state: PackedPush, seat: Array, place: int) -> PackedZone:
    """The zone of the one who sits this many places after a seat."""
    seats = len(state.zones)
    found = state.zones[place]
    for at in range(1, seats):
        found = either(seat == at, state.zones[(at + place) % seats], found)
    return found
