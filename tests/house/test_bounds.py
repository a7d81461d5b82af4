"""The bounds in pyproject.toml hold: a match can be played with the oldest and with the newest packages they allow."""

import re
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Final

import pytest

import cartable
from tests.house.tree import ROOT, text
from tests.kit import uv
from tests.kit.client import Api, Player
from tests.server.live_server import async_test
from tools.metadata import write_metadata

NEEDED: Final[list[str]] = tomllib.loads(text(Path("pyproject.toml")))["project"]["dependencies"]
SOURCES: Final = {"PYTHONPATH": str(ROOT / "src"), "PYTHONUTF8": "1"}


@pytest.fixture(scope="module", params=["lowest-direct", "highest"], ids=["lowest", "newest"])
def python(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A Python with nothing but these versions of what Cartable itself needs. Old versions may have no wheel for a new
    Python: there the lowest is the first that has one."""
    folder = tmp_path_factory.mktemp("bounds")
    found = folder / "found.txt"
    chosen = ("--resolution", request.param, "--python", sys.executable, "--only-binary", ":all:")
    uv.run(uv.UV, "pip", "compile", "--quiet", *chosen, "--output-file", found, ROOT / "pyproject.toml")
    uv.run(uv.UV, "venv", "--quiet", "--python", sys.executable, folder / "env")
    program = folder / "env/bin/python"
    uv.run(uv.UV, "pip", "install", "--quiet", "--python", program, "--requirements", found)
    (packages,) = folder.glob("env/lib/python*/site-packages")
    write_metadata(beside=packages)
    return program


@async_test
async def test_a_whole_match_is_played_over_a_websocket(python: Path, tmp_path: Path) -> None:
    with uv.served(python, "-m", "cartable", folder=tmp_path, **SOURCES) as base:
        opened = await Api(base).post("/api/tables", {"game": "push", "name": "Ann"})
        code = opened["table"]["code"]
        await Api(base, opened["key"]).post(f"/api/tables/{code}/bots", {"level": "easy"})
        ann = await Player(base, code, opened["key"]).connect()
        await ann.api.post(f"/api/tables/{code}/start")
        assert await ann.over()
        await ann.close()


def test_the_terminal_plays_and_shows_the_rules(python: Path, tmp_path: Path) -> None:
    def run(*words: str, typed: str = "") -> str:
        environ = uv.environment() | SOURCES | {"CARTABLE_DATA": str(tmp_path)}
        command = [str(python), "-m", "cartable", *words]
        done = subprocess.run(command, env=environ, input=typed, check=False, capture_output=True, text=True)
        assert done.returncode == 0, done.stderr
        return done.stdout

    assert "serve" in run("--help")
    assert "--store" in run("serve", "--help")
    assert "PUSH-1" in run("rules", "push", "--lang", "en")
    assert "cartable play" in run("play", "push", "--bot", "easy", "--seed", "1", "--lang", "en", typed="draw\nquit\n")
    assert cartable.__version__ in run("--version")


def test_every_dependency_has_a_lowest_version_and_those_that_we_subclass_a_highest() -> None:
    assert [each for each in NEEDED if ">=" not in each] == []
    bounded = {re.split(r"[<>=]", each)[0] for each in NEEDED if "<" in each}
    assert bounded == {"uvicorn", "websockets"}
