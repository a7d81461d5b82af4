"""Somebody plays a whole game of each through roles, names and live regions, with the keyboard alone."""

import pytest

from cartable.games import registry
from cartable.kernel import AnyGame
from tests.e2e.conftest import Site
from tests.e2e.site import script

LANGUAGES = ("en", "fr", "fr", "en")
"""Games take them in turn."""


CALM = [game for game in registry.games() if "calm" in game.options.__struct_fields__]


@pytest.mark.parametrize("game", CALM, ids=lambda game: game.id)
def test_a_whole_calm_game_without_seeing_it(game: AnyGame, site: Site) -> None:
    """Nothing has to be quick: whoever listens is never too late, and nothing that can be pushed is refused."""
    language = LANGUAGES[registry.games().index(game) % len(LANGUAGES)]
    assert "0 too late" in script("reader", site(), game.id, language, "calm")


@pytest.mark.parametrize("game", registry.games(), ids=lambda game: game.id)
def test_a_whole_game_without_seeing_it(game: AnyGame, site: Site) -> None:
    assert "moves" in script("reader", site(game), game.id, LANGUAGES[registry.games().index(game) % len(LANGUAGES)])
