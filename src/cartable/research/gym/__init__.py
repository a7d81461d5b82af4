"""Gymnasium's `CartableQuintoSolo-v0`, registered on import. It needs `cartable[gym]`.

>>> import gymnasium
>>> import cartable.research.gym
>>> env = gymnasium.make("CartableQuintoSolo-v0")
>>> observation, info = env.reset(seed=1)
>>> observation.shape, int(info["action_mask"].sum())
((297,), 12)

"""

import gymnasium

from cartable.research.encodings import encoding
from cartable.games.quinto.solo import QuintoSoloEnv

__all__ = ["QuintoSoloEnv"]

gymnasium.register(
    id=f"CartableQuintoSolo-v{encoding('quinto').version}",
    entry_point="cartable.games.quinto.solo:QuintoSoloEnv",
    max_episode_steps=1000,  # far more than a match has: only who is refused again and again is cut
)
