"""Servers that the tests in browsers share: starting one takes longer than most of what is asked of it."""

import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from cartable.kernel import AnyGame, Tempo
from tests.e2e.site import ROOT, served

Site = Callable[..., str]
"""`site()` is the address of a server without courtesy waits; `site(game)` of one at which this game can be played."""


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    started: dict[bool, str] = {}
    with ExitStack() as servers:

        def address(game: AnyGame | None = None) -> str:
            races = game is not None and game.tempo is not Tempo.TURNS
            if races not in started:
                started[races] = servers.enter_context(served(tmp_path_factory.mktemp("site"), game))
            return started[races]

        yield address


@pytest.fixture(scope="session")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """What `make site` writes."""
    written = tmp_path_factory.mktemp("folder")
    subprocess.run([sys.executable, str(ROOT / "tools/site.py"), str(written)], check=True)
    return written
