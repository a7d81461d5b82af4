"""Hints at the table, and the analysis of a match that is over."""

import asyncio
import os
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from cartable.bots.analysis import MatchAnalysis
from cartable.games import registry
from cartable.server.thinking import advice
from tests.arena.test_hints import told_in_every_language
from tests.kit.client import Api, Player
from tests.server.live_server import LiveServer, async_test, live_server


async def playing(here: LiveServer, game: str = "push", **body: Any) -> LiveServer:
    """Ann and Bob play, and nobody acts by themselves."""
    for player in await here.table(game, people=2, **body):
        player.plays = False
    await here.start(here.people)
    return here


async def to_move(here: LiveServer) -> Player:
    """Whoever may act first: in Quinto that is drawn by lot."""
    waiting = {asyncio.ensure_future(player.until(partial(may_act, player))): player for player in here.people}
    done, others = await asyncio.wait(waiting, return_when=asyncio.FIRST_COMPLETED)
    for other in others:
        other.cancel()
    return waiting[done.pop()]


def may_act(player: Player) -> bool:
    return bool(player.legal)


@async_test
async def test_a_hint_is_for_who_is_to_move(tmp_path: Path) -> None:
    async with live_server(tmp_path) as here:
        ann, bob = (await playing(here)).people
        await ann.until(lambda: bool(ann.legal))
        given = await ann.api.post(f"/api/tables/{ann.code}/hint", {})
        assert given == {"act": "draw", "why": "draw-first", "about": {}}
        assert (await bob.api.post(f"/api/tables/{ann.code}/hint", {}, expect=409))["code"] == "no-hint"
        stranger = Api(here.base)
        assert (await stranger.post(f"/api/tables/{ann.code}/hint", {}, expect=401))["code"] == "no-seat"
        await stranger.http.aclose()


@async_test
async def test_hints_come_from_the_processes_in_which_bots_think(tmp_path: Path) -> None:
    async with live_server(tmp_path, bot_processes=1) as here:
        player = await to_move(await playing(here, "quinto"))
        given = await player.api.post(f"/api/tables/{player.code}/hint", {})
        assert given["act"] in player.legal
        told_in_every_language("quinto", given["why"], given["about"])


@async_test
async def test_who_asks_a_process_that_dies_is_told_to_try_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(advice, "hint", killed)
    async with live_server(tmp_path, bot_processes=1) as here:
        ann, _ = (await playing(here)).people
        await ann.until(lambda: bool(ann.legal))
        assert (await ann.api.post(f"/api/tables/{ann.code}/hint", {}, expect=503))["code"] == "busy"


def killed(*_about: Any) -> None:
    os._exit(3)


@async_test
async def test_a_table_may_forbid_hints(tmp_path: Path) -> None:
    async with live_server(tmp_path) as here:
        ann, _ = (await playing(here, settings={"hints": False})).people
        assert (await ann.api.post(f"/api/tables/{ann.code}/hint", {}, expect=409))["code"] == "hints-off"


@async_test
async def test_a_race_leaves_no_time_for_hints(tmp_path: Path) -> None:
    async with live_server(tmp_path) as here:
        ann, bob = (await playing(here, "trio")).people
        for player in (ann, bob):
            assert (await player.api.post(f"/api/tables/{ann.code}/hint", {}, expect=409))["code"] == "no-hint"


@async_test
async def test_before_a_match_there_is_nothing_to_hint_at(tmp_path: Path) -> None:
    async with live_server(tmp_path) as here:
        ann, _ = await here.table("push", people=2)
        assert (await ann.api.post(f"/api/tables/{ann.code}/hint", {}, expect=409))["code"] == "not-playing"


@pytest.mark.every_game
@async_test
async def test_games_tell_whether_they_have_hints(tmp_path: Path) -> None:
    async with live_server(tmp_path) as here:
        known = {game["id"]: game["hints"] for game in await here.api.get("/api/games")}
        assert list(known) == [game.id for game in registry.games()]
        assert {"push": True, "quinto": True, "hexa": False, "trio": False}.items() <= known.items()


async def finished(here: LiveServer, game: str) -> str:
    players = await here.table(game, people=2)
    await here.start(players)
    await players[0].over()
    await players[0].until(lambda: players[0].table.get("phase") == "over")
    assert players[0].match is not None
    return players[0].match


@async_test
async def test_a_match_that_is_over_is_analysed_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    times: list[str] = []
    analysed = advice.analysed

    def counted(log: bytes, name: str) -> MatchAnalysis:
        times.append(name)
        return analysed(log, name)

    monkeypatch.setattr(advice, "analysed", counted)
    async with live_server(tmp_path) as here:
        match = await finished(here, "push")
        path = f"/api/matches/{match}/analysis"
        first, second = await asyncio.gather(here.api.get(path), here.api.get(path))
        assert first == second == await here.api.get(path)
        assert times == [match]
        assert first["unit"] == "chance"
        assert {decision["seat"] for decision in first["decisions"]} == {0, 1}
        assert sum(first["moments"][-1]["standing"]) == pytest.approx(1)


@async_test
async def test_an_analysis_is_worked_out_in_a_process(tmp_path: Path) -> None:
    async with live_server(tmp_path, bot_processes=1) as here:
        match = await finished(here, "quinto")
        found = await here.api.get(f"/api/matches/{match}/analysis")
        assert len(found["lost"]) == 2


@async_test
async def test_what_cannot_be_analysed_is_told(tmp_path: Path) -> None:
    async with live_server(tmp_path) as here:
        players = (await playing(here)).people
        running = await here.api.get(f"/api/matches/{players[0].match}/analysis", expect=404)
        assert running["code"] == "no-such-match", "nothing is told before the end"
        race = await finished(here, "hexa")
        assert (await here.api.get(f"/api/matches/{race}/analysis", expect=404))["code"] == "no-analysis"


@async_test
async def test_a_server_that_stops_lets_nobody_wait_for_an_analysis() -> None:
    class Thinking:
        async def run_apart(self, *_: Any) -> Any:
            await asyncio.Event().wait()

    async def read_log() -> bytes:
        return b""

    thinking: Any = Thinking()
    analyses = advice.MatchAnalyses(thinking)
    asked = [asyncio.ensure_future(analyses.of("m1", read_log)) for _ in range(2)]
    given_up = asyncio.ensure_future(analyses.of("m1", read_log))
    await asyncio.sleep(0)
    given_up.cancel()
    with pytest.raises(asyncio.CancelledError):
        await given_up
    analyses.stop()
    assert await asyncio.gather(*asked) == [None, None]
