"""Thinking: the same for the same seed."""

import pytest

from cartable.arena.simulation import play
from cartable.bots import Level, bot
from cartable.games import registry
from cartable.kernel import AnyGame


@pytest.mark.parametrize("level", [Level.STRONG, Level.EXPERT])
@pytest.mark.parametrize("game", registry.games(), ids=lambda game: game.id)
def test_the_same_seed_plays_the_same_match(game: AnyGame, level: Level) -> None:
    """The smallest table: those who think most need longest. The weaker levels are tried at full tables."""
    seats = range(game.seats[0])
    one, again = (play(game, [bot(game.id, level, 11, seat) for seat in seats], 11) for _ in range(2))
    assert one.done == again.done
