"""Tables kept in PostgreSQL, which goes away and comes back: nothing is lost, doubled, or said in vain."""

import asyncio
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

from tests.kit.client import Player
from tests.kit.eventually import eventually
from tests.kit.postgres import Postgres, postgres
from tests.server.live_server import LiveServer, async_test, live_server
from tests.server.store.faulty_files import behind, commits_hang, cut, run_out, waiting


@pytest.fixture(scope="module")
def durable() -> Iterator[Postgres]:
    """One of our own, which may be stopped, and which writes to the disk before it answers."""
    with postgres(durable=True) as server:
        yield server


async def by_hand(here: LiveServer) -> list[Player]:
    """A match of Push for two that do nothing by themselves, after the first card."""
    ann, bob = players = await here.table(people=2)
    ann.plays = bob.plays = False
    await here.start(players)
    assert (await ann.done("draw"))["answer"] == "accepted"
    await bob.until(lambda: bob.n == 1)
    return players


async def to_the_end(here: LiveServer, players: list[Player]) -> list[list[Any]]:
    """Play on until the match is over: its log."""
    for player in players:
        player.plays = True
        await player.go_on()
    for player in players:
        await player.over()
        await player.answered()
    text = await here.api.get(f"/api/matches/{players[0].match}/log")
    return [msgspec.json.decode(line) for line in text.splitlines() if line.startswith("[")]


def stands(log: list[list[Any]], seat: int, k: int) -> int:
    """How often an act is in a log."""
    return sum(1 for _, by, _, _, about in log if by == seat and about.get("k") == k)


def was_stopped(player: Player) -> bool:
    """Whether a player was told so, be it only for a moment: a table goes on as soon as it can."""
    return any(message["t"] == "table" and message["table"].get("stopped") for message in player.messages)


@async_test
async def test_an_act_that_may_stand_is_not_refused(database: str, tmp_path: Path) -> None:
    async with live_server(tmp_path, store=database) as here:
        ann, bob = players = await by_hand(here)
        async with commits_hang(database):
            k = await ann.act("place 1")
            await cut(database, await waiting(database, what="SyncRep"))
            await bob.until(lambda: was_stopped(bob))
            assert k not in ann.answers
            await ann.send(ann.unanswered[k])  # as one who came back would
            await ann.send({"t": "ask", "q": 1, "act": "stop"})
            await ann.until(lambda: [m for m in ann.messages if m["t"] == "opinion"])
            assert k not in ann.answers
        await ann.until(lambda: k in ann.answers)
        assert ann.answers[k]["answer"] == "already-judged"
        assert stands(await to_the_end(here, players), ann.seat() or 0, k) == 1


@async_test
async def test_an_act_that_was_cut_off_before_it_stood_is_judged_when_it_comes_again(
    database: str, tmp_path: Path
) -> None:
    async with live_server(tmp_path, store=database) as here, behind(database) as slow:
        ann, bob = players = await by_hand(here)
        await slow.execute("BEGIN; SELECT FROM matches FOR UPDATE")
        k = await ann.act("place 1")
        await cut(database, await waiting(database))
        await bob.until(lambda: was_stopped(bob))
        await slow.execute("COMMIT")
        await ann.until(lambda: k in ann.answers)
        assert ann.answers[k]["answer"] == "accepted"
        assert stands(await to_the_end(here, players), ann.seat() or 0, k) == 1


@async_test
async def test_a_table_stops_while_the_database_restarts_and_goes_on_by_itself(
    durable: Postgres, tmp_path: Path
) -> None:
    url = await asyncio.to_thread(durable.database)
    async with live_server(tmp_path, store=url, recover_s=0.2) as here:
        ann, bob = players = await by_hand(here)
        durable.stop()
        k = await ann.act("place 1")
        await bob.until(lambda: was_stopped(bob))
        assert (await ann.done("place 1"))["code"] == "cannot-save"
        problem = await here.api.post("/api/tables", {"game": "push"}, expect=503)
        assert problem["code"] == "cannot-save"
        durable.start()
        await ann.until(lambda: not ann.table.get("stopped") and k in ann.answers)
        log = await to_the_end(here, players)
        stood = ann.answers[k]["answer"] in ("accepted", "already-judged")
        assert stands(log, ann.seat() or 0, k) == stood


@async_test
async def test_a_table_whose_lease_is_lost_is_dropped_without_a_word(database: str, tmp_path: Path) -> None:
    async with live_server(tmp_path, store=database) as here:
        ann, bob = players = await by_hand(here)
        leases = here.server.services.leases
        await run_out(database, leases.node)
        other = here.server.services.store
        await other.renew("other")
        taken = await other.hold(ann.code, "other")
        told = len(ann.messages), len(bob.messages)
        k = await ann.act("place 1")
        for player in players:
            await player.gone("lost")
        assert (len(ann.messages), len(bob.messages)) == told
        assert k not in ann.answers
        assert not leases.valid(ann.code)
        assert here.server.registry.tables == ()
        assert not isinstance(taken, tuple)
        await other.release(taken)
        for player in players:
            await player.connect()
        await ann.until(lambda: k in ann.answers)
        assert ann.answers[k]["answer"] == "accepted"
        assert stands(await to_the_end(here, players), ann.seat() or 0, k) == 1


@async_test
async def test_leases_are_renewed_for_as_long_as_the_server_runs(database: str, tmp_path: Path) -> None:
    async with live_server(tmp_path, store=database, lease_s=8.0) as here, behind(database) as connection:
        (ann,) = await here.table(people=1)
        host = here.server.services.leases.node
        query = "SELECT until FROM hosts WHERE host = $1"
        first = await connection.fetchval(query, host)

        async def renewed() -> bool:
            return bool(await connection.fetchval(query, host) != first)

        await eventually(renewed)
        code = ann.code
    async with live_server(tmp_path, store=database) as here:  # at once: the one before gave everything back
        assert (await here.api.get(f"/api/tables/{code}"))["code"] == code


@async_test
async def test_a_server_whose_time_ran_out_drops_its_tables_and_begins_again(database: str, tmp_path: Path) -> None:
    async with live_server(tmp_path, store=database, lease_s=8.0) as here:
        players = await by_hand(here)
        await run_out(database, here.server.services.leases.node)
        for player in players:
            await player.gone("lost")  # at the next renewal
            await player.connect()
        await to_the_end(here, players)
