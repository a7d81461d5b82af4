"""How `make test` spreads the tests over processes: what runs in the same one, and what begins first.

pytest-xdist has a mark for that. It works by changing the names of tests, and since 9.2 pytest goes on with the old
names: the mark says nothing any more, without a warning. So it is told here, by the names of the files.
"""

from itertools import count
from typing import Any, Final

import pytest
from xdist.scheduler import LoadScopeScheduling  # type: ignore[import-untyped]

BROWSERS: Final = "tests/e2e/"
AT_ONCE: Final = 2
"""Browsers at a time: more of them would be slower than the people they stand for."""

TOGETHER: Final = (
    "tests/research/batch/",  # one test uses what JAX has compiled for another
    "tests/house/test_new_game.py",  # made once
    "tests/house/test_wheel.py",  # built and installed once
    "tests/offline/test_same_rules.py",  # run once
    "tests/abuse/",  # one server for all attacks
    "tests/server/cluster/",
    "tests/server/store/test_outages.py",
    "tests/server/tables/test_postgres.py",
    "tests/bots/test_refit.py",
)
"""What shares something that takes long to make."""

FIRST: Final = (
    BROWSERS,
    *TOGETHER[:3],
    "tests/server/faults/",
    "tests/arena/test_tournament.py",
    "tests/abuse/",
    "tests/server/",
    "tests/house/",
    "tests/offline/",
)
"""What takes long, so that nobody is left alone with it in the end."""


def rank(name: str) -> int:
    """When a test begins: one with a lower number first."""
    return next((at for at, start in enumerate(FIRST) if name.startswith(start)), len(FIRST))


class Spreading(LoadScopeScheduling):  # type: ignore[misc]  # xdist has no types
    """Hands out groups of tests, in the order in which they were collected."""

    def __init__(self, config: pytest.Config, log: Any) -> None:
        super().__init__(config, log)
        config.option.loadscopereorder = False
        self._browsers: dict[str, str] = {}
        self._numbers = count()

    def _split_scope(self, nodeid: str) -> str:
        """The group of a test; most are alone."""
        if nodeid.startswith(BROWSERS):
            if nodeid not in self._browsers:
                self._browsers[nodeid] = f"browsers-{next(self._numbers) % AT_ONCE}"
            return self._browsers[nodeid]
        return next((start for start in TOGETHER if nodeid.startswith(start)), nodeid)
