"""Whole matches over sockets: every game, people and bots together, to the end."""

import asyncio
from pathlib import Path

import pytest
from msgspec.structs import replace

from cartable.games import registry
from cartable.server.http.routes import archive
from cartable.server.limits import no_limits
from tests.kit.games import ENDING
from tests.server.live_server import async_test, live_server

GAMES = [game.id for game in registry.games()]


@pytest.mark.parametrize("game", GAMES)
@async_test
async def test_two_people_and_a_bot_play_to_the_end(game: str, tmp_path: Path) -> None:
    async with live_server(tmp_path) as here:
        players = await here.table(game, people=2, bots=1, options=ENDING.get(game, {}))
        await here.start(players)
        outcomes = await asyncio.gather(*(player.over() for player in players))
        assert outcomes[0] == outcomes[1]
        assert len(outcomes[0]["ranks"]) == 3
        for player in players:
            await player.answered()
            assert {answer["answer"] for answer in player.answers.values()} >= {"accepted"}


@async_test
async def test_a_match_that_does_not_end_is_ended(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Two players of Trio could lay a wrong card and accuse it for as long as they like. A long replay counts as
    several."""
    limits = replace(no_limits(), acts=40, replays_s=1e-6, replays_burst=10)
    async with live_server(tmp_path, limits=limits) as here:
        players = await here.table("push", people=2)
        await here.start(players)
        ann, bob = players
        assert [await ann.over(), await bob.over()] == [None, None]
        lines = (await here.api.get(f"/api/matches/{ann.match}/log")).splitlines()
        assert '"given_up":true' in lines[-2]
        assert 40 <= len(lines) - 3 < 50
        assert here.server.services.metrics.limited["acts"] == 1
        await here.api.get(f"/api/matches/{ann.match}", expect=200)
        monkeypatch.setattr(archive, "LONG", 100)
        await here.api.get(f"/api/matches/{ann.match}", expect=429)
