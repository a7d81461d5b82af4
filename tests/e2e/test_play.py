"""Two browsers play each game to its end, with a bot at the table; one reloads, loses its connection and comes back."""

import pytest

from cartable.games import registry
from cartable.kernel import AnyGame, Tempo
from tests.e2e.conftest import Site
from tests.e2e.site import script

WAYS = (  # the language and the screen of the first, then of the second: games take them in turn
    ("en", "phone", "fr", "desktop"),
    ("fr", "phone", "en", "desktop"),
    ("en", "desktop", "fr", "phone"),
    ("fr", "desktop", "en", "phone"),
)


REACTION_MS = "160"
"""At least, and up to twice that: two that are faster than any person would tie at every card."""


@pytest.mark.parametrize("game", registry.games(), ids=lambda game: game.id)
def test_two_browsers_play_to_the_end(game: AnyGame, site: Site) -> None:
    reaction = "0" if game.tempo is Tempo.TURNS else REACTION_MS
    assert "moves" in script("play", site(game), game.id, *WAYS[registry.games().index(game) % len(WAYS)], reaction)
