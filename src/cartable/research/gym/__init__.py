"""Games played alone as Gymnasium's environments, registered on import. It needs `cartable[gym]`.

>>> import gymnasium
>>> import cartable.research.gym
>>> env = gymnasium.make("CartableQuintoSolo-v0")
>>> observation, info = env.reset(seed=1)
>>> observation.shape, int(info["action_mask"].sum())
((297,), 12)

"""

import gymnasium

from cartable.games import registry
from cartable.research.encodings import encoding


def _register_solo_environments() -> None:
    for each in registry.packages():
        if each.solo is not None:
            gymnasium.register(
                id=f"Cartable{each.game.id.capitalize()}Solo-v{encoding(each.game.id).version}",
                entry_point=f"{each.folder}.{each.solo.where}",
                max_episode_steps=1000,  # far more than a match has: only who is refused again and again is cut
            )


_register_solo_environments()
