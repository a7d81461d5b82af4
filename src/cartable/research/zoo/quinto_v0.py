"""Quinto for PettingZoo."""

from functools import partial
from typing import Final

from cartable.research.zoo.aec import CartableEnv

env: Final = partial(CartableEnv, "quinto")
raw_env: Final = env
