"""What a simulator offers: the rules of one game as functions over arrays, the same names for every game."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final

import jax.numpy as jnp
from jax import Array

from cartable.games.push.simulator import rules as push, view as push_view
from cartable.games.quinto.simulator import rules as quinto, random as quinto_random, view as quinto_view
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


def _a_player_is_asked_in_push(state: State) -> Array:
    phase = push.phase(state)
    return (phase == push.TURN) | (phase == push.PLACE) | (phase == push.SHARE)


def _a_player_is_asked_in_quinto(state: State) -> Array:
    phase = quinto.phase(state)
    return (phase == quinto.TURN) | (phase == quinto.WRITE)


PUSH: Final = Simulator(
    id="push",
    seats=range(2, 7),
    acts=push.ACTS,
    init=push.init,
    step=push.step,
    chance=push.chance,
    play=push.play,
    dealt=push.dealt,
    uniform=push.uniform,
    mover=push.mover,
    phase=push.phase,
    over=push.over,
    awaits_player=_a_player_is_asked_in_push,
    legal=push_view.legal,
    odds=push_view.odds,
    observe=push_view.observe,
    scores=push_view.scores,
    merits=push_view.merits,
)

QUINTO: Final = Simulator(
    id="quinto",
    seats=range(1, 5),
    acts=quinto.ACTS,
    init=quinto.init,
    step=quinto.step,
    chance=quinto.chance,
    play=quinto.play,
    dealt=quinto.dealt,
    uniform=quinto_random.uniform,
    mover=quinto.mover,
    phase=quinto.phase,
    over=quinto.over,
    awaits_player=_a_player_is_asked_in_quinto,
    legal=quinto_view.legal,
    odds=quinto_view.odds,
    observe=quinto_view.observe,
    scores=quinto_view.scores,
    merits=quinto_view.scores,
)

SIMULATORS: Final = {simulator.id: simulator for simulator in (PUSH, QUINTO)}
