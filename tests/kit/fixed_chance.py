"""Chance that is the same on every run: the server draws deals, its bots' luck and the order of places from a seed.

The root conftest fixes this for every test. `SERVE` is `cartable serve` with the same: there every match has the same
secret, because tests that share a server run in no fixed order.
"""

import os
import random
import sys
from itertools import count
from random import Random
from typing import Final

from cartable.cli import main as cartable
from cartable.matches.deal import deal_number
from cartable.server.tables import matches, roster

SEED: Final = os.environ.get("CARTABLE_TEST_SEED", "")
"""What `make fuzz` adds to every seed; empty in `make test`."""

SERVE: Final = (sys.executable, "-m", "tests.kit.fixed_chance", "serve")
"""The command, in place of `cartable serve`."""


def seeded(name: str) -> Random:
    """Luck of its own for whatever is called so."""
    return Random(f"{SEED} {name}")


class FixedSecrets:
    """Stands for the module `secrets` where the course of a match depends on it."""

    def __init__(self, name: str, *, repeat: bool) -> None:
        self._name = name
        self._repeat = repeat
        self._numbers = count()

    def token_bytes(self, length: int) -> bytes:
        return self._next().randbytes(length)

    def randbits(self, bits: int) -> int:
        return self._next().getrandbits(bits)

    def _next(self) -> Random:
        return seeded(f"{self._name} {0 if self._repeat else next(self._numbers)}")


def fix_chance(name: str, *, repeat: bool = False) -> None:
    """From now on this process draws what depends on `name` alone; with `repeat` the same for every match."""
    random.seed(f"{SEED} {name}")
    for module in (deal_number, matches):
        setattr(module, "secrets", FixedSecrets(f"{module.__name__} {name}", repeat=repeat))  # noqa: B010
    setattr(roster, "SystemRandom", lambda: seeded(f"places {name}"))  # noqa: B010
    matches.REVEALS.seed(f"{SEED} {name}")


if __name__ == "__main__":
    fix_chance("a server of its own", repeat=True)
    cartable()
