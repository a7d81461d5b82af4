"""Hexa for PettingZoo, as a race in simulated time: one after the other (`env`), or all at once (`parallel_env`)."""

from functools import partial
from typing import Final

from cartable.research.zoo.aec import CartableEnv
from cartable.research.zoo.parallel import CartableParallelEnv

env: Final = partial(CartableEnv, "hexa")
raw_env: Final = env
parallel_env: Final = partial(CartableParallelEnv, "hexa")
