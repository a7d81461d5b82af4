"""The files of this repository, as the tests in this folder read them."""

import subprocess
from functools import cache
from pathlib import Path

ROOT = Path(__file__).parents[2]


@cache
def tracked() -> tuple[Path, ...]:
    """Every file git keeps, relative to the root."""
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, check=True, capture_output=True, text=True)
    return tuple(Path(name) for name in sorted(listed.stdout.split("\0")) if name and (ROOT / name).is_file())


@cache
def text(path: Path) -> str:
    """The text of one tracked file; what is no text (a picture) comes out as nonsense, but does not raise."""
    return (ROOT / path).read_text(encoding="utf-8", errors="replace")


def under(folder: str, suffix: str = "") -> list[Path]:
    """The tracked files under a folder, perhaps only those whose names end so."""
    return [path for path in tracked() if path.is_relative_to(folder) and path.as_posix().endswith(suffix)]
