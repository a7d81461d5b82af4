"""Every law holds for every game."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cartable.kernel import AnyGame
from tests.conformance.laws import LAWS
from tests.conformance.laws.common import Law
from tests.kit.games import GAMES
from tests.kit.sample import Setup
from tests.kit.setups import match_of, setups

# A match is hundreds of examples in itself: of matches a few are enough.
MATCHES = settings(max_examples=max(5, settings().max_examples // 5))

every_game = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)


@every_game
@pytest.mark.parametrize("law", LAWS.values(), ids=LAWS)
def test_the_law_holds(game: AnyGame, law: Law) -> None:
    @MATCHES
    @given(setups(game))
    def holds(setup: Setup) -> None:
        law(game.under(setup.options), match_of(game, setup))

    holds()


@every_game
def test_any_text_is_an_act_or_none(game: AnyGame) -> None:
    """Whatever somebody types: never an exception, and never two ways to write one act."""
    words = sorted({word for form in game.forms for word in form.split(" ")} | game.vocabulary)
    near = st.lists(st.one_of(st.sampled_from(words), st.integers().map(str), st.text(max_size=3)), max_size=6)

    @given(st.one_of(st.text(), near.map(" ".join)))
    def is_read_or_not(text: str) -> None:
        act = game.read(text)
        assert act is None or str(act) == text

    is_read_or_not()
