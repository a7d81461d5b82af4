"""Deal numbers at tables: who is told what, and how everybody did with the same cards."""

import asyncio
from pathlib import Path
from typing import Any

import msgspec
import pytest

from cartable.matches.deal import deal_number
from cartable.matches.log.reading import LogReader
from cartable.matches.log.verify import Verified, verify
from cartable.server.tables import archive
from cartable.server.tables.imports import CheckedLog, check_log
from tests.kit.client import Player
from tests.matches.numbered import NUMBER, OTHER, NumberedMatch
from tests.matches.played import PUSH
from tests.server.live_server import LiveServer, async_test, live_server


async def numbered_table(here: LiveServer, number: str) -> list[Player]:
    players = await here.table("quinto", people=2, settings={"deal_number": number})
    for player in players:
        await player.told_of("welcome")
    return players


async def played(here: LiveServer, players: list[Player]) -> dict[str, Any]:
    """The table after the match."""
    await here.start(players)
    await players[0].over()
    await players[0].until(lambda: players[0].table.get("phase") == "over")
    return players[0].table


async def verdict_on(here: LiveServer, match: str | None) -> Verified:
    log = (await here.api.get(f"/api/matches/{match}/log")).encode().splitlines(keepends=True)
    verdict = verify(LogReader(log, "export"))
    assert isinstance(verdict, Verified)
    return verdict


def draws(replay: dict[str, Any]) -> list[str]:
    """The first cards: in Quinto everybody's hand is dealt before anybody has acted."""
    return [frame["act"] for frame in replay["frames"][:6]]


@async_test
async def test_two_tables_play_the_same_cards_and_are_compared(tmp_path: Path) -> None:
    async with live_server(tmp_path) as here:
        first = await numbered_table(here, "new")
        assert first[1].table["settings"]["deal_number"] == "new"
        assert "deal_number" not in first[0].table
        table = await played(here, first)
        number = table["deal_number"]
        before = [each for each in first[1].messages if each.get("table", {}).get("phase") != "over"]
        assert number.encode() not in msgspec.json.encode(before), "nobody is told before the end"
        verdict = await verdict_on(here, first[0].match)
        assert (verdict.devices, verdict.deal_number) == (2, number)

        second = await numbered_table(here, number.lower())
        assert second[1].table["settings"]["deal_number"] == "given"
        table = await played(here, second)
        assert table["deal_number"] == number
        assert table["settings"]["deal_number"] == "none", "a number counts for one match"
        assert (await verdict_on(here, second[0].match)).deal_number == number
        replays = [await here.api.get(f"/api/matches/{players[0].match}") for players in (first, second)]
        assert draws(replays[0]) == draws(replays[1])

        results = await here.api.get(f"/api/deals/{number}")
        (deal,) = results["deals"]
        given = {match["id"]: match["given"] for match in deal["matches"]}
        assert given == {first[0].match: False, second[0].match: True}
        for seat in range(2):
            assert abs(sum(match["seats"][seat]["above"] for match in deal["matches"])) < 0.01
        assert {total["name"] for total in results["totals"]} == {"Ann", "Bob"}


@async_test
async def test_only_numbers_are_asked_for_and_entered(tmp_path: Path) -> None:
    async with live_server(tmp_path) as here:
        ann, _ = await here.table(people=2)
        path = f"/api/tables/{ann.code}/settings"
        for bad in ("nonsense", "given", "K7M3PQ4O"):
            refused = await ann.api.post(path, {"settings": {"deal_number": bad}}, expect=400)
            assert refused["code"] == "bad-input"
        changed = await ann.api.post(path, {"settings": {"deal_number": NUMBER}})
        assert changed["settings"]["deal_number"] == "given"
        assert NUMBER not in str(changed)
        changed = await ann.api.post(path, {"settings": {"deal_number": ""}})
        assert changed["settings"]["deal_number"] == "none"
        assert (await here.api.get("/api/deals/nonsense", expect=400))["code"] == "bad-input"
        many = ",".join(f"{NUMBER[:-1]}{letter}" for letter in "BCDFGHJKMNPQR")
        assert (await here.api.get(f"/api/deals/{many}", expect=400))["code"] == "bad-input"
        invitation = await here.api.get(f"/api/deals/{NUMBER.lower()},{OTHER}/invitation")
        assert invitation["link"].endswith(f"/deal/{NUMBER},{OTHER}")
        assert await here.api.get(f"/api/deals/{NUMBER},{OTHER}") == {"deals": [], "totals": []}


@async_test
async def test_matches_of_other_evenings_are_taken_in_and_counted_once(tmp_path: Path) -> None:
    async with live_server(tmp_path, imports=True) as here:
        for seed in (1, 2):
            log = b"".join(NumberedMatch(PUSH, 2, NUMBER, names=f" {seed}").played(seed).log)
            for _ in range(2):
                assert (await here.api.http.post("/api/matches", content=log)).json()["verified"]
        (deal,) = (await here.api.get(f"/api/deals/{NUMBER}"))["deals"]
        assert len(deal["matches"]) == 2
        assert (await here.api.get(f"/api/deals/{OTHER}"))["deals"] == []


def test_a_log_that_does_not_verify_has_no_number() -> None:
    found = NumberedMatch(PUSH, 2, NUMBER).played(1)
    checked = check_log(b"".join(found.log))
    assert isinstance(checked, CheckedLog)
    assert checked.row.deal == NUMBER
    checked = check_log(b"".join(found.log[:-1]))
    assert isinstance(checked, CheckedLog)
    assert checked.row.deal == ""


@async_test
async def test_others_have_their_turn_while_a_number_is_hashed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """However long that takes: with a stretch of no time, after each part of it."""
    monkeypatch.setattr(archive, "STRETCH_S", 0.0)
    async with live_server(tmp_path) as here:
        hashed = deal_number.hashing("BCDFGHJK")
        parts = sum(1 for _ in hashed)
        turns = 0
        players = await numbered_table(here, "BCDFGHJM")

        def another() -> None:
            nonlocal turns
            if "BCDFGHJM" not in deal_number._HASHED:
                turns += 1 if table.matches.on else 0
                asyncio.get_running_loop().call_soon(another)

        table = here.server.registry.tables[0]
        another()
        await here.start(players)
        assert parts == deal_number.ROUNDS // deal_number.AT_A_STRETCH
        assert turns >= parts - 1
