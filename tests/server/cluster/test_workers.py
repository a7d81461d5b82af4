"""`cartable serve --workers`: several processes behind one port, and a parent that looks after them."""

import asyncio
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx
import pytest
from typer.testing import CliRunner

from cartable.cli import command_line
from cartable.kernel import BadInput
from tests.kit.client import Api, Player
from tests.kit.eventually import PATIENCE_S, eventually
from tests.kit.nats import Nats
from tests.kit.ports import free_port
from tests.server.live_server import async_test

COMMAND = [sys.executable, "-m", "cartable", "serve", "--host", "127.0.0.1", "--port", "0", "--wait-scale", "0"]


@contextmanager
def served(*more: str) -> Iterator[tuple[subprocess.Popen[str], str]]:
    command = [*COMMAND, "--thinkers", "1", "--no-limits", *more]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        try:
            yield process, process.stdout.readline().split()[-1].rstrip("/")
        finally:
            process.terminate()
            process.communicate()


def workers_of(parent: int) -> list[int]:
    children = Path(f"/proc/{parent}/task/{parent}/children").read_text().split()
    return [int(each) for each in children if b"spawn_main" in Path(f"/proc/{each}/cmdline").read_bytes()]


async def healthy(port: int) -> None:
    """Wait until a worker answers at a port of its own."""
    api = Api(f"http://127.0.0.1:{port}")
    async with asyncio.timeout(PATIENCE_S):
        while True:
            try:
                if (await api.http.get("/healthz")).is_success:
                    return
            except httpx.TransportError:
                await asyncio.sleep(0.05)


@async_test
async def test_workers_share_a_port_and_are_looked_after(database: str, nats: Nats) -> None:
    own = free_port(2)
    with served("--store", database, "--bus", nats.url, "--workers", "2", "--worker-port", str(own)) as (parent, base):
        for port in (own, own + 1):
            await healthy(port)
        opened = await Api(f"http://127.0.0.1:{own}").post("/api/tables", {"game": "push", "name": "Ann"})
        code, key = opened["table"]["code"], opened["key"]
        ann = await Player(f"http://127.0.0.1:{own + 1}", code, key).connect()
        await ann.told_of("welcome")
        assert "cartable_pipes_out 1" in await Api(f"http://127.0.0.1:{own + 1}").get("/metrics")
        assert (await Api(base).get(f"/api/tables/{code}"))["code"] == code

        first, second = workers_of(parent.pid)
        os.kill(first, signal.SIGKILL)
        await ann.gone("lost")
        await eventually(lambda: first not in workers_of(parent.pid) and len(workers_of(parent.pid)) >= 2)
        await ann.connect()
        await ann.until(lambda: not ann.bye and ann.table)
        await healthy(own)

        parent.send_signal(signal.SIGHUP)
        await eventually(lambda: second not in workers_of(parent.pid) and len(workers_of(parent.pid)) == 2)
        # A table at the other process goes on from there without a word to her.
        await ann.until(lambda: ann.bye in ("stopping", "lost"))
        await healthy(own + 1)
        assert (await Api(base, key).post(f"/api/tables/{code}/ready", {"ready": True}))["places"][0]["ready"]

        parent.send_signal(signal.SIGTERM)
        assert await asyncio.to_thread(parent.wait, PATIENCE_S) == 0
        await ann.close()


@pytest.mark.parametrize(
    ("given", "complaint"),
    [
        (["--workers", "2"], "--workers: expected --store postgresql://"),
        (["--bus", "nats://127.0.0.1:4222"], "--bus: expected --store postgresql://"),
        (["--worker-port", "9000"], "--worker-port: expected more than one"),
    ],
)
def test_what_does_not_go_together_is_refused(given: list[str], complaint: str, tmp_path: Path) -> None:
    refused = CliRunner().invoke(
        command_line(), ["serve", "--port", "0", "--store", str(tmp_path / "cartable.db"), *given]
    )
    assert isinstance(refused.exception, BadInput)
    assert complaint in str(refused.exception)


def test_a_bus_that_is_not_there_is_told_in_one_line(database: str) -> None:
    nobody = f"nats://127.0.0.1:{free_port()}"
    command = [*COMMAND, "--store", database, "--bus", nobody, "--workers", "2"]
    refused = subprocess.run(command, check=False, capture_output=True, text=True, timeout=PATIENCE_S)
    assert refused.returncode == 2
    assert f"cartable: --bus: expected a NATS server at {nobody}" in refused.stderr
