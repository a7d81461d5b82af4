"""Quinto for several: what the network for a whole table is shown of many matches at once, in JAX.

See `cartable.games.quinto.bots.rivals`; of oneself it sees what a player alone does (`lab.train.quinto.look`).
"""

from typing import Final

import jax.numpy as jnp
from jax import Array

from cartable.games.quinto.bots.features import MISSES, TO_GO, WAITS
from cartable.games.quinto.bots.rivals import LOWEST, SCORES, STEP
from cartable.games.quinto.simulator import rules as quinto
from cartable.games.quinto.simulator import sheet
from cartable.games.quinto.simulator.rules import PackedQuinto
from cartable.games.quinto.simulator.sheet import Rows
from cartable.research.batch.bits import count, flags
from lab.train.quinto.look import (
    FLOAT,
    cards_of,
    cells_to_go,
    context,
    grid_of,
    one_hot,
    sheet_features,
    table_features,
    twos_of,
    unseen,
)

SECOND_AT: Final = MISSES + WAITS + TO_GO


def rival_features(rows: Rows, misses: Array, score: Array) -> Array:
    """[..., RIVAL]: see `cartable.games.quinto.bots.rivals`."""
    filled = jnp.concatenate([flags(words, tuple(range(9))) for words in rows], -1).astype(FLOAT)
    counted = jnp.clip((score - LOWEST) // STEP, 0, SCORES - 1)
    return jnp.concatenate(
        [
            filled,
            one_hot(jnp.broadcast_to(jnp.minimum(misses, MISSES - 1), counted.shape), MISSES),
            one_hot(cells_to_go(rows), TO_GO),
            one_hot(counted, SCORES),
        ],
        -1,
    )


def own_features(state: PackedQuinto, seat: int, following: Array) -> Array:
    """[..., KNOWN_AT less the cards not seen]: a seat's sheet and what it must know of the match."""
    told = context(state, seat, following, jnp.zeros(state.pile.shape, jnp.int32))
    told = told.at[..., SECOND_AT].set(0)
    return jnp.concatenate([sheet_features(state.sheets[seat]), told], -1)


def held(state: PackedQuinto, seat: int) -> Array:
    """The cards a seat holds, and what they make of the grid."""
    hand = state.hands[seat]
    cards = [(card & 31, count(hand) > rank) for rank, card in enumerate(cards_of(hand))]
    return table_features(hand, cards, twos_of(grid_of(state)))


def look(state: PackedQuinto, seat: int, following: Array) -> Array:
    """[..., inputs]: what a seat sees after a turn, with `following` to lay next."""
    seats = len(state.hands)
    one = jnp.ones((*state.pile.shape, 1), FLOAT)
    parts = [own_features(state, seat, following), unseen(state, seat), one, held(state, seat)]
    for place in range(1, seats):
        other = (seat + place) % seats
        parts.append(rival_features(state.sheets[other], quinto.misses(state, other), scores(state)[other]))
    return jnp.concatenate(parts, -1)


def scores(state: PackedQuinto) -> list[Array]:
    """What everybody's sheet counts."""
    return [sheet.score(rows, quinto.misses(state, seat)) for seat, rows in enumerate(state.sheets)]
