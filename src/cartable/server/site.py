"""The web client's files, read once into memory: there are few, and no path of a request ever reaches the disk."""

import gzip
import hashlib
import mimetypes
from importlib.resources import files
from pathlib import Path
from typing import Final, NamedTuple

INDEX: Final = "index.html"
ROUTES: Final = ("t", "replay", "rules", "practice", "about")
"""First parts of addresses that the client itself knows what to do with."""

_NOT_BUILT: Final = b"""<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>Cartable</title></head><body>
<h1>Cartable</h1>
<p>The server is running, but its web client has not been built: run <code>make play</code> in the checkout.</p>
</body></html>
"""


class Page(NamedTuple):
    """One file as it is sent."""

    body: bytes
    kind: str
    packed: bytes | None
    """The same, packed with gzip, where that makes it smaller."""
    tag: str
    lasting: bool
    """Its name changes with its content: browsers may keep it for ever."""


class Site:
    """Pages by their paths."""

    def __init__(self, folder: Path | None, base_path: str) -> None:
        folder = folder or Path(str(files("cartable"))) / "web"
        self._pages = {
            path.relative_to(folder).as_posix(): _page(path, folder) for path in _files(folder) if path.is_file()
        }
        index = self._pages.get(INDEX)
        body = _NOT_BUILT if index is None else _with_base(index.body, base_path)
        self._index = Page(body, "text/html; charset=utf-8", _packed(body), _tag(body), lasting=False)

    def find(self, path: str) -> Page | None:
        """The file at a path, or the client's one page where the path is one of its own."""
        wanted = path.strip("/")
        if wanted in ("", INDEX) or (wanted.split("/")[0] in ROUTES and wanted not in self._pages):
            return self._index
        return self._pages.get(wanted)


def _files(folder: Path) -> list[Path]:
    return sorted(folder.rglob("*")) if folder.is_dir() else []


def _page(path: Path, folder: Path) -> Page:
    body = path.read_bytes()
    kind = mimetypes.guess_type(path.name)[0] or "application/octet-stream"
    if kind.startswith("text/") or kind in ("application/json", "image/svg+xml"):
        kind += "; charset=utf-8"
    return Page(body, kind, _packed(body), _tag(body), lasting=path.relative_to(folder).parts[0] == "assets")


def _packed(body: bytes) -> bytes | None:
    packed = gzip.compress(body, mtime=0)
    return packed if len(packed) < len(body) else None


def _tag(body: bytes) -> str:
    return f'"{hashlib.sha256(body).hexdigest()[:24]}"'


def _with_base(body: bytes, base_path: str) -> bytes:
    """Relative addresses in the page count from where the server lives."""
    return body.replace(b"<head>", f'<head><base href="{base_path}/">'.encode(), 1)
