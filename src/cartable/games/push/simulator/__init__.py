"""Push for many matches at once, in JAX."""

from typing import Final

from jax import Array

from cartable.games.push.simulator import rules, view
from cartable.research.batch.contract import Simulator, State


def _awaits_player(state: State) -> Array:
    phase = rules.phase(state)
    return (phase == rules.TURN) | (phase == rules.PLACE) | (phase == rules.SHARE)


SIMULATOR: Final = Simulator(
    id="push",
    seats=range(2, 7),
    acts=rules.ACTS,
    init=rules.init,
    step=rules.step,
    chance=rules.chance,
    play=rules.play,
    dealt=rules.dealt,
    uniform=rules.uniform,
    mover=rules.mover,
    phase=rules.phase,
    over=rules.over,
    awaits_player=_awaits_player,
    legal=view.legal,
    odds=view.odds,
    observe=view.observe,
    scores=view.scores,
    merits=view.merits,
)
