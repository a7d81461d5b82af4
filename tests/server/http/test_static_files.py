"""Files of the page: what is kept in memory, and what a client that reads slowly or not at all may cost."""

import asyncio
import gzip
import json
import threading
from pathlib import Path
from typing import Final

import pytest

from cartable.server.http.entry import PIECE_BYTES
from cartable.server.http.static_site import PythonFiles
from tests.kit.eventually import PATIENCE_S
from tests.server.live_server import LiveServer, async_test, live_server

NAME: Final = "engine-1.bin"
BODY: Final = b"python for the page " * 500_000
PATH: Final = f"/python/{NAME}"
AS_IT_IS: Final = {"accept-encoding": "identity"}


def serve_packed_file(here: LiveServer, folder: Path) -> None:
    """Let the server send one large file that is kept packed only."""
    packed = gzip.compress(BODY)
    for suffix in ("br", "gz"):
        (folder / f"{NAME}.{suffix}").write_bytes(packed)
    (folder / "files.json").write_text(json.dumps({"bytes": {NAME: len(BODY)}}))
    here.server.entry._site._python = PythonFiles(folder)


@pytest.fixture
def unpacking(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The threads in which something was unpacked."""
    threads: list[int] = []
    decompress = gzip.decompress

    def recorded(data: bytes) -> bytes:
        threads.append(threading.get_ident())
        return decompress(data)

    monkeypatch.setattr(gzip, "decompress", recorded)
    return threads


@async_test
async def test_nothing_is_unpacked_to_say_how_long_a_file_is(tmp_path: Path, unpacking: list[int]) -> None:
    async with live_server(tmp_path) as here:
        serve_packed_file(here, tmp_path)
        head = await here.api.http.head(PATH, headers=AS_IT_IS)
        assert (head.status_code, head.headers["content-length"]) == (200, str(len(BODY)))
        assert "content-encoding" not in head.headers
        same = await here.api.http.get(PATH, headers=AS_IT_IS | {"if-none-match": head.headers["etag"]})
        assert same.status_code == 304
        assert unpacking == []


@async_test
async def test_a_file_is_unpacked_once_and_not_by_the_event_loop(tmp_path: Path, unpacking: list[int]) -> None:
    async with live_server(tmp_path) as here:
        serve_packed_file(here, tmp_path)
        asked = (here.api.http.get(PATH, headers=AS_IT_IS) for _ in range(8))
        for answer in await asyncio.gather(*asked):
            assert answer.content == BODY
            assert answer.headers["content-length"] == str(len(BODY))
        assert len(unpacking) == 1
        assert unpacking[0] != threading.get_ident()


@async_test
async def test_clients_that_do_not_read_share_one_unpacked_file(tmp_path: Path, unpacking: list[int]) -> None:
    async with live_server(tmp_path) as here:
        serve_packed_file(here, tmp_path)
        writers = []
        for _ in range(20):
            _, writer = await asyncio.open_connection("127.0.0.1", int(here.base.rpartition(":")[2]), limit=1)
            writer.write(f"GET {PATH} HTTP/1.1\r\nhost: localhost\r\n\r\n".encode())
            writers.append(writer)
        transports = here.server.connections._open
        async with asyncio.timeout(PATIENCE_S):
            while sum(each.get_write_buffer_size() > 0 for each in transports) < len(writers):
                await asyncio.sleep(0)
        assert max(each.get_write_buffer_size() for each in transports) <= 2 * PIECE_BYTES
        assert len(unpacking) == 1
        for writer in writers:
            writer.close()
