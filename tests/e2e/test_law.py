"""The law of the stage, in a real browser: nothing scrolls, and whatever can be done lies on the screen.

A sample of positions runs here, at every size; all of them are measured by `make screenshots`.
"""

from pathlib import Path

import pytest

from cartable.games import registry
from cartable.kernel import AnyGame
from tests.e2e.conftest import Site
from tests.e2e.law import LARGE_TEXT, SIZES, measured
from tests.e2e.positions import sample
from tests.e2e.site import script
from tests.words.pseudo import PSEUDO


@pytest.mark.parametrize("game", registry.games(), ids=lambda game: game.id)
def test_nothing_scrolls_and_every_control_is_at_hand(game: AnyGame, site: Site, tmp_path: Path) -> None:
    language = ("fr", PSEUDO)[
        registry.games().index(game) % 2
    ]  # the longest real one, and one 40 % longer than English
    broken, told = measured(site(), tmp_path, sample(game), language, [*SIZES, *LARGE_TEXT])
    assert not broken, told


LESSON_SIZES = ("360x560", "664x390", "1280x650")
"""The tightest of each shape; all of them are measured by `make screenshots`."""


@pytest.mark.parametrize("game", registry.games(), ids=lambda game: game.id)
def test_lessons_keep_the_law(game: AnyGame, site: Site) -> None:
    assert "checks" in script("lessons", site(), "fr", game.id, *LESSON_SIZES)


def test_lessons_hold_longer_words(site: Site) -> None:
    """The lesson with the longest sentences, on the smallest screen; all of them are measured by `make screenshots`."""
    assert "checks" in script("lessons", site(), PSEUDO, "quinto", LESSON_SIZES[0])
