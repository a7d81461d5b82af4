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
    only_acts_decide,
    twins_look_the_same,
)
from tests.secrecy.hidden import hidden

MATCHES = settings(max_examples=max(5, settings().max_examples // 4))

every_game = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)


@every_game
def test_nobody_notices_a_swap(game: AnyGame) -> None:
    @MATCHES
    @given(setups(game))
    def holds(setup: Setup) -> None:
        match = match_of(game, setup)
        secret = hidden(game.under(setup.options))
        if secret is None:
            everybody_sees_the_same(game, match)
        else:
            twins_look_the_same(game, secret, match)
            disguises_look_the_same(game, secret, match)

    holds()


@every_game
def test_there_is_something_to_swap_or_everybody_sees_the_same(game: AnyGame) -> None:
    """So that the test above is not empty."""
    matches = [match_of(game, setup) for setup in spread(game, 6)]
    for form in {game.under(match.setup.options) for match in matches}:
        secret = hidden(form)
        played = [match for match in matches if game.under(match.setup.options) is form]
        if secret is not None:
            assert sum(twins_look_the_same(form, secret, match) for match in played) > 0
            assert sum(disguises_look_the_same(form, secret, match) for match in played) > 0


@every_game
def test_the_state_knows_no_order(game: AnyGame) -> None:
    """All that a state holds was put there by acts: the same acts lead to the same states, to the very end."""

    @MATCHES
    @given(setups(game))
    def holds(setup: Setup) -> None:
        match = match_of(game, setup)
        assert only_acts_decide(game, match) == len(match.turns) > 0

    holds()
