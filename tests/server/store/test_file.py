"""The store in a file."""

import os
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from cartable.server.store import StoreFailed, StoreInUse
from cartable.server.store.sqlite import SqliteStore, backup
from tests.server.live_server import async_test
from tests.server.store.rows import TABLE, held


@async_test
async def test_a_file_has_one_server(tmp_path: Path) -> None:
    store = SqliteStore(tmp_path / "s.db")
    with pytest.raises(StoreInUse, match="another server is using it"):
        SqliteStore(tmp_path / "s.db")
    await store.close()
    await SqliteStore(tmp_path / "s.db").close()


@pytest.fixture(params=[0o000, 0o022, 0o277], ids=oct)
def umask(request: pytest.FixtureRequest) -> Iterator[None]:
    before = os.umask(request.param)
    yield
    os.umask(before)


def modes(folder: Path) -> dict[str, int]:
    return {path.name: path.stat().st_mode & 0o777 for path in folder.iterdir()}


@async_test
async def test_nobody_but_its_owner_can_read_a_store_or_a_copy(umask: None, tmp_path: Path) -> None:
    store = SqliteStore(tmp_path / "s.db")
    await store.save_table(await held(store), TABLE)
    await store.backup(tmp_path / "copy.db")
    assert modes(tmp_path).keys() >= {"s.db", "s.db-wal", "s.db-shm", "s.db.lock", "copy.db"}
    assert set(modes(tmp_path).values()) == {0o600}
    await store.close()


@async_test
async def test_a_store_of_an_earlier_version_is_closed_to_others(tmp_path: Path) -> None:
    """Also what a server left that was killed."""
    path = tmp_path / "s.db"
    await SqliteStore(path).close()
    with closing(sqlite3.connect(path)) as left:
        left.execute("CREATE TABLE more (x)")
        left.commit()
        for name in ("s.db", "s.db-wal", "s.db-shm", "s.db.lock"):
            (tmp_path / name).chmod(0o644)
        store = SqliteStore(path)
        assert set(modes(tmp_path).values()) == {0o600}
        await store.close()


@async_test
async def test_a_copy_that_fails_leaves_no_file(tmp_path: Path) -> None:
    (tmp_path / "junk.db").write_text("this is no store" * 100)
    with pytest.raises(StoreFailed, match="copy"):
        backup(tmp_path / "junk.db", tmp_path / "copy.db")
    with pytest.raises(StoreFailed, match="No such file"):
        backup(tmp_path / "junk.db", tmp_path / "nowhere" / "copy.db")
    assert [path.name for path in tmp_path.iterdir()] == ["junk.db"]


@async_test
async def test_a_folder_is_no_store_and_keeps_its_mode(tmp_path: Path) -> None:
    (tmp_path / "folder").mkdir(0o755)
    with pytest.raises(StoreFailed):
        SqliteStore(tmp_path / "folder")
    assert modes(tmp_path)["folder"] == 0o755


@async_test
async def test_a_commit_reaches_the_disk_itself_on_a_mac_too(tmp_path: Path) -> None:
    store = SqliteStore(tmp_path / "s.db")
    assert store._writer._connection.execute("PRAGMA fullfsync").fetchone() == (1,)
    await store.close()
