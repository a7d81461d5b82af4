"""Somebody plays a whole game of each through roles, names and live regions, with the keyboard alone."""

from pathlib import Path

import pytest

from cartable.games import registry
from tests.e2e.site import script, served

LANGUAGES = {"push": "en", "quinto": "fr", "hexa": "fr", "trio": "en"}


@pytest.mark.parametrize("game", [game.id for game in registry.ALL])
def test_a_whole_game_without_seeing_it(game: str, tmp_path: Path) -> None:
    with served(tmp_path) as base:
        assert "moves" in script("reader", base, game, LANGUAGES[game])
