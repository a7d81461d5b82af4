"""One table, many games: the host changes the game, everybody stays, and the evening is counted."""

from pathlib import Path
from typing import Any

import pytest

from cartable.games import registry
from tests.kit.client import Player
from tests.server.live_server import async_test, live_server


async def whole_match(players: list[Player]) -> Any:
    """A match to its end: the table after it, as everybody is told."""
    host = players[0]
    before = played(host)
    await host.api.post(f"/api/tables/{host.code}/start")
    for player in players:
        await counted(player, before + 1)
    return await table_of(host)


async def counted(player: Player, matches: int) -> None:
    await player.until(lambda: played(player) == matches)


async def told_game(player: Player, game: str) -> None:
    await player.until(lambda: player.table["game"] == game)


def played(player: Player) -> int:
    """How many matches the table has counted, as this player was told."""
    return len(player.table.get("evening", {}).get("matches", ()))


async def table_of(player: Player) -> Any:
    return await player.api.get(f"/api/tables/{player.code}")


def change(player: Player, body: Any, **more: Any) -> Any:
    return player.api.post(f"/api/tables/{player.code}/settings", body, **more)


@async_test
async def test_an_evening_goes_on_from_game_to_game_and_through_a_restart(where: Path | str, tmp_path: Path) -> None:
    async with live_server(tmp_path, store=where) as here:
        players = await here.table("push", people=2, bots=1)
        watching = await here.come(players[0].code, plays=False)
        host, code = players[0], players[0].code
        table = await whole_match(players)
        assert sum(player.get("points", 0) for player in table["evening"]["players"]) <= 3
        first = table["evening"]["matches"][0]
        assert first[1] == "push"
        places = [(place["id"], place["name"]) for place in table["places"]]
        for game in ("quinto", "trio"):
            changed = await change(host, {"game": game})
            assert changed["game"] == game
            assert changed["code"] == code
            assert [(place["id"], place["name"]) for place in changed["places"]] == places
            await told_game(watching, game)
            table = await whole_match(players)
        assert [match[1] for match in table["evening"]["matches"]] == ["push", "quinto", "trio"]
        assert all(player["matches"] == 3 for player in table["evening"]["players"])
        here.people.clear()
    async with live_server(tmp_path, store=where) as here:
        after = await here.api.get(f"/api/tables/{code}")
        assert after["evening"] == table["evening"]
        assert after["game"] == "trio"


@async_test
async def test_whoever_does_not_fit_the_next_game_watches_and_keeps_the_place(tmp_path: Path) -> None:
    async with live_server(tmp_path) as here:
        players = await here.table("push", people=5, bots=1)
        changed = await change(players[0], {"game": "trio"})
        watches = [place["name"] for place in changed["places"] if place.get("watches")]
        assert watches == [changed["places"][4]["name"], changed["places"][5]["name"]]  # the bot, and who came last
        await here.start(players[:4])
        assert [place.get("seat") for place in (await table_of(players[0]))["places"]] == [0, 1, 2, 3, None, None]
        last = await players[4].until(lambda: players[4].view)
        assert last["seat"] is None
        await players[0].until(lambda: played(players[0]) == 1)
        assert not any(place.get("watches") for place in (await change(players[0], {"game": "push"}))["places"])


@async_test
async def test_only_the_host_changes_the_game_and_only_between_matches(tmp_path: Path) -> None:
    async with live_server(tmp_path) as here:
        players = await here.table("push", people=2)
        for player in players:
            player.plays = False
        refused = await change(players[1], {"game": "hexa"}, expect=403)
        assert refused["code"] == "host-only"
        assert (await change(players[0], {"game": "chess"}, expect=400))["code"] == "bad-input"
        assert (await change(players[0], {"game": "hexa", "options": {"no": 1}}, expect=400))["code"] == "bad-input"
        await here.start(players)
        assert (await change(players[0], {"game": "hexa"}, expect=409))["code"] == "match-on"
        await players[0].api.post(f"/api/tables/{players[0].code}/give-up")
        await players[0].until(lambda: players[0].table["phase"] == "over")
        assert not played(players[0]), "a match that was given up counts for nobody"


@async_test
async def test_seats_in_any_order_by_the_host_or_by_lot(tmp_path: Path) -> None:
    async with live_server(tmp_path) as here:
        players = await here.table("push", people=3, bots=1)
        host, code = players[0], players[0].code
        path = f"/api/tables/{code}/seats"
        ids = [place["id"] for place in (await table_of(host))["places"]]
        turned = await host.api.post(path, {"places": ids[::-1]})
        assert [place["id"] for place in turned["places"]] == ids[::-1]
        assert turned["order"] == "host"
        assert (await host.api.post(path, {"places": ids[1:]}, expect=409))["code"] == "other-places"
        assert (await host.api.post(path, {"places": [ids[0], *ids[:3]]}, expect=409))["code"] == "other-places"
        assert (await players[1].api.post(path, {}, expect=403))["code"] == "host-only"
        orders: set[tuple[int, ...]] = set()
        while len(orders) < 2:
            drawn = await host.api.post(path, {})
            assert drawn["order"] == "lots"
            orders.add(tuple(place["id"] for place in drawn["places"]))
        assert all(sorted(order) == sorted(ids) for order in orders)
        await here.start(players)
        seats = [place["seat"] for place in (await table_of(host))["places"]]
        assert seats == [0, 1, 2, 3]
        assert (await host.api.post(path, {}, expect=409))["code"] == "match-on"


@pytest.mark.every_game
@async_test
async def test_every_game_can_follow_every_other(tmp_path: Path) -> None:
    async with live_server(tmp_path) as here:
        (host,) = await here.table("push", people=1)
        for before in registry.games():
            for game in registry.games():
                await change(host, {"game": before.id})
                table = await change(host, {"game": game.id})
                assert (table["least"], table["most"]) == (game.seats[0], game.seats[-1])
