"""Tables move from one process to another: handed over, or taken when their node says nothing more."""

import asyncio
from contextlib import AsyncExitStack
from math import inf
from random import Random

import pytest

from cartable.games import registry
from cartable.matches.live import STOPPED
from tests.kit.client import Api
from tests.kit.eventually import PATIENCE_S, eventually
from tests.kit.lossy import Lossy
from tests.kit.nats import Nats
from tests.server.cluster.server_group import ServerGroup, server_group
from tests.server.consistency import ConsistencyCheck
from tests.server.faults.fault_run import Roaming
from tests.server.live_server import async_test
from tests.server.store.faulty_files import run_out

GAMES = [game.id for game in registry.games()]


async def roam(here: ServerGroup, code: str, keys: list[str]) -> list[Roaming]:
    """Both come to any server, and come back by themselves."""
    players = [Roaming(here.bases, code, key, seed, lambda: None) for seed, key in enumerate(keys)]
    for player in players:
        player.stay()
    await asyncio.gather(*(player.told_of("welcome") for player in players))
    return players


async def log_of(here: ServerGroup, match: str) -> bytes:
    async with asyncio.timeout(PATIENCE_S):
        while True:
            answer = await Api(here.bases[-1]).http.get(f"/api/matches/{match}/log")
            if answer.is_success:
                return answer.content
            await asyncio.sleep(0.01)


@pytest.mark.parametrize("game", GAMES)
@async_test
async def test_a_server_that_stops_hands_its_tables_over(game: str, database: str, bus: Nats | None) -> None:
    async with server_group(database, bus, servers=0) as here, AsyncExitStack() as first:
        leaving = await first.enter_async_context(here.another())
        async with here.another() as staying:
            code, keys = await here.table(game, bots=1)
            players = await roam(here, code, keys)
            await Api(here.bases[1], keys[0]).post(f"/api/tables/{code}/start")
            await players[0].until(lambda: players[0].n >= 8)
            assert [table.code for table in leaving.registry.tables] == [code]
            await first.aclose()
            del here.bases[0]
            await asyncio.gather(*(player.over() for player in players))
            assert [table.code for table in staying.registry.tables] == [code]
            match = players[0].match
            assert match is not None
            checked = ConsistencyCheck()
            checked.check(players, match, await log_of(here, match))
            for player in players:
                refused = {(answer.get("code"), answer.get("rule")) for answer in player.answers.values()}
                assert (STOPPED.code, STOPPED.rule) not in refused, "Trio has a code of the same name"
                await player.go()


@async_test
async def test_a_node_without_its_lease_says_not_a_word(database: str, bus: Nats | None) -> None:
    async with server_group(database, bus) as here:
        code, keys = await here.table()
        players = [await here.come(code, key, at=at, plays=False) for at, key in enumerate(keys)]
        await players[0].api.post(f"/api/tables/{code}/start")
        for player in players:
            await player.playing()
        host = here.servers[0]
        table = host.registry.tables[0]
        await eventually(lambda: all(player.table.get("phase") == "playing" for player in players))
        leases = host.services.leases
        assert leases._renewing is not None
        leases._renewing.cancel()
        leases._until = -inf  # as when the process has slept for too long
        table.settings.public = True
        table.presence.announce()
        play = table.matches.latest
        assert play is not None
        for connection in table.presence.connections():
            play.broadcast.snapshot(connection)
        for player in players:
            await player.gone("lost")
        for player in players:
            kinds = [message["t"] for message in player.messages]
            assert kinds.count("snapshot") == 1
            assert not player.table["public"]
            assert player.socket is not None
            assert player.socket.close_code == 1012
        assert host.registry.at(code) is None


@async_test
async def test_a_table_whose_node_is_gone_goes_on_elsewhere(database: str, bus: Nats | None) -> None:
    async with server_group(database, bus) as here:
        code, keys = await here.table("quinto", bots=1)
        players = [await here.come(code, key, at=1) for key in keys]
        await players[0].api.post(f"/api/tables/{code}/start")
        await players[0].until(lambda: players[0].n >= 4)
        dead = here.servers[0]
        assert dead.relay is not None
        assert dead.services.leases._renewing is not None
        dead.services.leases._renewing.cancel()  # it renews nothing, hears nothing and says nothing more
        await dead.relay._peers._bus.close()
        await run_out(database, dead.services.leases.node)
        for player in players:
            await player.gone("lost")
        await asyncio.gather(*(player.connect() for player in players))
        await asyncio.gather(*(player.over() for player in players))
        assert [table.code for table in here.servers[1].registry.tables] == [code]


@async_test
async def test_a_node_that_could_not_be_reached_for_a_while_is_found_again(database: str, bus: Nats | None) -> None:
    """Found by faults with seed 1: a process that is alive but was cut off has nothing to say by itself."""
    async with server_group(database, bus) as here:
        code, keys = await here.table()
        bob = await here.come(code, keys[1], at=1, plays=False)
        await bob.told_of("welcome")
        lines = []
        for server in here.servers:
            assert server.relay is not None
            exchange = server.relay._peers
            exchange._bus = Lossy(exchange._bus, Random(1), 1.0)
            lines.append(exchange._bus)
        await bob.gone("lost")
        coming = asyncio.create_task(bob.connect())
        relay = here.servers[1].relay
        assert relay is not None
        await eventually(lambda: any(relay._silent.values()))
        for line in lines:
            line.share = 0.0
        await coming
        await bob.until(lambda: [each["t"] for each in bob.messages].count("welcome") == 2)
        assert [len(server.registry.tables) for server in here.servers] == [1, 0]
