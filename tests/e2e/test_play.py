"""Two browsers play each game to its end, with a bot at the table; one reloads, loses its line, and comes back."""

from pathlib import Path

import pytest

from cartable.games import registry
from cartable.kernel import AnyGame, Tempo
from tests.e2e.site import script, served

WAYS = {  # the language and the screen of the first, then of the second
    "push": ("en", "phone", "fr", "desktop"),
    "quinto": ("fr", "phone", "en", "desktop"),
    "hexa": ("en", "desktop", "fr", "phone"),
    "trio": ("fr", "desktop", "en", "phone"),
}


RACE_PACE = "0.5"
"""Bots that run do not wait for anybody: at no pace at all they could win before a busy machine has drawn the page."""

REACTION_MS = "160"
"""At least, and up to twice that: two that are faster than any person would tie at every card."""


@pytest.mark.parametrize("game", registry.ALL, ids=lambda game: game.id)
def test_two_browsers_play_to_the_end(game: AnyGame, tmp_path: Path) -> None:
    race = game.tempo is not Tempo.TURNS
    with served(tmp_path, *(("--pace", RACE_PACE) if race else ())) as base:
        assert "moves" in script("play", base, game.id, *WAYS[game.id], REACTION_MS if race else "0")
