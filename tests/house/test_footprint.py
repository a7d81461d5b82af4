"""What `make play` puts on the disk of somebody who only wants to play."""

import re
import shutil
import subprocess
from pathlib import Path
from typing import Final

from tests.house.tree import ROOT, text, tracked

MOST_MB: Final = 300
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
    made = subprocess.run(
        ["make", ".venv/.play", "web/node_modules/.build"], cwd=tmp_path, check=False, capture_output=True, text=True
    )
    assert made.returncode == 0, made.stderr
    taken = megabytes(tmp_path / ".venv") + megabytes(tmp_path / "web/node_modules")
    assert taken <= MOST_MB, f"{taken:.0f} MB"
    told = subprocess.run([tmp_path / ".venv/bin/cartable", "--version"], check=True, capture_output=True, text=True)
    assert told.stdout.startswith("cartable ")


def test_nothing_of_the_workshop_is_needed_to_play() -> None:
    locked = set(re.findall(r"^([a-z0-9-]+)==", text(Path("requirements/play.txt")), re.MULTILINE))
    assert locked & WORKSHOP == set()
