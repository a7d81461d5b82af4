"""Quinto for many matches at once: what a seat sees, what may happen next, and what the end is worth.

The last axis of an array counts acts, chances, seats, or the entries of `cartable.games.quinto.encoding`.
"""

from typing import Final

import jax.numpy as jnp
from jax import Array

from cartable.games.push.simulator.view import SMALLEST
from cartable.games.quinto.acts import LAY_TWO
from cartable.games.quinto.cards import HAND, KINDS
from cartable.games.quinto.simulator import rules as quinto
from cartable.games.quinto.simulator import sheet as quinto_sheet
from cartable.games.quinto.simulator.rules import PackedQuinto, QuintoFields
from cartable.research.batch.bits import count, flags, keep, one_hot, one_if, places_after

_ALONE: Final = tuple(card for card in range(quinto.CARDS) for _ in range(4))
_PAIRS: Final = tuple((KINDS.index[one], KINDS.index[other]) for (one, other), acts in LAY_TWO.items() for _ in acts)
_CELLS: Final = tuple(range(quinto.PASS + 1))


def legal(state: PackedQuinto) -> Array:
    """Which acts the mover may choose from."""
    seat, now = quinto.mover(state), quinto.fields(state.table)
    hand = keep(now.phase == quinto.TURN, quinto.hand_of(state, seat))
    first, second = (tuple(pair[at] for pair in _PAIRS) for at in (0, 1))
    free = keep(now.phase == quinto.WRITE, quinto.cells(state, seat) | (1 << quinto.PASS))
    parts = [flags(hand, _ALONE), flags(hand, first) & flags(hand, second), flags(free, _CELLS)]
    return jnp.concatenate(parts, -1) != 0


def odds(state: PackedQuinto) -> Array:
    """How many of each of the dealer's acts there are to choose from, all equally likely; none where none is due."""
    phase = quinto.phase(state)
    cards = keep((phase == quinto.DEAL) | (phase == quinto.DRAW), state.pile)
    lots = keep(phase == quinto.FIRST, jnp.full_like(state.pile, (1 << len(state.hands)) - 1))
    return jnp.concatenate([flags(cards, tuple(range(32))), flags(lots, tuple(range(4)))], -1)


def scores(state: PackedQuinto) -> Array:
    """What everybody's sheet counts."""
    counted = [quinto_sheet.score(rows, quinto.misses(state, seat)) for seat, rows in enumerate(state.sheets)]
    return jnp.stack(counted, -1)


def observe(state: PackedQuinto, seat: Array) -> Array:
    """What a seat sees."""
    now, seats = quinto.fields(state.table), len(state.hands)
    seat = seat.astype(jnp.uint32)
    writes = now.phase == quinto.WRITE
    said = quinto.offer(state)
    hand, others = quinto.hand_of(state, seat), state.pile
    for at, held in enumerate(state.hands):
        others = others | keep(seat != at, held)
    chosen = jnp.stack([writes & (quinto.choice(now, at) != quinto.UNDECIDED) for at in range(seats)], -1)
    turn = one_hot(now.active, seats) * one_if(now.phase == quinto.TURN)[..., None]
    own = keep(writes, _own_choice(now, seat, seats))
    by_seat = [chosen, turn, _sizes(state), _misses(state), scores(state)]
    chosen_, turn_, sizes, missed, counted = (_around(part, seat) for part in by_seat)
    sheets = jnp.stack([quinto_sheet.numbers(rows) for rows in state.sheets], -2)
    cards = tuple(range(quinto.CARDS))
    parts = [
        one_hot(now.phase, 6),
        jnp.where(writes[..., None], 1 - chosen_.astype(jnp.uint32), turn_),
        one_hot(places_after(seat, now.active, seats), seats),
        flags(hand, cards),
        sizes,
        *(flags(_on_grid(state, at), cards) for at in range(4)),
        count(state.pile)[..., None],
        flags(others, cards),
        flags(state.shuffled, cards),
        one_if(writes)[..., None],
        (keep(writes, said.sum).astype(jnp.int32) - jnp.where(writes, 6, 0))[..., None],
        flags(keep(writes, said.colours), (0, 1, 2)),
        chosen_,
        flags(own, _CELLS),
        _around(sheets, seat, -2).reshape(*seat.shape, -1),
        missed,
        counted,
    ]
    return jnp.concatenate([part.astype(SMALLEST) for part in parts], -1)


def _own_choice(now: QuintoFields, seat: Array, seats: int) -> Array:
    """The observer's own choice as a bit; none while undecided."""
    found = jnp.zeros_like(now.choices)
    for at in range(seats):
        mine = quinto.choice(now, at)
        found = jnp.where((seat == at) & (mine != quinto.UNDECIDED), 1 << mine, found)
    return found


def _on_grid(state: PackedQuinto, place: int) -> Array:
    """The card at a place as a bit; none where none has been dealt yet."""
    seats = len(state.hands)
    dealt = quinto.CARDS - count(state.pile)
    there = (quinto.phase(state) != quinto.DEAL) | (dealt > HAND * seats + place)
    return keep(there, 1 << ((state.grid >> (5 * place)) & 31))


def _sizes(state: PackedQuinto) -> Array:
    return jnp.stack([count(hand) for hand in state.hands], -1)


def _misses(state: PackedQuinto) -> Array:
    return jnp.stack([quinto.misses(state, seat) for seat in range(len(state.hands))], -1)


def _around(by_seat: Array, seat: Array, axis: int = -1) -> Array:
    """The same by seat, the observer's first, then clockwise."""
    found = by_seat
    for at in range(1, by_seat.shape[axis]):
        here = jnp.expand_dims(seat == at, tuple(range(axis, 0)))
        found = jnp.where(here, jnp.roll(by_seat, -at, axis), found)
    return found
