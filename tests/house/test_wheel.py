"""An installed Cartable is whole: its page, its data, its rules and its scenarios travel in the wheel and the sdist."""

import os
import re
import subprocess
import sys
import tarfile
import zipfile
from pathlib import Path
from shutil import copy
from typing import Final, NamedTuple

import httpx
import pytest

import cartable
from tests.house.tree import ROOT, under
from tests.kit import uv
from tests.kit.client import Api, Player
from tests.kit.eventually import PATIENCE_S
from tests.server.live_server import async_test

MOST_MB: Final = 80
"""What an installed Cartable may take on the disk, compiled, with all that it needs (decisions 8 and 12)."""

MOST_PYTHON_MB: Final = 6
"""What the page fetches over the wire to play without a server."""


class Packages(NamedTuple):
    """What a release uploads."""

    wheel: Path
    sdist: Path


@pytest.fixture(scope="module")
def packages(tmp_path_factory: pytest.TempPathFactory) -> Packages:
    folder = tmp_path_factory.mktemp("packages")
    build = [sys.executable, "-m", "hatchling", "build", "--directory", str(folder)]
    subprocess.run(build, cwd=ROOT, check=True, capture_output=True)
    (wheel,), (sdist,) = folder.glob("*.whl"), folder.glob("*.tar.gz")
    return Packages(wheel, sdist)


@pytest.fixture(scope="module")
def commands(packages: Packages, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The commands of an environment in which the wheel is installed."""
    return uv.new_environment(tmp_path_factory.mktemp("installed") / "env", packages.wheel, "--compile-bytecode")


def names(wheel: Path) -> set[str]:
    with zipfile.ZipFile(wheel) as file:
        return set(file.namelist())


def test_the_wheel_holds_every_file_of_the_package(packages: Packages) -> None:
    wanted = {path.relative_to("src").as_posix() for path in under("src/cartable") if not is_a_test_of_a_game(path)}
    assert {"cartable/py.typed", "cartable/__init__.py"} <= wanted
    assert wanted - names(packages.wheel) == set()
    assert "cartable/web/index.html" in names(packages.wheel), "run `make web`"


def is_a_test_of_a_game(path: Path) -> bool:
    return path.is_relative_to("src/cartable/games") and "tests" in path.parts


def test_the_wheel_holds_nothing_else(packages: Packages) -> None:
    assert not [name for name in names(packages.wheel) if "/tests/" in name]
    roots = {name.split("/")[0] for name in names(packages.wheel)}
    assert {root for root in roots if not root.endswith(".dist-info")} == {"cartable"}


def test_a_wheel_made_from_the_sdist_holds_the_same(packages: Packages, tmp_path: Path) -> None:
    with tarfile.open(packages.sdist) as file:
        file.extractall(tmp_path, filter="data")
    (tree,) = tmp_path.iterdir()
    build = [sys.executable, "-m", "hatchling", "build", "--target", "wheel", "--directory", str(tmp_path)]
    subprocess.run(build, cwd=tree, check=True, capture_output=True)
    (again,) = tmp_path.glob("*.whl")
    assert names(again) == names(packages.wheel)


@pytest.mark.parametrize(
    ("target", "there", "problem"),
    [("wheel", None, "the page"), ("sdist", None, "the page"), ("wheel", "web/index.html", "Python for the page")],
)
def test_without_its_page_nothing_is_built(target: str, there: str | None, problem: str, tmp_path: Path) -> None:
    for name in ("pyproject.toml", "hatch_build.py", "README.md", "LICENSE"):
        copy(ROOT / name, tmp_path)
    (tmp_path / "src/cartable").mkdir(parents=True)
    copy(ROOT / "src/cartable/__init__.py", tmp_path / "src/cartable")
    if there is not None:
        (tmp_path / "src/cartable" / there).parent.mkdir()
        (tmp_path / "src/cartable" / there).touch()
    build = [sys.executable, "-m", "hatchling", "build", "--target", target]
    done = subprocess.run(build, cwd=tmp_path, check=False, capture_output=True, text=True)
    assert done.returncode != 0
    assert f"{problem} is not built" in done.stderr
    assert not (tmp_path / "dist").exists() or not list((tmp_path / "dist").iterdir())


def test_an_installed_cartable_is_small(commands: Path) -> None:
    folder = commands.parent
    taken = sum(path.stat().st_size for path in folder.rglob("*") if path.is_file() and not path.is_symlink())
    assert taken <= MOST_MB * 1_000_000, f"{taken / 1e6:.0f} MB"


def test_the_page_fetches_little_to_play_without_a_server(packages: Packages) -> None:
    with zipfile.ZipFile(packages.wheel) as file:
        python = [entry for entry in file.infolist() if entry.filename.startswith("cartable/wasm/")]
    packed = [entry.file_size for entry in python if entry.filename.endswith(".br")]
    assert len(packed) == 5, "run `make wasm`"
    assert sum(packed) <= MOST_PYTHON_MB * 1_000_000, f"{sum(packed) / 1e6:.2f} MB"
    assert {Path(entry.filename).suffix for entry in python} == {".br", ".gz", ".json"}, "each file is there packed"


@pytest.mark.parametrize("language", ["en", "fr"])
def test_an_installed_cartable_shows_the_rules(commands: Path, language: str) -> None:
    assert "PUSH-1" in uv.run(commands / "cartable", "rules", "push", "--lang", language)


def test_an_installed_cartable_plays_in_the_terminal(commands: Path, tmp_path: Path) -> None:
    played = subprocess.run(
        [commands / "cartable", "play", "push", "--bot", "easy", "--seed", "1", "--lang", "en"],
        input="draw\nquit\n",
        cwd=tmp_path,
        env=uv.environment() | {"CARTABLE_DATA": str(tmp_path / "data")},
        check=False,
        capture_output=True,
        text=True,
    )
    assert played.returncode == 0, played.stderr
    assert "cartable play" in played.stdout  # how to go on with it


def test_experts_think_without_numpy(commands: Path) -> None:
    """A whole match of an expert of Push would take longer, and is compared with numpy in `tests/offline`."""
    code = "import sys; from cartable.arena.simulation import play; from cartable.bots import bot;"
    code += "from cartable.games.quinto import QUINTO; import cartable.games.push.bots.expert;"
    code += "bots = [bot('quinto', 'expert', 1, 0), bot('quinto', 'random', 1, 1)];"
    code += "print(play(QUINTO, bots, 1).outcome is not None, 'numpy' in sys.modules)"
    assert uv.run(commands / "python", "-c", code).split() == ["True", "False"]


def test_rating_bots_says_that_it_needs_numpy(commands: Path) -> None:
    command = [str(commands / "cartable"), "arena", "push", "--bots", "easy,fair"]
    told = subprocess.run(command, env=uv.environment(), check=False, capture_output=True, text=True)
    assert told.returncode == 2
    assert "pip install 'cartable[numpy]'" in told.stderr
    assert "arena" in uv.run(commands / "cartable", "--help")


async def play_an_act(base: str) -> None:
    """Open the page, sit down at a table with a bot, and play on."""
    page = httpx.get(f"{base}/t/bcdfgh", timeout=PATIENCE_S).raise_for_status().text
    (script,) = re.findall(r'<script type="module"[^>]* src="\./([^"]+)"', page)
    assert "javascript" in httpx.get(f"{base}/{script}", timeout=PATIENCE_S).raise_for_status().headers["content-type"]
    opened = await Api(base).post("/api/tables", {"game": "push", "name": "Ann"})
    code = opened["table"]["code"]
    await Api(base, opened["key"]).post(f"/api/tables/{code}/bots", {"level": "easy"})
    ann = await Player(base, code, opened["key"]).connect()
    await ann.api.post(f"/api/tables/{code}/start")
    await ann.until(lambda: ann.n > 10)
    await ann.cut()


@async_test
async def test_an_installed_cartable_serves_and_leaves_nothing_behind(commands: Path, tmp_path: Path) -> None:
    with uv.served(commands / "cartable", folder=tmp_path) as base:
        await play_an_act(base)
    assert [path.name for path in tmp_path.iterdir()] == ["data"]


@async_test
async def test_the_sdist_serves_too(packages: Packages, tmp_path: Path) -> None:
    there = uv.new_environment(tmp_path / "env", packages.sdist)
    with uv.served(there / "cartable", folder=tmp_path) as base:
        await play_an_act(base)


@async_test
async def test_uvx_runs_it_from_the_wheel(packages: Packages, tmp_path: Path) -> None:
    with uv.served(uv.UV, "tool", "run", "--from", packages.wheel, "cartable", folder=tmp_path) as base:
        await play_an_act(base)


def test_pipx_installs_it(packages: Packages, tmp_path: Path) -> None:
    places = {"PIPX_HOME": str(tmp_path / "pipx"), "PIPX_BIN_DIR": str(tmp_path / "bin"), "HOME": os.environ["HOME"]}
    uv.run(sys.executable, "-m", "pipx", "install", packages.wheel, **places)
    assert uv.run(tmp_path / "bin" / "cartable", "--version").strip() == f"cartable {cartable.__version__}"
