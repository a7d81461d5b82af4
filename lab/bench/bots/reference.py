"""Bots of an earlier commit beside today's, in one process: how much stronger have they become?

The package of that time is taken from the history of this repository and given a name of its own.
"""

import sys
from importlib import import_module
from io import BytesIO
from pathlib import Path
from subprocess import run
from tarfile import open as open_tar
from tempfile import gettempdir
from typing import Any, Final

COMMIT: Final = "dcc34aa"
"""The last one whose experts learned in numpy: Quinto by sheets alone and rollouts, Push in points."""

NAME: Final = "cartable_bots_then"


def unpacked(folder: Path, commit: str = COMMIT) -> Path:
    """The package of that commit under its new name; made once."""
    package = folder / NAME
    if not package.exists():
        archive = run(["git", "archive", commit, "src/cartable/bots"], check=True, capture_output=True).stdout
        with open_tar(fileobj=BytesIO(archive)) as tar:
            tar.extractall(folder, filter="data")
        (folder / "src/cartable/bots").rename(package)
        for file in package.rglob("*.py"):
            text = file.read_text(encoding="utf-8")
            file.write_text(text.replace("cartable.bots", NAME), encoding="utf-8")
    return package


def earlier_bot(game_id: str, level: str, seed: int, seat: int) -> Any:
    """A bot of that commit."""
    if NAME not in sys.modules:
        folder = Path(gettempdir()) / f"{NAME}-{COMMIT}"
        folder.mkdir(exist_ok=True)
        sys.path.insert(0, str(unpacked(folder).parent))
    return import_module(NAME).bot(game_id, level, seed, seat)
