"""Quinto alone, how far from perfect? `python -m lab.bench.quinto_bound` searches, and writes docs/quinto-alone.json.

Below: a beam search that knows the order of the cards, with the expert's values as a guide. Whoever knew the cards
would come to that at least. Above: the best sheet there can be, whatever the cards (`best_sheet`). `--widths` are how
many positions are kept after each turn; on a processor 256 take about a minute a deal.
"""

import json
import time
from argparse import ArgumentParser
from functools import partial
from pathlib import Path
from typing import Any, Final

import jax
import jax.numpy as jnp
import numpy as np
from jax import Array, lax

from cartable.games.quinto.bots.features import MISSES, SIZE
from cartable.games.quinto.bots.sheet_value import SCALE
from cartable.games.quinto.simulator import rules as quinto
from cartable.games.quinto.simulator import sheet
from cartable.games.quinto.simulator.rules import PASS, WRITE, WRITE_ACT, PackedQuinto
from cartable.research.batch.bits import RandomBits, count, word
from lab.bench.quinto_bound.figure import figure
from lab.bench.quinto_bound.sheet import best_sheet
from lab.train.quinto.look import grid_of, table_features, twos_of
from lab.train.quinto.play import NEVER, Lay, TurnNetwork, _stacked, lays
from lab.train.quinto.quick import network_alone

TURNS: Final = 28
"""Cards that are not on the grid at first: no match alone has more turns (QUIN-33)."""

OUT: Final = Path("docs/quinto-alone.json")


def mixed(seed: Array, number: Array) -> Array:
    """Random bits for a place in a deal: the same for the same deal."""
    bits = (seed ^ (number.astype(jnp.uint32) * jnp.uint32(0x9E3779B9))) * jnp.uint32(0x85EBCA6B)
    bits = (bits ^ (bits >> 13)) * jnp.uint32(0xC2B2AE35)
    last: Array = bits ^ (bits >> 16)
    return last


def weighed(net: TurnNetwork, state: PackedQuinto) -> tuple[Lay, Array]:
    """Every way to lay, and [position, way, cell or nothing]: the points to expect."""
    hand, rows, misses = state.hands[0], state.sheets[0], quinto.misses(state, 0)
    left = (count(state.pile) + count(hand)).astype(jnp.int32)
    ways = _stacked(lays(hand, grid_of(state)))
    ends = left[:, None] == (count(hand)[:, None] - count(ways.hand)).astype(jnp.int32)
    base = net.base(state, 0, jnp.zeros_like(misses), left - 1)
    first = base[:, None] + table_features(ways.hand, ways.kept, twos_of(ways.grid)) @ net.table
    wide: Any = tuple(words[:, None] for words in rows)
    writes = net.writes(first, wide, misses[:, None], number=ways.number, colours=ways.colours, ends=ends)
    missed = net.value(first + net.miss[misses.astype(jnp.int32)][:, None])
    over = ends | (misses >= MISSES - 1)[:, None]
    missed = jnp.where(over, sheet.score(wide, misses[:, None] + 1) / SCALE, missed)
    worth = jnp.concatenate([writes, missed[..., None]], -1)
    return ways, jnp.where(ways.allowed[..., None], worth, 2 * NEVER)


def _acted(state: PackedQuinto, act: Array, cell: Array) -> PackedQuinto:
    """A card laid, and its sum written or not."""
    laid = quinto.step(state, act)
    after = quinto.step_as(laid, word(0), WRITE_ACT + jnp.where(cell == SIZE, word(PASS), cell.astype(jnp.uint32)))
    asks = quinto.phase(laid) == WRITE
    acted: PackedQuinto = jax.tree.map(lambda new, old: jnp.where(asks, new, old), after, laid)
    return acted


def _first_of_a_kind(state: PackedQuinto, deals: int) -> Array:
    """[deal, position]: is there no equal position before this one?"""
    told = jnp.zeros(state.pile.shape, jnp.uint32)
    for number, leaf in enumerate(jax.tree.leaves(state)):
        told = mixed(told ^ leaf.astype(jnp.uint32), jnp.uint32(number + 1))
    told = told.reshape(deals, -1)
    order = jnp.argsort(told, axis=1, stable=True)
    ranked = jnp.take_along_axis(told, order, 1)
    new = jnp.concatenate([jnp.ones((deals, 1), bool), ranked[:, 1:] != ranked[:, :-1]], 1)
    return jnp.zeros_like(new).at[jnp.arange(deals)[:, None], order].set(new)


@partial(jax.jit, static_argnames=("width",))
def searched(weights: Any, seeds: Array, width: int) -> Array:
    """The most points that the search finds in each deal; `width` positions are kept after each turn."""
    net, deals = TurnNetwork.of(weights), len(seeds)
    start = jax.tree.map(lambda leaf: jnp.broadcast_to(leaf, (deals,)), quinto.init(1))
    begun = quinto.dealt(start, RandomBits(mixed(seeds, jnp.uint32(1)) | 1, mixed(seeds, jnp.uint32(2))))
    state = jax.tree.map(lambda leaf: jnp.repeat(leaf, width, 0), begun)
    alive = jnp.tile(jnp.arange(width) == 0, deals)
    cards = jnp.repeat(seeds, 2 * width)

    def once(now: Any, _nothing: None) -> tuple[Any, None]:
        state, alive, best = now
        ways, worth = weighed(net, state)
        worth = jnp.where(alive[:, None, None], worth, 4 * NEVER)
        many = worth.shape[1] * worth.shape[2]
        top, which = lax.top_k(worth.reshape(deals, -1), 2 * width)
        parent = (jnp.arange(deals)[:, None] * width + which // many).reshape(-1)
        way, cell = which.reshape(-1) % many // (SIZE + 1), which.reshape(-1) % (SIZE + 1)
        after = _acted(jax.tree.map(lambda leaf: leaf[parent], state), ways.act[parent, way], cell)
        real, over = top > NEVER, quinto.over(after).reshape(deals, -1)
        points = sheet.score(after.sheets[0], quinto.misses(after, 0)).reshape(deals, -1)
        best = jnp.maximum(best, jnp.where(real & over, points, -100).max(1))
        for _ in range(2):
            after = quinto.settle(after, mixed(cards, 100 + count(after.pile)))
        value = jnp.where(real & ~over & _first_of_a_kind(after, deals), top, 8 * NEVER)
        value, kept = lax.top_k(value, width)
        at = (jnp.arange(deals)[:, None] * 2 * width + kept).reshape(-1)
        state = jax.tree.map(lambda leaf: leaf[at], after)
        return (state, (value > NEVER).reshape(-1), best), None

    (_, _, best), _ = lax.scan(once, (state, alive, jnp.full(deals, -100)), None, TURNS)
    return best


def search(widths: list[int], deals: int, at_once: int) -> list[dict[str, Any]]:
    """By width: the mean over the same deals."""
    weights, rows = network_alone(), []
    seeds = jax.random.bits(jax.random.key(11), (deals,), jnp.uint32)
    for width in widths:
        each = max(1, at_once // width)
        began = time.monotonic()
        found = np.concatenate(
            [np.asarray(searched(weights, seeds[at : at + each], width)) for at in range(0, deals, each)]
        )
        wide = float(1.96 * found.std() / deals**0.5)
        rows.append(
            {"width": width, "deals": deals, "mean": float(found.mean()), "wide": wide, "most": int(found.max())}
        )
        print(rows[-1], f"{time.monotonic() - began:.0f} s", flush=True)
    return rows


def main() -> None:
    parser = ArgumentParser("python -m lab.bench.quinto_bound", description=__doc__)
    gpu = jax.default_backend() != "cpu"
    parser.add_argument("--widths", type=int, nargs="+", default=[1, 16, 256, 4096] if gpu else [1, 16, 64])
    parser.add_argument("--deals", type=int, default=256 if gpu else 16)
    parser.add_argument("--at-once", type=int, default=1 << 16 if gpu else 1 << 9, help="positions")
    parser.add_argument("--out", type=Path, default=OUT)
    parser.add_argument("--draw", action="store_true", help="draw what was found before")
    asked = parser.parse_args()
    if not asked.draw:
        found = {"device": jax.devices()[0].device_kind, "best_sheet": best_sheet()}
        found["search"] = search(asked.widths, asked.deals, asked.at_once)
        asked.out.write_text(json.dumps(found, indent=1) + "\n", encoding="utf-8")
    drawn = figure(json.loads(asked.out.read_text(encoding="utf-8")))
    asked.out.with_suffix(".svg").write_text(drawn, encoding="utf-8")


if __name__ == "__main__":
    main()
