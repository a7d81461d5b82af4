"""PettingZoo environments, one for each game: `push_v0`, `quinto_v0` and so on. They need `cartable[pettingzoo]`.

Each has `env`, in which agents act one after the other; a race also has `parallel_env`, in which all answer at once.

>>> from cartable.research.zoo import push_v0
>>> env = push_v0.env(seats=3, risk=True)
>>> env.reset(seed=1)
>>> for agent in env.agent_iter():
...     observation, reward, terminated, truncated, info = env.last()
...     over = terminated or truncated
...     env.step(None if over else env.action_space(agent).sample(observation["action_mask"]))

"""

import sys
from functools import partial
from types import ModuleType
from typing import Any

from cartable.games import registry
from cartable.kernel import AnyGame, Tempo
from cartable.research.encodings import encoding
from cartable.research.zoo.aec import CartableEnv
from cartable.research.zoo.parallel import CartableParallelEnv


def _module(game: AnyGame) -> ModuleType:
    """What PettingZoo's users expect to import: a module of the environment's name, with its version."""
    module = ModuleType(f"{__name__}.{game.id}_v{encoding(game.id).version}", f"{game.id.capitalize()} for PettingZoo.")
    module.env = module.raw_env = partial(CartableEnv, game.id)  # type: ignore[attr-defined]
    if game.tempo is not Tempo.TURNS:
        module.parallel_env = partial(CartableParallelEnv, game.id)  # type: ignore[attr-defined]
    return module


for _game in registry.games():
    _made = _module(_game)
    sys.modules[_made.__name__] = _made
    globals()[_made.__name__.rpartition(".")[2]] = _made


def __getattr__(name: str) -> Any:
    known = ", ".join(f"{game.id}_v{encoding(game.id).version}" for game in registry.games())
    raise AttributeError(f"there is no environment {name}: expected one of {known}")
