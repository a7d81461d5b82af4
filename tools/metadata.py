"""Write the metadata of the package beside its sources, so that Python finds its games where nothing was installed.

Games are found by their entry points, which Python reads from the metadata of installed packages. `make play`, core
tests and `make bench` run the package from its sources, and a copy of the repository in which a test adds a game is not
installed either: they get this metadata instead. It is not kept in git.
"""

import argparse
import tomllib
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).parents[1]
FOLDER: Final = "cartable-0.dist-info"


def entry_points(root: Path = ROOT) -> dict[str, str]:
    """Return what each game's entry point names, by the game's id."""
    project = tomllib.loads((root / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    found: dict[str, str] = project["entry-points"]["cartable.games"]
    return found


def write_metadata(root: Path = ROOT, beside: Path | None = None) -> None:
    """Write the metadata of the package in `root`: beside its sources, or into another folder on the path."""
    folder = (beside or root / "src") / FOLDER
    folder.mkdir(exist_ok=True)
    (folder / "METADATA").write_text("Metadata-Version: 2.1\nName: cartable\nVersion: 0\n", encoding="utf-8")
    lines = [f"{game_id} = {where}" for game_id, where in entry_points(root).items()]
    (folder / "entry_points.txt").write_text("\n".join(["[cartable.games]", *lines, ""]), encoding="utf-8")


if __name__ == "__main__":
    argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter).parse_args()
    write_metadata()
