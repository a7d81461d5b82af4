"""Somebody plays a whole game of each through roles, names and live regions, with the keyboard alone."""

from pathlib import Path

import pytest

from cartable.games import registry
from cartable.kernel import AnyGame
from tests.e2e.site import script, served

LANGUAGES = ("en", "fr", "fr", "en")
"""Games take them in turn."""


@pytest.mark.parametrize("game", registry.ALL, ids=lambda game: game.id)
def test_a_whole_game_without_seeing_it(game: AnyGame, tmp_path: Path) -> None:
    with served(tmp_path, game) as base:
        assert "moves" in script("reader", base, game.id, LANGUAGES[registry.ALL.index(game) % len(LANGUAGES)])
