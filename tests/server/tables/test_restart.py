"""The server stops and starts again: every table is still there, and every match goes on."""

import asyncio
import resource
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx
import msgspec
import pytest
from msgspec.structs import replace

from cartable.games import registry
from cartable.matches.log.reading import LogReader
from cartable.matches.log.verify import Verified, verify
from tests.kit.client import Api, Player
from tests.kit.eventually import PATIENCE_S, eventually
from tests.kit.fixed_chance import SERVE
from tests.server.live_server import async_test, config, live_server

GAMES = [game.id for game in registry.games()]


@async_test
async def test_tables_and_places_survive(where: Path | str, tmp_path: Path) -> None:
    async with live_server(tmp_path, store=where) as here:
        ann, _ = await here.table(people=2, bots=1, public=True)
        code, key = ann.code, ann.api.key
        before = await here.api.get(f"/api/tables/{code}")
    async with live_server(tmp_path, store=where) as here:
        after = await here.api.get(f"/api/tables/{code}")
        assert [place["name"] for place in after["places"]] == [place["name"] for place in before["places"]]
        assert (await Api(here.base, key).post(f"/api/tables/{code}/ready", {"ready": True}))["places"][0]["ready"]


@async_test
async def test_a_table_that_a_newer_node_has_stored_is_read(tmp_path: Path) -> None:
    """While a cluster is updated some nodes store fields that others do not know."""
    async with live_server(tmp_path) as here:
        ann, _ = await here.table(people=2, options={"risk": True}, settings={"turn_limit_s": 9})
        code = ann.code
        table = here.server.registry.at(code)
        assert table is not None
        row = table.storage.row()
        newer = {
            part: msgspec.json.encode({**msgspec.json.decode(getattr(row, part)), "from_a_newer_version": 1})
            for part in ("settings", "options", "room")
        }
        await here.server.services.store.save_table(table.storage.lease, replace(row, **newer))
        here.server.registry.release(code)
        found = await here.api.get(f"/api/tables/{code}")
        assert (found["options"]["risk"], found["settings"]["turn_limit_s"]) == (True, 9)
        assert len(found["places"]) == 2
        refused = {"settings": {"from_a_newer_version": 1}}
        assert (await ann.api.post(f"/api/tables/{code}/settings", refused, expect=400))["code"] == "bad-input"


@pytest.mark.parametrize("game", GAMES)
@async_test
async def test_a_match_goes_on_after_a_restart(game: str, where: Path | str, tmp_path: Path) -> None:
    async with live_server(tmp_path, store=where) as here:
        players = await here.table(game, people=2, bots=1)
        await here.start(players)
        await players[0].until(lambda: players[0].n >= 8)
        here.people.clear()  # they stay until the server says goodbye
    for player in players:
        await player.gone("stopping")
    async with live_server(tmp_path, store=where) as here:
        for player in players:
            here.people.append(player)
            await player.move(here.base)
        outcomes = await asyncio.gather(*(player.over() for player in players))
        assert outcomes[0] == outcomes[1]
        for player in players:
            await player.answered()
        text = await here.api.get(f"/api/matches/{players[0].match}/log")
        log = LogReader(text.encode().splitlines(keepends=True), "export")
        assert isinstance(verify(log, players[0].header), Verified)


@async_test
async def test_a_table_that_nobody_is_at_leaves_the_memory_and_comes_back(where: Path | str, tmp_path: Path) -> None:
    async with live_server(tmp_path, store=where) as here:
        players = await here.table(people=2)
        for player in players:
            player.plays = False
        await here.start(players)
        await players[0].done("draw")
        here.server.registry.tables[0].presence._config = config(tmp_path, idle_s=0.0)
        for player in players:
            await player.cut()
        await eventually(lambda: not here.server.registry.tables)
        for player in players:
            player.plays = True
            await player.connect()
        await players[0].over()


@contextmanager
def served(store: Path) -> Iterator[tuple[subprocess.Popen[str], str]]:
    """`cartable serve` as a process of its own, and its address."""
    command = [*SERVE, "--host", "127.0.0.1", "--port", "0", "--wait-scale", "0"]
    more = ["--store", str(store), "--thinkers", "1", "--no-limits"]
    with subprocess.Popen([*command, *more], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        try:
            yield process, process.stdout.readline().split()[-1].rstrip("/")
        finally:
            process.kill()


@async_test
async def test_the_command_serves_and_stops_in_order(tmp_path: Path) -> None:
    store = tmp_path / "cartable.db"
    with served(store) as (process, base):
        opened = await Api(base).post("/api/tables", {"game": "push", "name": "Ann"})
        code = opened["table"]["code"]
        await Api(base, opened["key"]).post(f"/api/tables/{code}/bots", {"level": "easy"})
        ann = await Player(base, code, opened["key"]).connect()
        await ann.api.post(f"/api/tables/{code}/start")
        await ann.until(lambda: ann.n > 10)
        second = await asyncio.create_subprocess_exec(  # Ann listens meanwhile
            *(sys.executable, "-m", "cartable", "serve", "--port", "0", "--store", str(store)),
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
        )
        _, complained = await second.communicate()
        assert second.returncode == 2
        assert b"another server is using it" in complained
        process.send_signal(signal.SIGTERM)
        await ann.until(lambda: ann.bye == "stopping")
        _, logged = process.communicate(timeout=PATIENCE_S)
        assert process.returncode == 0
        assert '"what":"server closed"' in logged
        assert "Ann" not in logged
        assert opened["key"] not in logged
        await ann.close()


def test_the_command_asks_for_all_the_sockets_it_may_have(tmp_path: Path) -> None:
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    before = resource.prlimit(0, resource.RLIMIT_NOFILE, (1000, most))
    try:
        with served(tmp_path / "cartable.db") as (process, base):
            httpx.get(f"{base}/healthz", timeout=PATIENCE_S)
            assert resource.prlimit(process.pid, resource.RLIMIT_NOFILE) == (most, most)
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, before)


def children(process: int) -> list[int]:
    """The processes that a process has started and that still run."""
    return [int(child) for child in Path(f"/proc/{process}/task/{process}/children").read_text().split()]


def running(process: int) -> bool:
    """Not gone, nor only waiting for its end to be noted."""
    try:
        return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


@async_test
async def test_bots_end_with_a_server_that_is_killed(tmp_path: Path) -> None:
    with served(tmp_path / "cartable.db") as (process, base):
        opened = await Api(base).post("/api/tables", {"game": "push", "name": "Ann"})
        code = opened["table"]["code"]
        ann = await Player(base, code, opened["key"]).connect()
        await ann.api.post(f"/api/tables/{code}/bots", {"level": "easy"})
        await ann.api.post(f"/api/tables/{code}/start")
        await ann.until(lambda: any(event["seat"] == 1 for _, _, event in ann.events))
        workers = children(process.pid)
        assert workers
        process.kill()
        await ann.gone("lost")
        await eventually(lambda: not any(map(running, workers)))


def test_a_backup_is_a_store(tmp_path: Path) -> None:
    @async_test
    async def fill() -> None:
        async with live_server(tmp_path) as here:
            await here.table(people=1)

    fill()
    command = [sys.executable, "-m", "cartable", "backup", str(tmp_path / "copy.db")]
    subprocess.run([*command, "--store", str(tmp_path / "cartable.db")], check=True, capture_output=True)
    assert (tmp_path / "copy.db").read_bytes().startswith(b"SQLite format 3")
    again = subprocess.run(command, check=False, capture_output=True, text=True)
    assert again.returncode == 2
    assert "expected a new file" in again.stderr
