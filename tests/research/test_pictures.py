"""Pictures and text for those who watch."""

import numpy as np
import pytest

from cartable.games import registry
from cartable.games.hexa.cards import COLOURS as HEXA_COLOURS
from cartable.games.hexa.cards import OBJECTS
from cartable.games.push.cards import SHAPES as PUSH_SHAPES
from cartable.games.trio.cards import COLOURS as TRIO_COLOURS
from cartable.games.trio.cards import SYMBOLS
from cartable.kernel import AnyGame
from cartable.research.pictures import draw, scene, tell
from cartable.research.pictures.paint import CLOTH, COLOURS, HEIGHT, WIDTH
from cartable.research.pictures.shapes import SHAPES, points
from tests.kit.setups import match_of, spread

pytestmark = pytest.mark.every_game


@pytest.mark.parametrize("game", registry.games(), ids=lambda game: game.id)
def test_every_view_can_be_drawn_and_told(game: AnyGame) -> None:
    for match in (match_of(game, setup) for setup in spread(game, 4)):
        for state in match.some(4):
            view = game.view(state, None)
            picture = draw(game.id, view)
            assert picture.shape == (HEIGHT, WIDTH, 3)
            assert picture.dtype == np.uint8
            assert (picture != np.array(CLOTH, np.uint8)).any()
            text = tell(game.id, view)
            assert all(f"player {seat}" in text for seat in match.seats)
            assert len(text.splitlines()) == len(scene(game.id, view))


def test_two_cards_look_different() -> None:
    assert {*PUSH_SHAPES.values(), "die", "switch", *OBJECTS, *SYMBOLS} <= set(SHAPES)
    drawn = {name: points(name, 30) for name in SHAPES}
    for name, mask in drawn.items():
        assert 0.05 < mask.mean() < 0.9, name
    assert len({mask.tobytes() for mask in drawn.values()}) == len(drawn)
    assert {*PUSH_SHAPES, *HEXA_COLOURS, *TRIO_COLOURS} <= set(COLOURS)


def test_what_changes_on_the_table_changes_the_picture() -> None:
    for game in registry.games():
        match = match_of(game, next(spread(game, 1)))
        pictures = {draw(game.id, game.view(state, None)).tobytes() for state in match.some(6)}
        assert len(pictures) > 3
