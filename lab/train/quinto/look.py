"""Quinto: what the network is shown of many matches at once (`cartable.games.quinto.bots.features`), in JAX."""

from typing import Final, NamedTuple

import jax.numpy as jnp
from jax import Array, default_backend

from cartable.games.quinto.bots.alone import KINDS_OF_TWO, LOWEST_TWO, TWOS
from cartable.games.quinto.bots.features import CONTEXT, LEFT, MISSES, NUMBERS, TO_GO, WAITS
from cartable.games.quinto.cards import HAND
from cartable.games.quinto.sheet import NUMBERS as WRITTEN
from cartable.games.quinto.sheet import ROW
from cartable.games.quinto.simulator import rules as quinto
from cartable.games.quinto.simulator import sheet
from cartable.games.quinto.simulator.rules import PackedQuinto
from cartable.research.batch.bits import count, flags, select, word

ACROSS: Final = ((1, 2), (0, 3))
"""A card is added to two that lie across from one another: b and c, or a and d."""

FLOAT: Final = jnp.float32 if default_backend() == "cpu" else jnp.bfloat16
"""Noughts and ones are exact in either; a processor has no short floats."""

_COLOURS: Final = 0x2041


def value_of(card: Array) -> Array:
    """The points of a card: -2, 0, 1 to 6."""
    place = (card & 7).astype(jnp.int32)
    return jnp.where(place == 0, -2, place - 1)


def colours_of(card: Array) -> Array:
    """Its colour as a bit among orange, yellow and purple; none for grey."""
    return (word(_COLOURS) >> (4 * (card >> 3))) & 7


class Two(NamedTuple):
    """Two cards that lie across from one another: their sum and colours."""

    sum: Array
    colours: Array


def twos_of(grid: list[Array]) -> list[Two]:
    """The two pairs of a grid."""
    return [
        Two(value_of(grid[one]) + value_of(grid[two]), colours_of(grid[one]) | colours_of(grid[two]))
        for one, two in ACROSS
    ]


def grid_of(state: PackedQuinto) -> list[Array]:
    """The four cards."""
    return [(state.grid >> (5 * place)) & 31 for place in range(4)]


def cards_of(hand: Array) -> list[Array]:
    """The cards of a hand, in order; more than 31 where there are fewer."""
    return [select(hand, word(rank)) for rank in range(HAND)]


def one_hot(index: Array, size: int) -> Array:
    return (index[..., None].astype(jnp.int32) == jnp.arange(size)).astype(FLOAT)


def table_features(hand: Array, cards: list[tuple[Array, Array]], twos: list[Two]) -> Array:
    """The hand, the pairs of the grid, and the sums they make together. `cards`: each with whether it is there."""
    pairs = sum(one_hot(two.colours * TWOS + (two.sum - LOWEST_TWO).astype(jnp.uint32), KINDS_OF_TWO) for two in twos)
    made = []
    for row in range(3):
        total = jnp.zeros((*hand.shape, len(WRITTEN)), FLOAT)
        for card, there in cards:
            for two in twos:
                colours = colours_of(card) | two.colours
                number = jnp.where(there & ((colours >> row) & 1 != 0), value_of(card) + two.sum, 0)
                total = total + one_hot(number - 1, len(WRITTEN))
        made.append(total)
    held = flags(hand, tuple(range(32))).astype(FLOAT)
    return jnp.concatenate([held, pairs, *made], -1)


def empty_cells(rows: tuple[Array, Array, Array]) -> Array:
    """[..., row]: how many cells are empty."""
    return jnp.stack([ROW - count(words & sheet.CELLS) for words in rows], -1).astype(jnp.int32)


def cells_to_go(rows: tuple[Array, Array, Array]) -> Array:
    """How many cells are empty in the two fullest rows."""
    empty = empty_cells(rows)
    return empty.sum(-1) - empty.max(-1)


def context(state: PackedQuinto, seat: int, following: Array, left: Array) -> Array:
    """[..., CONTEXT] for a seat; see `features`."""
    seats = len(state.hands)
    waits = jnp.where(following <= seat, seat - following, seat + seats - following)
    misses = [quinto.misses(state, at) for at in range(seats)]
    parts = [one_hot(jnp.minimum(misses[seat], MISSES - 1), MISSES), one_hot(waits, WAITS)]
    shape = state.pile.shape
    if seats == 1:
        nobody = jnp.zeros((*shape, TO_GO + 1 + MISSES), FLOAT)
        return jnp.concatenate([*parts, nobody, one_hot(jnp.minimum(left, LEFT - 1), LEFT)], -1)
    others = [at for at in range(seats) if at != seat]
    to_go = jnp.sort(jnp.stack([cells_to_go(state.sheets[at]) for at in others], -1), -1)
    second = (to_go[..., min(1, seats - 2), None] / 18).astype(FLOAT)
    most = jnp.stack([misses[at] for at in others], -1).max(-1)
    parts += [one_hot(to_go[..., 0], TO_GO), second, one_hot(most, MISSES), jnp.zeros((*shape, LEFT), FLOAT)]
    found = jnp.concatenate(parts, -1)
    assert found.shape[-1] == CONTEXT
    return found


def sheet_features(rows: tuple[Array, Array, Array]) -> Array:
    """Every cell's number."""
    numbers = one_hot(sheet.numbers(rows), NUMBERS)
    return numbers.reshape(*numbers.shape[:-2], -1)


def unseen(state: PackedQuinto, seat: int) -> Array:
    """The cards in the pile and in others' hands."""
    found = state.pile
    for at, hand in enumerate(state.hands):
        if at != seat:
            found = found | hand
    return flags(found, tuple(range(32))).astype(FLOAT)


def look(state: PackedQuinto, seat: int, following: Array) -> Array:
    """[..., INPUTS]: what a seat sees after a turn, with `following` to lay next."""
    hand = state.hands[seat]
    held = count(hand)
    cards = [(card & 31, held > rank) for rank, card in enumerate(cards_of(hand))]
    left = (count(state.pile) + held).astype(jnp.int32)
    return jnp.concatenate(
        [
            sheet_features(state.sheets[seat]),
            context(state, seat, following, left),
            unseen(state, seat),
            jnp.ones((*hand.shape, 1), FLOAT),
            table_features(hand, cards, twos_of(grid_of(state))),
        ],
        -1,
    )
