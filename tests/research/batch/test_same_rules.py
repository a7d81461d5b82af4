"""The simulator says of every act what the engine says: states, legal acts, chances, observations, scores, rewards."""

import pytest

from cartable.bots import Level
from cartable.games.registry import game as game_of
from tests.research.batch.trace import COMPILED, by_bots, differences, judge, matches, trace

TABLES = [("push", seats) for seats in range(2, 7)] + [("quinto", seats) for seats in range(1, 5)]


@pytest.mark.parametrize(("game_id", "seats"), TABLES)
def test_every_act_of_many_matches(game_id: str, seats: int) -> None:
    found = trace(game_id, matches(game_id, seats, 16))
    assert not any(differences(found, judge(game_id, compiled=seats in COMPILED)).values())


@pytest.mark.parametrize(("game_id", "seats"), TABLES)
def test_every_act_of_bots(game_id: str, seats: int) -> None:
    game = game_of(game_id)
    levels = (Level.EASY, Level.FAIR, Level.EXPERT) if seats == 2 else (Level.EASY, Level.STRONG)
    found = trace(game_id, (by_bots(game, level, seats, seed) for seed, level in enumerate(levels)))
    assert not any(differences(found, judge(game_id, compiled=seats in COMPILED)).values())
