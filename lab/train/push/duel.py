"""How often does a network of `lab.train.push.values` win at Push for two against the learned values of a turn, by
which the expert played before it? `python -m lab.train.push.duel FILE`; some minutes on a GPU.
"""

import argparse
from functools import partial
from pathlib import Path
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
from jax import Array, lax

from cartable.bots.network import PARTS, Network
from cartable.games.push.simulator import rules as push
from cartable.games.push.simulator.rules import ACTS, PackedPush
from cartable.research.batch.bits import RandomBits
from lab.train.learner import Weights
from lab.train.push.expert import TurnTables, expert_act
from lab.train.push.play import NEVER, share
from lab.train.push.values import drawn, placed, spread, weighed


def worths(weights: Weights, state: PackedPush, *, ahead: int = 2) -> Array:
    """[act, ...]: what each act leads to. `ahead`: 1 for the average over the next card for a draw, 2 also after a card
    was placed.
    """
    acts = jnp.arange(ACTS, dtype=jnp.uint32)[:, None]
    wide = spread(state, ACTS)
    after = push.step(wide, jnp.broadcast_to(acts, wide.table.shape))
    mover = push.mover(state)
    found = weighed(weights, after, mover, mover).mover
    if ahead:
        _, _, average = drawn(weights, push.step(state, jnp.zeros_like(state.table)), mover, jnp.zeros_like(mover))
        found = found.at[push.DRAW_ACT].set(average)
    if ahead > 1:
        after = placed(state)
        lots = worths(weights, _flat(after), ahead=1)
        legal = ((push.legal_bits(_flat(after)) >> acts) & 1) != 0
        then = jnp.where(legal, lots, NEVER).max(0).reshape(3, -1)
        places = push.phase(state) == push.PLACE
        found = found.at[push.PLACE_ACT : push.TAKE_ACT].set(
            jnp.where(places, then, found[push.PLACE_ACT : push.TAKE_ACT])
        )
    return found


def _flat(state: PackedPush) -> PackedPush:
    flat: PackedPush = jax.tree.map(lambda leaf: leaf.reshape(-1), state)
    return flat


def chosen(weights: Weights, state: PackedPush, *, ahead: int) -> Array:
    """What a player does who goes by the network."""
    acts = jnp.arange(ACTS, dtype=jnp.uint32)[:, None]
    legal = ((push.legal_bits(state) >> acts) & 1) != 0
    return jnp.where(legal, worths(weights, state, ahead=ahead), NEVER).argmax(0).astype(jnp.uint32)


@partial(jax.jit, static_argnames=("games", "ahead"))
def duel(weights: Weights, expert: TurnTables, key: Array, *, games: int, ahead: int) -> Array:
    """The network's share, match by match; it begins in every other one."""
    start = jax.tree.map(lambda leaf: jnp.broadcast_to(leaf, (games,)), push.init(2))
    seat = (jnp.arange(games) % 2).astype(jnp.uint32)

    def go_on(carry: Any) -> Any:
        state, rng = carry
        ours, theirs = chosen(weights, state, ahead=ahead), expert_act(expert, state)
        act = jnp.where(push.mover(state) == seat, ours, theirs)
        card, rng = rng.draw()
        die, rng = rng.draw()
        after, _ = push.play(state, act, card, die)
        over = push.over(state)
        return jax.tree.map(lambda own, new: jnp.where(over, own, new), state, after), rng

    ended, _ = lax.while_loop(lambda carry: ~push.over(carry[0]).all(), go_on, (start, RandomBits.of(key, (games,))))
    return jnp.take_along_axis(share(ended), seat.astype(jnp.int32)[:, None], -1)[:, 0]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("file", type=Path)
    parser.add_argument("--games", type=int, default=8192)
    parser.add_argument("--times", type=int, default=4)
    parser.add_argument("--ahead", type=int, nargs="+", default=[2, 1, 0], help="how many cards to look ahead")
    asked = parser.parse_args()
    with np.load(asked.file) as kept:
        net = Network({name: kept[name] for name in kept})
    weights = {name: jnp.asarray(getattr(net, name)) for name in PARTS}
    expert = TurnTables.of_package()
    for ahead in asked.ahead:
        shares = np.concatenate(
            [
                np.asarray(duel(weights, expert, jax.random.key(n), games=asked.games, ahead=ahead))
                for n in range(asked.times)
            ]
        )
        wide = 1.96 * shares.std() / len(shares) ** 0.5
        print(f"ahead={ahead}: {100 * shares.mean():.2f} % ± {100 * wide:.2f} of {len(shares)}", flush=True)


if __name__ == "__main__":
    main()
