"""What a simulator offers: the rules of one game as functions over arrays, the same names for every game."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import jax.numpy as jnp
from jax import Array

from cartable.research.batch.bits import RandomBits
from cartable.research.rewards import Reward

State = Any
"""A tree of arrays of one shape: a match for each entry."""


@dataclass(frozen=True)
class Simulator:
    """The rules of one game. Every function takes states of any shape, and works under `jit`, `vmap` and `scan`.

    Acts and chances go by the numbers of `cartable.research.encodings`. What is not legal is not refused: it leads to
    states that mean nothing, so ask `legal` first.
    """

    id: str
    seats: range
    acts: int
    init: Callable[..., State]
    """`init(seats, **options)`: one match before its first act, the dealer's included."""

    step: Callable[[State, Array], State]
    """The match after a legal act of the mover; a chance may be due then."""

    chance: Callable[[State, Array], State]
    """The match after an act of the dealer."""

    play: Callable[..., tuple[State, Array]]
    """`play(state, act, random, more_random)`: a legal act of the mover and what the dealer owes then, by two words of
    random bits; and how many acts that were of the dealer. Where the dealer is to act first, the dealer's acts alone.
    """

    dealt: Callable[[State, RandomBits], State]
    """A match that was just begun when the first player is to act."""

    uniform: Callable[[State, Array], Array]
    """A legal act of the mover at random, by a word of random bits."""

    mover: Callable[[State], Array]
    phase: Callable[[State], Array]
    over: Callable[[State], Array]
    awaits_player: Callable[[State], Array]
    legal: Callable[[State], Array]
    odds: Callable[[State], Array]
    observe: Callable[[State, Array], Array]
    scores: Callable[[State], Array]
    merits: Callable[[State], Array]
    """By seat: who has more ends ahead."""

    def rewards(self, state: State, kind: Reward = Reward.RANK) -> Array:
        """By seat, as `cartable.research.rewards` counts them; zeros while the match goes on."""
        scores, merits = self.scores(state).astype(jnp.float32), self.merits(state)
        seats = merits.shape[-1]
        if seats == 1 or kind is Reward.SCORE:
            others = (scores.sum(-1, keepdims=True) - scores) / max(seats - 1, 1)
            worth = scores - others
        else:
            ahead = jnp.sign(merits[..., :, None] - merits[..., None, :]).sum(-1)
            worth = ahead.astype(jnp.float32) / (seats - 1)
        return jnp.where(self.over(state)[..., None], worth, 0.0)
