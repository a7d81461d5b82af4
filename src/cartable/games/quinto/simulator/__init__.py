"""Quinto for many matches at once, in JAX."""

from typing import Final

from jax import Array

from cartable.games.quinto.simulator import random, rules, view
from cartable.research.batch.contract import Simulator, State


def _awaits_player(state: State) -> Array:
    phase = rules.phase(state)
    return (phase == rules.TURN) | (phase == rules.WRITE)


SIMULATOR: Final = Simulator(
    id="quinto",
    seats=range(1, 5),
    acts=rules.ACTS,
    init=rules.init,
    step=rules.step,
    chance=rules.chance,
    play=rules.play,
    dealt=rules.dealt,
    uniform=random.uniform,
    mover=rules.mover,
    phase=rules.phase,
    over=rules.over,
    awaits_player=_awaits_player,
    legal=view.legal,
    odds=view.odds,
    observe=view.observe,
    scores=view.scores,
    merits=view.scores,
)
