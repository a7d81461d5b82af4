"""On Windows some modules, signals and options of sockets are missing: the server starts there, and so does a match at
the terminal. Here they are hidden, also from the processes that a server starts."""

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from cartable.cli.serve import serve
from cartable.cli.terminal.keys import END, ConsoleKeys
from cartable.kernel import BadInput
from tests.kit.client import Player
from tests.kit.eventually import PATIENCE_S
from tests.server.live_server import async_test

HIDDEN = """
import sys
for name in ("resource", "fcntl", "uvloop", "termios", "tty", "readline", "pwd", "grp", "pty"):
    sys.modules[name] = None
import asyncio, os, signal, socket, time
for module, names in {
    signal: ("SIGHUP", "SIGUSR1", "SIGALRM"),
    socket: ("SO_REUSEPORT",),
    os: ("fork", "getpriority", "getuid", "nice", "sched_getaffinity", "setpriority"),
    time: ("CLOCK_BOOTTIME",),
}.items():
    for name in names:
        vars(module).pop(name, None)
asyncio.SelectorEventLoop.add_signal_handler = asyncio.AbstractEventLoop.add_signal_handler
"""


@pytest.fixture
def windows(tmp_path: Path) -> dict[str, str]:
    """The environment of a process that starts without all of that."""
    (tmp_path / "sitecustomize.py").write_text(HIDDEN)
    return {**os.environ, "PYTHONPATH": str(tmp_path), "CARTABLE_DATA": str(tmp_path / "data")}


def cartable(windows: dict[str, str], *words: str) -> "subprocess.Popen[str]":
    command = [sys.executable, "-m", "cartable", *words]
    pipe = subprocess.PIPE
    return subprocess.Popen(command, env=windows, stdin=pipe, stdout=pipe, stderr=pipe, text=True, encoding="utf-8")


@async_test
async def test_the_server_starts_plays_and_stops_in_order(windows: dict[str, str]) -> None:
    options = ("--host", "127.0.0.1", "--port", "0", "--wait-scale", "0", "--thinkers", "1")
    with cartable(windows, "serve", *options) as process:
        assert process.stdout is not None
        base = process.stdout.readline().split()[-1].rstrip("/")
        try:
            ann = Player(base, "", None)
            opened = await ann.api.post("/api/tables", {"game": "push", "name": "Ann"})
            ann.code, ann.api.key = opened["table"]["code"], opened["key"]
            await ann.api.post(f"/api/tables/{ann.code}/bots", {"level": "easy"})
            await ann.connect()
            await ann.api.post(f"/api/tables/{ann.code}/start")
            await ann.until(lambda: any(event["seat"] == 1 for _, _, event in ann.events))  # the bot has acted too
            process.send_signal(signal.SIGTERM)
            await ann.gone("stopping")
            _, logged = process.communicate(timeout=PATIENCE_S)
        finally:
            process.kill()
        assert process.returncode == 0
        assert '"what":"server closed"' in logged
        assert '"level":"error"' not in logged
        await ann.close()


def test_several_workers_are_refused_with_a_reason(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr("socket.SO_REUSEPORT")
    with pytest.raises(BadInput, match="expected 1 on this system"):
        serve(workers=2, store="postgresql://db/x", bus="nats://bus")


def test_a_match_at_the_terminal(windows: dict[str, str]) -> None:
    with cartable(windows, "play", "push", "--seed", "1", "--lang", "en") as process:
        told, errors = process.communicate("draw\nquit\n", timeout=PATIENCE_S)
    assert process.returncode == 0, errors
    assert "cartable play --resume" in told


class Console:
    """msvcrt, with the test at the keys."""

    def __init__(self, keys: str) -> None:
        self._keys = list(keys)

    def kbhit(self) -> bool:
        return bool(self._keys)

    def getwch(self) -> str:
        return self._keys.pop(0)


def test_keys_of_a_console() -> None:
    keys = ConsoleKeys(Console("1&\r\xe0Hq\x1a\x03"))
    heard = [keys.next(None, asked=True) for _ in range(6)]
    assert heard == ["1", "1", "\n", None, "q", END]
    with pytest.raises(KeyboardInterrupt):
        keys.next(None, asked=True)
    assert keys.next(keys.now() + 1, asked=True) is None
