"""Quinto alone: the expert for a hundred million matches.

It goes by the expert's own network, but looks only at the few cells for a number that are most usual for it, instead of
all that it may be written in.
"""

from importlib.resources import files
from typing import Any, Final

import jax.numpy as jnp
import numpy as np
from jax import Array

from cartable.bots.network import PARTS
from cartable.games.quinto.bots.features import MISSES, NUMBERS
from cartable.games.quinto.bots.sheet_value import SCALE
from cartable.games.quinto.simulator import rules as quinto
from cartable.games.quinto.simulator import sheet
from cartable.games.quinto.simulator.rules import PASS, WRITE, WRITE_ACT, PackedQuinto
from cartable.research.batch.bits import count, either, word
from cartable.research.batch.seal import once
from lab.train.quinto.look import grid_of, table_features, twos_of
from lab.train.quinto.play import NEVER, SIZE, Lay, TurnNetwork, _stacked, lays

USUAL: Final = (
    6.9, 10.3, 10.6, 10.9, 12.0, 13.0, 14.1, 15.1, 16.4,
    2.2, 4.4, 5.9, 7.4, 8.8, 10.4, 12.8, 14.3, 16.7,
    3.3, 6.2, 8.0, 9.0, 10.5, 12.1, 13.5, 15.2, 17.2,
)  # fmt: skip
"""The mean number in each cell at the end of matches of the expert."""

RARE: Final = {2: 2.0, 3: 2.0}
"""How far off the cells o5 and o7 seem beyond that: they are left empty in most matches."""

LOOKS: Final = 3


def network_alone() -> dict[str, Array]:
    """The network of the expert alone."""
    with files("cartable.games.quinto.bots").joinpath("alone.npz").open("rb") as file, np.load(file) as kept:
        weights = {name: jnp.asarray(kept[name].astype(np.float32)) for name in PARTS}
        weights["w1"] = weights["w1"] * jnp.asarray(kept["w1_step"])
    return weights


def likeliest(fits: Array, number: Array) -> list[tuple[Array, Array]]:
    """The cells a number is most usual in, of those where it may be written; each with whether there is one."""
    exact = number.astype(jnp.float32)
    far = [jnp.full(fits.shape, 99.0)] * LOOKS
    cells = [jnp.zeros(fits.shape, jnp.uint32)] * LOOKS
    for cell, usual in enumerate(USUAL):
        here = jnp.where(((fits >> cell) & 1) != 0, jnp.abs(exact - usual) + RARE.get(cell, 0.0), 99.0)
        place = jnp.full(fits.shape, cell, jnp.uint32)
        for rank in range(LOOKS):
            nearer = here < far[rank]
            far[rank], here = jnp.where(nearer, here, far[rank]), jnp.where(nearer, far[rank], here)
            cells[rank], place = jnp.where(nearer, place, cells[rank]), jnp.where(nearer, cells[rank], place)
    return [(cell, near < 99.0) for cell, near in zip(cells, far, strict=True)]


def quick_turn(net: TurnNetwork, state: PackedQuinto, shut: Array | int = 0) -> PackedQuinto:
    """One turn of every match alone: the state after the number was written, before a card is drawn. In cells that are
    `shut`, a bit each, nothing is written.
    """
    hand, rows, misses = state.hands[0], state.sheets[0], quinto.misses(state, 0)
    held = count(hand)
    left = (count(state.pile) + held).astype(jnp.int32)
    ways = once(_stacked(lays(hand, grid_of(state))))
    ends = left[:, None] == (held[:, None] - count(ways.hand)).astype(jnp.int32)
    base = net.base(state, 0, jnp.zeros_like(hand), left - 1)
    first = base[:, None] + table_features(ways.hand, ways.kept, twos_of(ways.grid)) @ net.table
    cells, writes = _writes(net, first, rows, misses, ways=ways, ends=ends, shut=jnp.asarray(shut, jnp.uint32))
    missed = net.value(first + net.miss[misses.astype(jnp.int32)][:, None])
    wide: Any = tuple(words[:, None] for words in rows)
    over = ends | (misses >= MISSES - 1)[:, None]
    missed = jnp.where(over, sheet.score(wide, misses[:, None] + 1) / SCALE, missed)
    worth = jnp.where(ways.allowed[..., None], jnp.concatenate([writes, missed[..., None]], -1), 2 * NEVER)
    flat = worth.reshape(worth.shape[0], -1)
    best = flat.argmax(-1)
    act = jnp.take_along_axis(ways.act, (best // (LOOKS + 1))[:, None], 1)[:, 0]
    nowhere = jnp.full((*ways.act.shape, 1), PASS, jnp.uint32)
    answers = jnp.concatenate([cells, nowhere], -1).reshape(flat.shape)
    answer = jnp.take_along_axis(answers, best[:, None], 1)[:, 0]
    laid = quinto.step(state, act)
    written = quinto.step_as(laid, word(0), WRITE_ACT + answer)
    asks = quinto.phase(laid) == WRITE
    return either(asks, written, laid)


def _writes(
    net: TurnNetwork, first: Array, rows: Any, misses: Array, *, ways: Lay, ends: Array, shut: Array
) -> tuple[Array, Array]:
    """[match, way, look]: the cells that are looked at, and what the number is worth in each."""
    number = jnp.clip(ways.number, 1, NUMBERS - 1).astype(jnp.uint32)
    wide: Any = tuple(words[:, None] for words in rows)
    fits = once(sheet.room(wide, number, ways.colours) & ~shut[..., None])
    found = once(likeliest(fits, number))
    cells = jnp.stack([cell for cell, _ in found], -1)
    there = jnp.stack([is_there for _, is_there in found], -1)
    more = net.write.reshape(NUMBERS * SIZE, -1)[(number[..., None] * SIZE + cells).astype(jnp.int32)]
    said = net.value(first[..., None, :] + more)
    wider: Any = tuple(words[:, None, None] for words in rows)
    after = sheet.write(wider, cells, number[..., None], jnp.bool_(True))
    points = sheet.score(after, misses[:, None, None]) / SCALE
    said = jnp.where((sheet.full_rows(after) >= 2) | ends[..., None], points, said)
    return cells, jnp.where(there, said, NEVER)
