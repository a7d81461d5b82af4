"""A server as people start it, and what browsers do with it: scripts of web/e2e, run by the Node of .venv."""

import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from cartable.kernel import AnyGame, Tempo
from tests.kit.fixed_chance import SERVE
from tests.words.pseudo import pseudo

ROOT: Final = Path(__file__).parents[2]
WEB: Final = ROOT / "web"
BUILT: Final = ROOT / "src/cartable/web"
NODE: Final = Path(sys.executable).with_name("node")
RACE_WAIT_SCALE: Final = "0.5"
"""Bots that run do not wait for anybody: without waits they could win before a busy machine has drawn the page."""

SHARED_BROWSER: Final = "CARTABLE_SHARED_BROWSER"
"""Tells scripts where a browser listens that is there already."""

LIMIT_S: Final = 600
"""Far more than any of them takes: it ends what hangs, and measures nothing."""


@contextmanager
def served(folder: Path, game: AnyGame | None = None, *more: str) -> Iterator[str]:
    """`cartable serve` as a process of its own, without courtesy waits unless a race is to be played: its address."""
    wait_scale = RACE_WAIT_SCALE if game is not None and game.tempo is not Tempo.TURNS else "0"
    assert (BUILT / "index.html").exists(), "the web client is not built: run `make web`"
    command = [*SERVE, "--host", "127.0.0.1", "--port", "0"]
    store = ["--wait-scale", wait_scale, "--store", str(folder / "cartable.db"), "--thinkers", "1", "--no-limits"]
    logged = folder / "server.log"
    with (
        logged.open("w") as log,
        subprocess.Popen([*command, *store, *more], stdout=subprocess.PIPE, stderr=log) as process,
    ):
        assert process.stdout is not None
        try:
            line = process.stdout.readline().decode()
            assert line, f"the server does not start: {logged.read_text()}"
            yield line.split()[-1].rstrip("/")
        finally:
            process.kill()


def node(*words: str) -> list[str]:
    """A command for the Node of .venv."""
    return [str(NODE), "--no-warnings", *words]


def run(name: str, *args: str, limit_s: float = LIMIT_S) -> subprocess.CompletedProcess[str]:
    """Run a script of web/e2e, however it ends. It can speak the pseudo-language, too."""
    with tempfile.NamedTemporaryFile("w", suffix=".json", encoding="utf-8") as words:
        json.dump(pseudo().tree, words)
        words.flush()
        environment = os.environ | {"CARTABLE_WORDS": words.name}
        command = node(f"e2e/{name}.ts", *args)
        return subprocess.run(
            command, cwd=WEB, env=environment, check=False, capture_output=True, text=True, timeout=limit_s
        )


def script(name: str, *args: str, limit_s: float = LIMIT_S) -> str:
    """Run a script of web/e2e: what it printed. Whatever it complains about fails the test."""
    ran = run(name, *args, limit_s=limit_s)
    assert ran.returncode == 0, f"{name} {' '.join(args)}\n{ran.stdout}\n{ran.stderr}"
    return ran.stdout
