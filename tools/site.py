"""A folder that any static host can serve: `python tools/site.py [FOLDER]`, or `make site`.

It holds the page, Python for it, and what a server would answer without knowing anybody: the games and their rules. The
page then plays on the device alone. It may live under any path: all addresses in it are relative. A folder that holds
anything but an earlier site is left alone.
"""

import hashlib
import re
import shutil
import sys
from argparse import ArgumentParser
from collections.abc import Sequence
from pathlib import Path
from typing import Final

import msgspec

from cartable.server.http.game_list import games
from cartable.words.catalogue import LANGUAGES, rulebook

ROOT: Final = Path(__file__).parents[1]
PACKAGE: Final = ROOT / "src/cartable"
NO_SERVER: Final = '<base href="./"><meta name="cartable-server" content="none">'


def main(arguments: Sequence[str] | None = None) -> int:
    """Write the folder that the command line names, in place of an earlier one."""
    parser = ArgumentParser(description=__doc__.partition("\n\n")[0])
    parser.add_argument("folder", nargs="?", type=Path, default=ROOT / "build/site", help="default: build/site")
    target: Path = parser.parse_args(arguments).folder
    if not _may_replace(target):
        parser.error(
            f"{target}: expected a new or empty folder, or an earlier site; delete it yourself if it is not needed"
        )
    for part in ("web/index.html", "wasm/files.json"):
        if not (PACKAGE / part).is_file():
            sys.stderr.write(f"src/cartable/{part} is missing: run `make site`, which builds it\n")
            return 1
    shutil.rmtree(target, ignore_errors=True)
    for_server = shutil.ignore_patterns("index.html*", "manifest.json", "service.js.br", "words", "inline", "inlined-*")
    index = (PACKAGE / "web/index.html").read_text(encoding="utf-8")
    page = re.sub(r"<base [^>]*>", "", index).replace("<head>", f"<head>{NO_SERVER}", 1)
    _write(target / "index.html", page.encode())  # first: a site that was interrupted is known by it
    shutil.copytree(PACKAGE / "web", target, ignore=for_server, dirs_exist_ok=True)
    for folder in (ROOT / "build/wasm/files", PACKAGE / "wasm"):  # as they are, and packed for hosts that know of it
        shutil.copytree(folder, target / "python", dirs_exist_ok=True)
    (target / "404.html").write_text(page, encoding="utf-8")
    _write(target / "api/games", msgspec.json.encode(games()))
    for language in LANGUAGES:
        for game in games():
            _write(target / f"api/rules/{language}/{game.id}", rulebook(game.id, language).encode())
    _stamp(target)
    return 0


def _may_replace(target: Path) -> bool:
    """Return whether there is nothing at a path but an empty folder or an earlier site."""
    if target.is_dir():
        index = target / "index.html"
        return not any(target.iterdir()) or (index.is_file() and NO_SERVER in index.read_text("utf-8", "replace"))
    return not target.exists()


def _stamp(target: Path) -> None:
    """Tell the service worker that this is a folder without a server: what of it is kept together, and its version."""
    found = hashlib.sha256((target / "index.html").read_bytes())
    kept = [target / "python/files.json", *sorted(path for path in target.glob("api/**/*") if path.is_file())]
    for path in kept:
        found.update(path.read_bytes())
    site = {"version": found.hexdigest()[:12], "files": [path.relative_to(target).as_posix() for path in kept]}
    service = target / "service.js"
    code = f"self.site = {msgspec.json.encode(site).decode()};\n{service.read_text(encoding='utf-8')}"
    service.write_text(code, encoding="utf-8")


def _write(path: Path, body: bytes) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(body)


if __name__ == "__main__":
    sys.exit(main())
