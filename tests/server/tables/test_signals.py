"""Beside the game: for whom the table waits, stand-ins in the log, nudges, reactions, and a screen for all."""

from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import pytest
from msgspec.structs import replace

from cartable.server.common.clock import now_ms
from cartable.server.limits import no_limits
from cartable.server.tables import signals
from cartable.server.tables.connection import Connection
from cartable.server.tables.presence import Presence
from cartable.server.tables.signals import PLACES_KEPT, REACTIONS_BURST, Signals
from cartable.wire import up
from tests.kit.client import Player
from tests.server.live_server import async_test, live_server


def last(player: Player, kind: str) -> dict[str, Any]:
    return next((message for message in reversed(player.messages) if message["t"] == kind), {})


async def idle_table(here: Any, **settings: Any) -> list[Player]:
    """Two people who do nothing by themselves, in a match of Push; the first one begins."""
    players: list[Player] = await here.table("push", people=2)
    for player in players:
        player.plays = False
    await players[0].api.post(f"/api/tables/{players[0].code}/settings", {"settings": settings})
    await here.start(players)
    return players


@async_test
async def test_everybody_is_told_when_a_bot_steps_in_for_somebody_absent(tmp_path: Path) -> None:
    async with live_server(tmp_path) as here:
        ann, bob = await idle_table(here, turn_grace_s=30)
        assert not last(bob, "waiting").get("waits")
        await ann.close()
        (wait,) = await bob.until(lambda: last(bob, "waiting").get("waits"))
        assert (wait["seat"], wait["why"], wait["whole"]) == (0, "absent", 30_000)
        assert 0 < wait["after"] <= 30_000
        watching = await here.come(bob.code, plays=False)
        assert await watching.until(lambda: last(watching, "waiting").get("waits"))
        await ann.connect()
        await bob.until(lambda: last(bob, "waiting").get("waits", ()) == ())


@async_test
async def test_everybody_is_told_for_whom_a_bot_plays_and_until_when(tmp_path: Path) -> None:
    async with live_server(tmp_path) as here:
        ann, bob = await idle_table(here, turn_grace_s=0.05)

        def told() -> list[bool]:
            return [place.get("stood_in", False) for place in last(bob, "table")["table"]["places"]]

        await ann.close()
        await bob.until(lambda: told() == [True, False])
        await ann.connect()
        await bob.until(lambda: told() == [False, False])


@async_test
async def test_a_turn_timer_is_told_and_a_stand_in_acts_at_its_end(tmp_path: Path) -> None:
    async with live_server(tmp_path) as here:
        ann, bob = await idle_table(here, turn_limit_s=0.05)
        (wait,) = await bob.until(lambda: last(bob, "waiting").get("waits"))
        assert (wait["why"], wait["whole"]) == ("slow", 50)
        await bob.until(lambda: any(m["t"] == "update" and m.get("stood_in") for m in bob.messages))
        table = await ann.api.get(f"/api/tables/{ann.code}")
        assert not any(place.get("stood_in") for place in table["places"]), "a bot decides once: the seat is theirs"
        later = await here.come(bob.code, plays=False)
        shown = await later.told_of("snapshot")
        assert shown["stood_in"]
        assert set(shown["stood_in"]) <= {n for n, _, _ in shown["log"]}


@async_test
async def test_whoever_comes_later_is_told_what_is_left_of_the_time_to_choose(tmp_path: Path) -> None:
    async with live_server(tmp_path) as here:
        ann, bob = await here.table("hexa", people=2, options={"calm": True, "window_s": 3600})
        for player in (ann, bob):
            player.plays = False
        await here.start([ann, bob])
        assert "time_left" not in await ann.told_of("snapshot"), "no card is open"
        await ann.until(lambda: "turn" in ann.legal)
        await ann.done("turn")
        later = await here.come(ann.code, plays=False)
        assert 0 < (await later.told_of("snapshot"))["time_left"] < 3_600_000


@async_test
async def test_a_nudge_goes_to_whoever_is_waited_for_and_not_too_often(tmp_path: Path) -> None:
    async with live_server(tmp_path) as here:
        ann, bob = await idle_table(here)
        path = f"/api/tables/{bob.code}/nudge"
        await bob.api.post(path, {"place": ann.place})
        assert (await ann.told_of("nudged"))["by"] == bob.place
        assert (await bob.api.post(path, {"place": ann.place}, expect=429))["code"] == "too-many-requests"
        assert (await ann.api.post(path, {"place": bob.place}, expect=409))["code"] == "not-waited-for"
        assert (await ann.api.post(path, {"place": ann.place}, expect=409))["code"] == "not-waited-for"


@async_test
async def test_reactions_reach_everybody_and_are_few(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    now = now_ms()
    monkeypatch.setattr(signals, "now_ms", lambda: now)  # all of them come at once, however slow the machine
    async with live_server(tmp_path) as here:
        ann, bob = await here.table("push", people=2)
        watching = await here.come(ann.code, plays=False)
        for _ in range(3 * REACTIONS_BURST):
            await ann.send({"t": "react", "what": "well-played"})
        await watching.send({"t": "react", "what": "fire"})
        await bob.send({"t": "react", "what": "heart"})
        await ann.close()  # the server has read all of it before that
        await bob.until(lambda: not bob.table["places"][ann.place or 0].get("present", True))
        await bob.until(lambda: any(m["t"] == "reacted" and m["what"] == "heart" for m in bob.messages))
        seen = [(m["place"], m["what"]) for m in bob.messages if m["t"] == "reacted"]
        assert seen.count((ann.place, "well-played")) == REACTIONS_BURST
        assert all(what != "fire" for _, what in seen), "spectators only watch"


@async_test
async def test_little_is_remembered_of_those_who_sit_down_again_and_again() -> None:
    sent: list[Any] = []
    signals = Signals(cast("Presence", SimpleNamespace(send=sent.append)), list)
    for place in range(10 * PLACES_KEPT):
        signals.react(cast("Connection", SimpleNamespace(place=place)), up.React("heart"))
    assert len(sent) == 10 * PLACES_KEPT
    assert len(signals._reactions) == PLACES_KEPT


@async_test
async def test_no_text_of_ones_own_goes_through(tmp_path: Path) -> None:
    async with live_server(tmp_path) as here:
        (ann,) = await here.table("push", people=1)
        await ann.send({"t": "react", "what": "hello there"})
        await ann.gone("bad-message")


@async_test
async def test_only_the_screens_of_those_who_have_a_place_are_not_counted(tmp_path: Path) -> None:
    """A stranger's screen is a spectator, and takes a spectator's room; that of a guest gets in where none is left, and
    is a spectator when the guest is sent away."""
    async with live_server(tmp_path, limits=replace(no_limits(), spectators=2)) as here:
        ann, bob = await here.table(people=2)
        strangers = [Player(here.base, ann.code) for _ in range(3)]
        screen = Player(here.base, ann.code, bob.api.key)
        here.people += [*strangers, screen]
        for stranger in strangers:
            await stranger.connect(screen=True)
        await ann.until(lambda: ann.table.get("spectators") == 2)
        await screen.connect(screen=True)
        await screen.until(lambda: screen.table)
        assert screen.place is None
        await ann.until(lambda: len(here.server.registry.tables[0].presence.connections()) == 5)
        assert [stranger.bye for stranger in strangers].count("too-many-spectators") == 1
        assert ann.table["spectators"] == 2
        await ann.api.post(f"/api/tables/{ann.code}/kick", {"place": bob.place})
        await ann.until(lambda: ann.table["spectators"] == 3)


@async_test
async def test_a_screen_has_no_place_whoever_opens_it_and_shows_no_hand(tmp_path: Path) -> None:
    async with live_server(tmp_path) as here:
        players = await here.table("quinto", people=2)
        for player in players:
            player.plays = False
        await here.start(players)
        screen = Player(here.base, players[0].code, players[0].api.key)
        screen.plays = False
        here.people.append(screen)
        await screen.connect(screen=True)
        assert "place" not in await screen.told_of("welcome")
        shown = await screen.told_of("snapshot")
        assert shown["shown"]["view"]["seat"] is None
        await players[0].until(lambda: players[0].view["hand"])
        await screen.until(lambda: screen.n >= players[0].n)
        assert not screen.view.get("hand")
        assert players[0].bye is None, "the player keeps their own connection"
        assert screen.table["spectators"] == 0, "a screen is nobody"
