"""Two browsers play each game to its end, with a bot at the table; one reloads, loses its line, and comes back."""

from pathlib import Path

import pytest

from cartable.games import registry
from tests.e2e.site import script, served

WAYS = {  # the language and the screen of the first, then of the second
    "push": ("en", "phone", "fr", "desktop"),
    "quinto": ("fr", "phone", "en", "desktop"),
    "hexa": ("en", "desktop", "fr", "phone"),
    "trio": ("fr", "desktop", "en", "phone"),
}


@pytest.mark.parametrize("game", [game.id for game in registry.ALL])
def test_two_browsers_play_to_the_end(game: str, tmp_path: Path) -> None:
    with served(tmp_path) as base:
        assert "moves" in script("play", base, game, *WAYS[game])
