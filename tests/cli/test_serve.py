"""What `cartable serve` does beside serving: it tells where it is, and opens the page."""

import asyncio
import os
import sys
from pathlib import Path

import httpx
import pytest

from tests.kit.eventually import PATIENCE_S, eventually
from tests.kit.ports import free_port
from tests.kit.programs import started
from tests.server.live_server import async_test


def serve_command(folder: Path, *options: str) -> list[str]:
    """`cartable serve` with a store of its own; what it prints is in UTF-8."""
    more = ("--host", "127.0.0.1", "--thinkers", "0", "--store", str(folder / "s.db"))
    return [sys.executable, "-X", "utf8", "-m", "cartable", "serve", *more, *options]


def test_the_address_for_others_and_its_code_are_printed_at_once(tmp_path: Path) -> None:
    """Into a pipe, as under a service manager."""
    process = started(serve_command(tmp_path, "--port", "0", "--public-url", "https://example.org"), "▀".encode())
    process.kill()
    process.wait()


@async_test
async def test_the_server_answers_while_a_browser_of_the_terminal_is_open(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened, left = tmp_path / "opened", tmp_path / "left"
    os.mkfifo(left)
    monkeypatch.setenv("BROWSER", f"sh -c 'echo $0 > {opened}; cat {left}' %s")
    port = free_port()
    process = started(serve_command(tmp_path, "--port", str(port), "--open"), b"Cartable is open")
    try:
        await eventually(opened.is_file)
        async with asyncio.timeout(PATIENCE_S), httpx.AsyncClient(trust_env=False) as client:
            assert (await client.get(f"http://127.0.0.1:{port}/healthz", timeout=PATIENCE_S)).status_code == 200
        await eventually(lambda: opened.read_text().strip() == f"http://127.0.0.1:{port}/")
        os.close(os.open(left, os.O_WRONLY))
    finally:
        process.kill()
        process.wait()
