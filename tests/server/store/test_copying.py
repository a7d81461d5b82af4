"""Moving a whole store: all of it arrives, also after an interruption, and nothing else is overwritten."""

import asyncio
import random
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from cartable.cli.copy_store import migrate_store
from cartable.kernel import BadInput
from cartable.matches.log.reading import LogReader
from cartable.matches.log.verify import Verified, verify
from cartable.server.store import Store, StoreFailed, StoreInUse
from cartable.server.store.bulk import open_bulk
from cartable.server.store.copying import Copied, copy_store
from cartable.server.store.opening import open_store
from tests.server.live_server import async_test, live_server
from tests.server.store.faulty_files import behind, waiting
from tests.server.store.rows import appended, held, match, opened, table

LETTERS = "bcdfghjklm"
CODES = [f"t{a}{b}{c}xx" for a in "bcd" for b in LETTERS for c in LETTERS]
"""More than are copied in one step."""


def quiet(what: str, done: int, total: int) -> None:
    assert 0 < done <= total


async def copy(source: Path | str, target: Path | str, progress: Any = quiet) -> Copied:
    async with open_bulk(str(source)) as here, open_bulk(str(target)) as there:
        return await copy_store(here, there, progress)


async def fill(store: Store) -> None:
    dice = random.Random(8)
    imported = replace(match("imported"), code=None, state="imported", ended=4)
    writes = [store.import_match(imported, bytes(range(256)))]
    for code in CODES:
        lease = await held(store, code)
        row = replace(table(code), public=dice.random() < 0.5, room=dice.randbytes(50), created=dice.randrange(10**9))
        writes.append(store.save_table(lease, row))
        for number in range(dice.randrange(3)):
            name = f"{code}-{number}"
            writes.append(store.begin_match(lease, row, match(name, code, number)))
            writes += [appended(store, lease, name, part, dice.randbytes(60)) for part in range(dice.randrange(5))]
    await asyncio.gather(*writes)
    await store.release_all("ann")


async def all_of(store: Store) -> list[Any]:
    """Whatever can be read of what was filled in."""
    found: list[Any] = [await store.match("imported"), await store.lines("imported")]
    for code in CODES:
        last = await store.last_match(code)
        found += [await store.table(code), last, await store.lines(last.id) if last is not None else None]
    return found


@async_test
async def test_all_of_a_store_arrives_and_comes_back(database: str, tmp_path: Path) -> None:
    home, again = tmp_path / "home.db", tmp_path / "again.db"
    async with opened(home) as store:
        await fill(store)
        wanted = await all_of(store)
    there = await copy(home, database)
    assert there.tables == len(CODES)
    assert there.parts > len(CODES) / 2
    async with opened(database) as store:
        assert await all_of(store) == wanted
        await store.release_all("ann")
    assert await copy(home, database) == there  # nothing is left to do
    assert await copy(database, again) == there
    async with opened(again) as store:
        assert await all_of(store) == wanted


class Interrupted(Exception):
    pass


@async_test
async def test_an_interrupted_copy_goes_on(database: str, tmp_path: Path) -> None:
    home = tmp_path / "home.db"
    async with opened(home) as store:
        await fill(store)
    steps: list[str] = []
    await copy(home, tmp_path / "whole.db", lambda what, *_: steps.append(what))
    for number in range(len(steps)):

        def interrupt(what: str, done: int, total: int, seen: list[str] = [], until: int = number) -> None:  # noqa: B006
            seen.append(what)
            if len(seen) > until:
                seen.clear()
                raise Interrupted

        with pytest.raises(Interrupted):
            await copy(home, database, interrupt)
    assert await copy(home, database) == await copy(home, tmp_path / "whole.db")


def command(source: Path | str, target: Path | str) -> list[str]:
    return [sys.executable, "-m", "cartable", "migrate-store", str(source), str(target)]


def test_a_copy_that_was_killed_goes_on(database: str, tmp_path: Path) -> None:
    home = tmp_path / "home.db"

    @async_test
    async def killed() -> None:
        async with opened(home) as store:
            await fill(store)
        async with opened(database):
            pass  # its tables are there
        async with behind(database) as connection:
            await connection.execute("DELETE FROM hosts")
            await connection.execute("BEGIN; LOCK TABLE matches IN EXCLUSIVE MODE")
            process = await asyncio.create_subprocess_exec(*command(home, database), stderr=subprocess.PIPE)
            await waiting(database)
            process.kill()
            await process.communicate()
            await connection.execute("COMMIT")
            assert await connection.fetchval("SELECT count(*) FROM tables") == len(CODES)

    killed()
    done = subprocess.run(command(home, database), check=True, capture_output=True, text=True)
    assert f"{len(CODES)} tables" in done.stdout
    assert "reading matches again" in done.stderr


@async_test
async def test_a_store_in_use_is_left_alone(database: str, tmp_path: Path) -> None:
    home = tmp_path / "home.db"
    async with opened(home):
        with pytest.raises(StoreInUse, match="another server is using it"):
            await copy(home, database)
    async with opened(database):
        for source, target in ((home, database), (database, home)):
            with pytest.raises(StoreInUse, match="a server is using it"):
                await copy(source, target)


@async_test
async def test_other_data_is_not_mixed_with(database: str, tmp_path: Path) -> None:
    home = tmp_path / "home.db"
    async with opened(home) as store:
        await fill(store)
    for other in (table("zzzzzz"), replace(table(CODES[0]), room=b"another")):
        store = await open_store(database)
        await store.renew("ann")
        await store.save_table(await held(store, other.code), other)
        await store.release_all("ann")
        await store.close()
        with pytest.raises(StoreInUse, match=f"it has other data: tables row {other.code}"):
            await copy(home, database)
        async with behind(database) as connection:
            assert await connection.fetchval("SELECT count(*) FROM tables") == 1
            await connection.execute("TRUNCATE tables, matches, lines, leases")


@async_test
async def test_what_did_not_arrive_is_noticed(database: str, tmp_path: Path) -> None:
    home = tmp_path / "home.db"
    async with opened(home) as store:
        await fill(store)
    for damage, told in {
        "UPDATE lines SET lines = 'x' WHERE match = 'imported'": "matches .* are not as in",
        "DELETE FROM lines WHERE match = 'imported'": "lines are not as many as in",
    }.items():
        await copy(home, database)
        async with behind(database) as connection:
            await connection.execute(damage)
        with pytest.raises(StoreFailed, match=told):
            await copy(home, database)
        async with behind(database) as connection:
            await connection.execute("TRUNCATE tables, matches, lines, leases")


@async_test
async def test_a_played_match_is_whole_where_it_was_moved_to(database: str, tmp_path: Path) -> None:
    async with live_server(tmp_path) as here:
        players = await here.table("push", people=2)
        await here.start(players)
        await players[0].until(lambda: players[0].n > 20)
        here.people.clear()
    for player in players:
        await player.gone("stopping")
    await copy(tmp_path / "cartable.db", database)
    async with live_server(tmp_path, store=database) as here:
        for player in players:
            here.people.append(player)
            await player.move(here.base)
        await players[0].over()
        text = await here.api.get(f"/api/matches/{players[0].match}/log")
        log = LogReader(text.encode().splitlines(keepends=True), "export")
        assert isinstance(verify(log, players[0].header), Verified)


@pytest.mark.parametrize(
    ("source", "target", "told"),
    [
        ("nowhere.db", "other.db", "nowhere.db: expected a store, but there is none"),
        ("home.db", "mysql://host/db", "expected a file or postgresql://..., got mysql://..."),
        ("home.db", "home.db", "expected another store than the one to copy"),
        ("home.db", "postgresql://ann:secret@127.0.0.1:1/db", "postgresql://127.0.0.1:1/db"),
    ],
)
def test_what_cannot_be_copied_is_told_in_one_line(
    source: str, target: str, told: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("home.db").touch()
    with pytest.raises(BadInput, match=re.escape(told)) as refused:
        migrate_store(source, target)
    assert "secret" not in str(refused.value)
