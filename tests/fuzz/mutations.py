"""Whether the tests notice a change: one thing at a time is changed in the rules and in the table.

    python -m tests.fuzz.mutations --seed 7 --minutes 30

Places are drawn by lot from the seed. Each change is made in a copy of the project, and the tests of that part are run
there until one fails. What no test notices is printed, and then the exit status is 1. Changes that change nothing are
listed in `changes_nothing.toml`, each with the reason.
"""

import argparse
import os
import shutil
import subprocess
import sys
import tempfile
import time
import tomllib
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Final

from cartable.games import registry
from tests.fuzz.places import Place, places

ROOT: Final = Path(__file__).parents[2]
KNOWN: Final = Path(__file__).with_name("changes_nothing.toml")

GAMES: Final = Path("src/cartable/games")
TABLE: Final = Path("src/cartable/matches")

Stages = tuple[tuple[str, ...], ...]

OF_A_GAME: Final[Stages] = (
    ("tests/words/test_stories.py", "tests/rules"),
    ("tests/golden", "tests/words", "tests/conformance", "tests/house/test_rule_coverage.py", "tests/matches"),
)
"""The tests of one game's rules beside those in its folder, the quickest first; `--game` picks from them."""

OF_THE_TABLE: Final[Stages] = (
    ("tests/matches",),
    ("tests/interactive", "tests/conformance/test_everything_fires.py", "tests/arena"),
)

NEEDED: Final = ("src", "tests", "docs", "lab", "tools", "conftest.py", "pyproject.toml", "README.md")

CHANCE: Final = ("HYPOTHESIS_PROFILE", "CARTABLE_TEST_SEED", "PYTHONHASHSEED")
"""What `make fuzz` sets. Here the tests must run as `make test` runs them."""

LIMIT_S: Final = 1800
"""Seconds after which tests that a change keeps busy are ended: the change was noticed. They need a minute at most."""


def mutable_files(root: Path = ROOT) -> list[Path]:
    """The modules in which things are changed: of every game but the template, and of the table."""
    games = [path for game in registry.games() for path in (root / GAMES / game.id).glob("*.py")]
    return sorted(path for path in (*games, *(root / TABLE).rglob("*.py")) if path.name != "__init__.py")


def known_changes() -> dict[tuple[str, str, str], str]:
    """By file, line and change, the reasons why changes change nothing."""
    listed = tomllib.loads(KNOWN.read_text(encoding="utf-8")).get("place", [])
    return {(each["file"], each["line"], each["change"]): each["why"] for each in listed}


def key_of(place: Place, root: Path = ROOT) -> tuple[str, str, str]:
    """How a place is named in the list."""
    return place.path.relative_to(root).as_posix(), place.source, place.change


def stages_for(path: Path) -> list[list[str]]:
    """What pytest is given to test this module, stage by stage."""
    if path.is_relative_to(GAMES):
        game_id = path.relative_to(GAMES).parts[0]
        own = ((GAMES / game_id / "tests").as_posix(),)
        return [[f"--game={game_id}", *stage] for stage in (own, *OF_A_GAME)]
    return [list(stage) for stage in OF_THE_TABLE]


class Copy:
    """A copy of the project in which one thing is changed at a time."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        listed = subprocess.run(["git", "ls-files", "-z", *NEEDED], cwd=ROOT, capture_output=True, check=True).stdout
        for name in filter(None, listed.decode().split("\0")):
            if (ROOT / name).is_file():
                (folder / name).parent.mkdir(parents=True, exist_ok=True)
                shutil.copy2(ROOT / name, folder / name)
        for command in (["git", "init", "--quiet"], ["git", "add", "."]):  # some tests ask git for the files
            subprocess.run(command, cwd=folder, check=True)

    def notices(self, place: Place) -> bool:
        """Whether a test fails with this change."""
        name = place.path.relative_to(ROOT)
        path = self._folder / name
        code = path.read_bytes()
        try:
            self._write(path, place.changed(code))
            return not all(map(self.passes, stages_for(name)))
        finally:
            self._write(path, code)

    def passes(self, chosen: list[str]) -> bool:
        """Whether these tests pass."""
        command = [sys.executable, "-m", "pytest", "-q", "-x", "-p", "no:cacheprovider", *chosen]
        environment = {name: value for name, value in os.environ.items() if name not in CHANCE}
        environment["PYTHONPATH"] = str(self._folder / "src")
        try:
            ran = subprocess.run(
                command, cwd=self._folder, env=environment, capture_output=True, timeout=LIMIT_S, check=False
            )
        except subprocess.TimeoutExpired:
            return False
        return ran.returncode == 0

    @staticmethod
    def _write(path: Path, code: bytes) -> None:
        """Write a module, and delete its bytecode: that is told apart by whole seconds only."""
        path.write_bytes(code)
        for compiled in path.parent.glob(f"__pycache__/{path.stem}.*"):
            compiled.unlink()


def chosen_places(seed: int, only: str) -> Iterator[Place]:
    """All places in the order of the lot, but those where a change changes nothing."""
    known = known_changes()
    every = [place for path in mutable_files() if only in path.as_posix() for place in places(path)]
    Random(seed).shuffle(every)
    return (place for place in every if key_of(place) not in known)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seed", type=int, default=Random().randrange(10**6))
    parser.add_argument("--minutes", type=float, default=10.0)
    parser.add_argument("--only", default="", help="only files whose path contains this: games/push, story.py")
    given = parser.parse_args()
    print(f"seed {given.seed}", flush=True)
    until = time.monotonic() + 60 * given.minutes
    tried: Counter[bool] = Counter()
    with tempfile.TemporaryDirectory() as folder:
        copy = Copy(Path(folder))
        for place in chosen_places(given.seed, given.only):
            if time.monotonic() > until:
                break
            noticed = copy.notices(place)
            tried[noticed] += 1
            if not noticed:
                print(f"not noticed: {place.path.relative_to(ROOT)}:{place.line}: {place.source}", flush=True)
                print(f"             {place.change}", flush=True)
    print(f"{tried.total()} changes, {tried[True]} noticed, {tried[False]} not; seed {given.seed}")
    return 1 if tried[False] else 0


if __name__ == "__main__":
    sys.exit(main())
