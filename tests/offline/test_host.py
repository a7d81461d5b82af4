"""Tables with no server: the host that a worker of the page runs, without the browser around it."""

import json
from typing import Any

import pytest

from cartable.browser.database import MemoryDatabase
from cartable.games import registry
from cartable.kernel import AnyGame
from cartable.matches.log.reading import LogReader
from cartable.matches.log.verify import Verified, verify
from tests.golden.logs import log_path
from tests.offline.page import Page
from tests.server.live_server import async_test

TURNS = ("push", "quinto")


async def seated(page: Page, game: str, bots: int = 1, level: str = "fair") -> str:
    opened = await page.ask("POST", "tables", {"game": game, "name": "Ann"}, place=None)
    code: str = opened["table"]["code"]
    assert code.startswith("local-")
    for _ in range(bots):
        await page.ask("POST", f"tables/{code}/bots", {"level": level})
    await page.open(code)
    return code


async def started(page: Page, game: str) -> str:
    code = await seated(page, game)
    await page.ask("POST", f"tables/{code}/start")
    await page.until(lambda: bool(page.match))
    return code


@pytest.mark.parametrize("game", TURNS)
@async_test
async def test_a_match_is_stored_before_it_is_told_and_verifies(game: str) -> None:
    page = Page(MemoryDatabase())

    def told(message: dict[str, Any]) -> None:
        if message["t"] == "update":
            assert page.stored() > message["n"], "an act was told before it was stored"

    page.on_told = told
    await started(page, game)
    await page.play()
    assert page.outcome is not None
    assert page.acts > 5
    status, log = await page.host.request("GET", f"/api/matches/{page.match}/log", None, b"")
    assert status == 200
    assert isinstance(verify(LogReader(log.splitlines(keepends=True), "log")), Verified)


@pytest.mark.parametrize("game", TURNS)
@async_test
async def test_a_page_that_is_killed_goes_on_where_it_was(game: str) -> None:
    database = MemoryDatabase()
    page = Page(database)
    code = await started(page, game)
    await page.play(4)
    again = Page(database)
    await again.open(code)
    await again.until(lambda: bool(again.match))
    assert again.match == page.match
    assert again.n >= page.n
    await again.play()
    assert again.outcome is not None
    replay = await again.ask("GET", f"matches/{again.match}?seat=0")
    assert len(replay["frames"]) >= page.acts + again.acts


@async_test
async def test_a_match_goes_to_another_device_and_is_the_same() -> None:
    page, other = Page(MemoryDatabase()), Page(MemoryDatabase())
    await started(page, "push")
    await page.play()
    _, log = await page.host.request("GET", f"/api/matches/{page.match}/log", None, b"")
    status, answer = await other.host.request("POST", "/api/matches", None, log)
    assert status == 201, answer
    imported = json.loads(answer)
    assert imported["verified"]
    status, back = await other.host.request("GET", f"/api/matches/{imported['id']}/log", None, b"")
    assert back == log


@pytest.mark.parametrize("game", registry.games(), ids=lambda game: game.id)
@async_test
async def test_a_log_from_elsewhere_is_taken_in_and_given_back_as_it_is(game: AnyGame) -> None:
    page = Page(MemoryDatabase())
    log = log_path(game, game.rules_version).read_bytes()
    status, answer = await page.host.request("POST", "/api/matches", None, log)
    assert status == 201, answer
    imported = json.loads(answer)
    there = verify(LogReader(log.splitlines(keepends=True), "log"))
    assert imported["verified"] == isinstance(there, Verified)
    _, back = await page.host.request("GET", f"/api/matches/{imported['id']}/log", None, b"")
    assert back == log


@async_test
async def test_two_people_pass_one_device() -> None:
    page = Page(MemoryDatabase())
    code = await seated(page, "quinto", bots=0)
    sat = await page.ask("POST", f"tables/{code}/sit", {"name": "Bob"})
    bob = sat["place"]
    await page.open(code)
    await page.ask("POST", f"tables/{code}/start")
    await page.until(lambda: bool(page.match))
    assert all(place.get("present", True) for place in page.table["places"])
    places = [0, bob]
    while page.outcome is None:
        await page.until(lambda: bool(page.view.get("to_move")) or page.outcome is not None)
        if page.legal:
            await page.play(1)
        else:
            places.reverse()
            match, page.match = page.match, ""
            await page.open(code, places[0])
            await page.until(lambda: bool(page.match))
            assert page.match == match
    assert page.outcome is not None
    assert not any(place.get("stood_in") for place in page.table["places"])


@async_test
async def test_the_cards_of_a_deal_number_are_played_again_and_compared() -> None:
    page = Page(MemoryDatabase())
    number = "new"
    for _ in range(2):
        code = await seated(page, "quinto", level="random")
        await page.ask("POST", f"tables/{code}/settings", {"settings": {"deal_number": number}})
        page.match, page.outcome = "", None
        await page.ask("POST", f"tables/{code}/start")
        await page.until(lambda: bool(page.match))
        await page.play()
        number = (await page.ask("GET", f"tables/{code}"))["deal_number"]
    (deal,) = (await page.ask("GET", f"deals/{number}", place=None))["deals"]
    assert [match["given"] for match in deal["matches"]].count(True) == 1
    assert len(deal["matches"]) == 2


@async_test
async def test_hint_and_why_not() -> None:
    page = Page(MemoryDatabase())
    code = await started(page, "push")
    await page.until(lambda: bool(page.legal))
    hint = await page.ask("POST", f"tables/{code}/hint")
    assert hint["act"] in page.legal


@async_test
async def test_what_cannot_be_stored_is_refused_and_goes_on_later() -> None:
    page = Page(MemoryDatabase())
    await started(page, "push")
    await page.until(lambda: bool(page.legal))
    page.database.broken = True
    await page.play(1)
    assert page.answers[-1]["answer"] == "refused"
    assert page.answers[-1]["code"] == "cannot-save"
    page.database.broken = False
    page.legal = ()
    await page.until(lambda: not page.table.get("stopped") and bool(page.legal))
    await page.play(1)
    assert page.answers[-1]["answer"] == "accepted"
