"""Views, legal acts, previews, refusals and events tell nobody what they cannot know."""

import pytest
from hypothesis import given, settings

from cartable.kernel import AnyGame
from tests.kit.games import GAMES
from tests.kit.sample import Setup
from tests.kit.setups import match_of, setups, spread
from tests.secrecy.checks import (
    disguises_look_the_same,
    everybody_sees_the_same,
    no_order_is_known,
    twins_look_the_same,
)
from tests.secrecy.hidden import has_hidden, hidden

MATCHES = settings(max_examples=max(5, settings().max_examples // 4))

every_game = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)


@every_game
def test_somebody_says_what_is_hidden(game: AnyGame) -> None:
    assert has_hidden(game), f"write tests/secrecy/hidden/{game.id}.py: what can be swapped without being noticed?"


@every_game
def test_nobody_notices_a_swap(game: AnyGame) -> None:
    @MATCHES
    @given(setups(game))
    def holds(setup: Setup) -> None:
        twins_look_the_same(game, hidden(game), match_of(game, setup))
        disguises_look_the_same(game, hidden(game), match_of(game, setup))

    holds()


@every_game
def test_there_is_something_to_swap_or_everything_is_open(game: AnyGame) -> None:
    """So that the test above is not empty."""
    matches = [match_of(game, setup) for setup in spread(game, 6)]
    if hidden(game).OPEN:
        for match in matches:
            everybody_sees_the_same(game, match)
    else:
        assert sum(twins_look_the_same(game, hidden(game), match) for match in matches) > 0
        assert sum(disguises_look_the_same(game, hidden(game), match) for match in matches) > 0


@every_game
def test_the_state_knows_no_order(game: AnyGame) -> None:
    @MATCHES
    @given(setups(game))
    def holds(setup: Setup) -> None:
        other = Setup(setup.seats, setup.options, "uniform", setup.seed + 1)
        no_order_is_known(game, match_of(game, setup), match_of(game, other))

    holds()
