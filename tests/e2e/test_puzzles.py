"""Puzzles on the page: solved by touch, shared without the answer."""

from cartable.puzzles import games_with_puzzles
from cartable.words import LANGUAGES
from tests.e2e.conftest import Site
from tests.e2e.site import script


def test_a_puzzle_is_solved_and_shared(site: Site) -> None:
    assert script("puzzle", site(), ",".join(LANGUAGES)).split() == ["solved:", *games_with_puzzles()]
