"""What playing costs: on the disk, and in modules that have to be loaded before anything is seen."""

import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Final

from tests.house.tree import ROOT, text, tracked

MOST_MB: Final = 260
"""Node for the build included."""

WORKSHOP: Final = {
    "ray",
    "jax",
    "pettingzoo",
    "open-spiel",
    "pytest",
    "mypy",
    "hypothesis",
    "asyncpg",
    "numpy",
    "playwright-core",
}


def megabytes(folder: Path) -> float:
    return sum(path.lstat().st_size for path in folder.rglob("*") if path.is_file()) / 1e6


def test_playing_needs_little_of_the_disk(tmp_path: Path) -> None:
    """In a copy of the tree, with the Makefile's own steps; the page itself is built in other tests."""
    for path in tracked():
        (tmp_path / path).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / path, tmp_path / path)
    steps = ["make", "--jobs=2", ".venv/.play", "web/node_modules/.build", "tools/pyodide/node_modules/.ready"]
    made = subprocess.run(steps, cwd=tmp_path, check=False, capture_output=True, text=True)
    assert made.returncode == 0, made.stderr
    taken = sum(megabytes(tmp_path / folder) for folder in (".venv", "web/node_modules", "tools/pyodide/node_modules"))
    assert taken <= MOST_MB, f"{taken:.0f} MB"
    command = [str(tmp_path / ".venv/bin/cartable"), "rules", "push"]
    told = subprocess.run(command, cwd=tmp_path / "docs", check=True, capture_output=True, text=True)
    assert "PUSH-01" in told.stdout


def test_nothing_for_developers_is_needed_to_play() -> None:
    locked = set(re.findall(r"^([a-z0-9-]+)==", text(Path("requirements/play.txt")), re.MULTILINE))
    assert locked & WORKSHOP == set()


def loaded(code: str) -> set[str]:
    """The modules that are there after this code."""
    ran = [sys.executable, "-c", f"import sys\n{code}\nprint(*sys.modules, sep='\\n')"]
    return set(subprocess.run(ran, check=True, capture_output=True, text=True).stdout.split())


def test_the_version_is_told_at_once() -> None:
    """0.04 s, because hardly anything is loaded for it."""
    code = "from cartable.cli import main\nsys.argv = ['cartable', '--version']\ntry: main()\nexcept SystemExit: pass"
    modules = loaded(code)
    assert "cartable.cli" in modules
    assert modules & {"asyncio", "msgspec", "rich", "typer", "cartable.games"} == set()


def test_a_server_is_ready_before_bots_and_drawings_are_loaded() -> None:
    """0.7 s of CPU from the command to the address."""
    modules = loaded("import cartable.cli.serve, cartable.server.serving, cartable.server.app")
    assert "cartable.server.app" in modules
    assert (
        modules & {"numpy", "rich", "cartable.arena", "cartable.games.push.bots", "cartable.games.quinto.bots"} == set()
    )


def test_a_server_lists_games_and_lets_quick_bots_think_without_numpy() -> None:
    """To load it would hold all tables up for 0.2 s: experts and analyses have processes of their own."""
    code = "from cartable.server.http.game_list import games\nfrom cartable.server.thinking.bot_cache import load_bots"
    modules = loaded(f"{code}\nassert any(game.hints for game in games())\nload_bots()")
    assert "cartable.games.quinto.bots" in modules
    assert "numpy" not in modules
