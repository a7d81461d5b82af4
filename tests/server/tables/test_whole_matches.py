"""Whole matches over sockets: every game, people and bots together, to the end."""

import asyncio
from pathlib import Path

import pytest

from cartable.games import registry
from tests.server.live_server import async_test, live_server

GAMES = [game.id for game in registry.ALL]


@pytest.mark.parametrize("game", GAMES)
@async_test
async def test_two_people_and_a_bot_play_to_the_end(game: str, tmp_path: Path) -> None:
    async with live_server(tmp_path) as here:
        players = await here.table(game, people=2, bots=1)
        await here.start(players)
        outcomes = await asyncio.gather(*(player.over() for player in players))
        assert outcomes[0] == outcomes[1]
        assert len(outcomes[0]["ranks"]) == 3
        for player in players:
            await player.answered()
            assert {answer["answer"] for answer in player.answers.values()} >= {"accepted"}
