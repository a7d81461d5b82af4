"""The store in a file."""

from pathlib import Path

import pytest

from cartable.server.store import StoreInUse
from cartable.server.store.sqlite import SqliteStore
from tests.server.live_server import async_test


@async_test
async def test_a_file_has_one_server(tmp_path: Path) -> None:
    store = SqliteStore(tmp_path / "s.db")
    with pytest.raises(StoreInUse, match="another server is using it"):
        SqliteStore(tmp_path / "s.db")
    await store.close()
    await SqliteStore(tmp_path / "s.db").close()
