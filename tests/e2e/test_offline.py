"""Whole matches on one's own device, in a real browser: from a folder of files, and without a network."""

import subprocess
import sys
from pathlib import Path

import pytest

from cartable.games import registry
from tests.e2e.site import ROOT, script


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """What `make site` writes."""
    folder = tmp_path_factory.mktemp("site")
    subprocess.run([sys.executable, str(ROOT / "tools/site.py"), str(folder)], check=True)
    return folder


@pytest.mark.parametrize("game", [game.id for game in registry.ALL])
def test_a_whole_match_without_a_network(site: Path, game: str) -> None:
    told = script("offline", str(site), sys.executable, game)
    assert told.startswith(f"{game}: ")
