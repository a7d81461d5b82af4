"""Players at several nodes of a cluster, tables at one of them: nobody can tell."""

import asyncio
from pathlib import Path
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace
from websockets.exceptions import InvalidStatus

from cartable.games import registry
from cartable.matches.log.reading import LogReader
from cartable.matches.log.verify import Verified, verify
from cartable.server.cluster import channel, relay
from cartable.server.common.codes import new_code
from cartable.server.limits import no_limits
from cartable.server.store import StoreFailed
from tests.kit.client import Api
from tests.kit.eventually import PATIENCE_S, eventually
from tests.kit.games import ENDING
from tests.kit.nats import Nats
from tests.server.cluster.server_group import server_group
from tests.server.live_server import async_test, config

GAMES = [game.id for game in registry.games()]


@pytest.fixture(autouse=True)
def _patience(monkeypatch: pytest.MonkeyPatch) -> None:
    """A bus that is slow for a moment is not given up: `test_moving` and `test_bus` look at that."""
    monkeypatch.setattr(channel, "SILENT_S", PATIENCE_S)


@pytest.mark.parametrize("game", GAMES)
@async_test
async def test_a_match_whose_players_came_to_different_nodes(game: str, database: str, bus: Nats | None) -> None:
    async with server_group(database, bus) as here:
        code, keys = await here.table(game, bots=1, options=ENDING.get(game, {}))
        players = [await here.come(code, key, at=at) for at, key in enumerate(keys)]
        eve = await here.come(code, None, at=1)
        await Api(here.bases[1], keys[0]).post(f"/api/tables/{code}/start")
        outcomes = await asyncio.gather(*(player.over() for player in (*players, eve)))
        assert outcomes[0] == outcomes[1] == outcomes[2]
        assert [len(server.registry.tables) for server in here.servers] == [1, 0]
        assert here.servers[0].gauges()["pipes_in"] == here.servers[1].gauges()["pipes_out"] == 2
        async with asyncio.timeout(PATIENCE_S):
            while not (log := await players[1].api.http.get(f"/api/matches/{eve.match}/log")).is_success:
                await asyncio.sleep(0.01)
        reader = LogReader(log.content.splitlines(keepends=True), "export")
        assert isinstance(verify(reader, players[1].header), Verified)


@async_test
async def test_requests_are_answered_alike_at_every_node(database: str, bus: Nats | None) -> None:
    async with server_group(database, bus) as here:
        code, keys = await here.table(public=True)
        one, two = (Api(base, keys[0]) for base in here.bases)
        path = f"/api/tables/{code}"
        assert await one.get(path) == await two.get(path)
        await two.post(f"{path}/ready", {"ready": True})
        assert (await one.get(path))["places"][0]["ready"]
        assert (await two.post(f"{path}/sit", {"name": ""}, expect=400)) == (
            await one.post(f"{path}/sit", {"name": ""}, expect=400)
        )
        assert (await Api(here.bases[1]).post(f"{path}/ready", {"ready": True}, expect=401))["code"] == "no-seat"
        assert await two.get("/api/tables/bcdfgh", expect=404) == await one.get("/api/tables/bcdfgh", expect=404)
        assert await one.get(f"{path}/nothing", expect=404) == await two.get(f"{path}/nothing", expect=404)
        too_much = {"name": "x" * 20_000}
        assert await two.post(f"{path}/sit", too_much, expect=413) == await one.post(
            f"{path}/sit", too_much, expect=413
        )
        listed = [await api.get("/api/tables") for api in (one, two)]
        assert listed[0] == listed[1]
        assert [line["code"] for line in listed[0]] == [code]
        answer = await two.http.post(f"{path}/rejoin", json={"key": keys[1]})
        assert f"cartable_{code}=" in answer.headers["set-cookie"]
        assert answer.headers.get_list("x-content-type-options") == ["nosniff"]


@async_test
async def test_a_table_in_play_is_listed_alike_at_every_node(database: str, bus: Nats | None) -> None:
    async with server_group(database, bus) as here:
        code, keys = await here.table("quinto", public=True)
        players = [await here.come(code, key, at=at, plays=False) for at, key in enumerate(keys)]
        await players[0].api.post(f"/api/tables/{code}/start")
        for player in players:
            await player.playing()

        async def listed() -> list[str]:
            return [str((await Api(base).get("/api/tables"))[0]["phase"]) for base in here.bases]

        assert await listed() == ["playing", "playing"]
        for player in players:
            player.plays = True
            await player.go_on()
        await asyncio.gather(*(player.over() for player in players))

        async def both_in_the_lobby() -> bool:
            return await listed() == ["lobby", "lobby"]

        await eventually(both_in_the_lobby)


@async_test
async def test_a_slow_reader_at_another_node_is_resynced(database: str, bus: Nats | None) -> None:
    async with server_group(database, bus, limits=replace(no_limits(), write_s=PATIENCE_S)) as here:
        code, keys = await here.table("quinto")
        players = [await here.come(code, key, at=0) for key in keys]
        eve = await here.come(code, None, at=1)
        await eve.told_of("welcome")  # so the table's node knows of her
        await players[0].api.post(f"/api/tables/{code}/start")
        assert eve.socket is not None
        eve.socket.transport.pause_reading()
        host = here.servers[0]
        table = host.registry.tables[0]
        (link,) = [connection for connection in table.presence.connections() if connection.place is None]
        assert host.relay is not None
        (to_her,) = host.relay._peers._channels.values()

        def filled() -> bool:
            """No more at once than the channel to her node keeps, or it would be lost."""
            if to_her._unacknowledged_bytes < channel.UNACKNOWLEDGED_BYTES // 4:
                link.send_text(msgspec.json.encode({"t": "", "fill": "x" * 100_000}))
            return link.behind

        await eventually(filled)
        await asyncio.gather(*(player.over() for player in players))
        eve.socket.transport.resume_reading()
        await eve.over()
        assert host.services.metrics.resyncs == 1
        assert eve.view["seat"] is None


@async_test
async def test_a_table_waits_in_the_store_and_is_taken_by_whoever_is_asked(database: str, bus: Nats | None) -> None:
    async with server_group(database, bus) as here:
        code, keys = await here.table()
        ann = await here.come(code, keys[0], at=0)
        await ann.told_of("welcome")
        here.servers[0].registry.tables[0].presence._config = config(Path(), idle_s=0.0)
        await ann.close()
        await eventually(lambda: not here.servers[0].registry.tables)
        bob = await here.come(code, keys[1], at=1)
        await bob.told_of("welcome")
        assert [len(server.registry.tables) for server in here.servers] == [0, 1]
        places = (await Api(here.bases[0]).get(f"/api/tables/{code}"))["places"]
        assert [place.get("present", True) for place in places] == [False, True]


@async_test
async def test_codes_cannot_be_guessed_at_another_node(database: str) -> None:
    """Without a try left, a table at another node is known to those alone who have a place at it."""
    limits = replace(no_limits(), misses_s=1e-6, misses_burst=2)
    async with server_group(database, None, limits=limits) as here:
        code, keys = await here.table()
        stranger = Api(here.bases[1])
        statuses = [(await stranger.http.get(f"/api/tables/{new_code()}")).status_code for _ in range(3)]
        assert statuses == [404, 404, 429]
        assert (await stranger.get(f"/api/tables/{code}", expect=429))["code"] == "too-many-guesses"
        await (await here.come(code, None, at=1)).gone("too-many-guesses")
        assert (await Api(here.bases[1], keys[0]).get(f"/api/tables/{code}"))["code"] == code
        await (await here.come(code, keys[0], at=1)).told_of("welcome")


@async_test
async def test_an_outage_of_the_store_costs_nobody_a_try(database: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Neither by request nor by socket, at a node that does not have the table."""
    limits = replace(no_limits(), misses_s=1e-6, misses_burst=2)
    async with server_group(database, None, limits=limits) as here:
        code, _ = await here.table()

        async def fail(_code: str) -> Any:
            raise StoreFailed("it is away")

        with monkeypatch.context() as outage:
            outage.setattr(relay, "PATIENCE_S", 0.0)
            outage.setattr(here.servers[1].services.store, "table", fail)
            here.servers[1].relay._owners.clear()  # type: ignore[union-attr]  # a cluster has one
            for _ in range(4):
                assert (await Api(here.bases[1]).http.get(f"/api/tables/{new_code()}")).status_code == 503
                with pytest.raises(InvalidStatus) as refused:
                    await here.come(code, None, at=1)
                assert refused.value.response.status_code == 503
        assert (await Api(here.bases[1]).get(f"/api/tables/{code}"))["code"] == code
        await (await here.come(code, None, at=1)).told_of("welcome")
