"""Servers that the tests in browsers share: starting one takes longer than most of what is asked of it."""

import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from cartable.kernel import AnyGame, Tempo
from tests.e2e.site import ROOT, SHARED_BROWSER, WEB, node, served

Site = Callable[..., str]
"""`site()` is the address of a server without courtesy waits; `site(game)` of one at which this game can be played."""


@pytest.fixture(scope="session", autouse=True)
def _shared_browser() -> Iterator[None]:
    """One Chromium for all scripts of this process: to start one takes a second or two of processor time."""
    command = node("e2e/shared_browser.ts")
    with subprocess.Popen(command, cwd=WEB, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as browser:
        assert browser.stdin is not None
        assert browser.stdout is not None
        os.environ[SHARED_BROWSER] = browser.stdout.readline().strip()
        yield
        del os.environ[SHARED_BROWSER]
        browser.stdin.close()


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
