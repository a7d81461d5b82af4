"""Whole matches on one's own device, in a real browser: from a folder of files, and without a network."""

import subprocess
import sys
from pathlib import Path

import pytest

from cartable.games import registry
from cartable.kernel import Tempo
from cartable.server.http.game_list import games as game_list
from tests.e2e.carried import carry_to
from tests.e2e.site import script, served

TURNS = [game.id for game in registry.games() if game.tempo is Tempo.TURNS]
DEAL = "K7M3PQ4X"
"""The number of the cards that `web/e2e/offline.ts` plays last, among games of turns."""

RACES = [game.id for game in registry.games() if game.tempo is not Tempo.TURNS]


@pytest.mark.parametrize("games", [TURNS, RACES], ids=["turns", "races"])
def test_whole_matches_without_a_network(folder: Path, games: list[str], tmp_path: Path) -> None:
    screen, language = ("phone", "en") if games is TURNS else ("desktop", "fr")
    log = tmp_path / "match.jsonl"
    told = script("offline", str(folder), sys.executable, str(log), screen, language, *games)
    for game in games:
        assert f"{game}: " in told
        assert "over after" in told
    if games is TURNS:
        compare = [sys.executable, "-m", "cartable", "deal", DEAL, str(log), "--lang", "en"]
        assert "Ann" in subprocess.run(compare, check=True, capture_output=True, text=True).stdout
    else:
        with served(tmp_path, None, "--imports") as server:
            assert carry_to(server, log.read_bytes()) == log.read_bytes()


def test_bots_of_every_level_play_in_the_worker_of_a_browser(folder: Path) -> None:
    told = script("levels", str(folder)).splitlines()
    tried = {tuple(line.partition(":")[0].split()) for line in told if ": " in line}
    assert tried >= {(info.id, level) for info in game_list() for level in info.levels}
