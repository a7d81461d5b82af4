"""The web client's files, read once into memory: there are few, and no path of a request ever reaches the disk."""

import asyncio
import base64
import gzip
import hashlib
import mimetypes
import re
import zlib
from collections.abc import Iterable
from functools import cache
from html import escape
from importlib.resources import files
from pathlib import Path, PurePosixPath
from typing import Final, NamedTuple

import msgspec

from cartable.words import LANGUAGES

INDEX: Final = "index.html"
ROUTES: Final = ("t", "replay", "rules", "practice", "puzzle", "deal")
"""First parts of addresses that the client itself knows what to do with."""

MANIFEST: Final = "manifest.json"
"""The names of the client's parts and their files, as the build writes it."""

BROTLI: Final = ".br"
DEFAULT_LANGUAGE: Final = "en"
HOME: Final = "Home"
TABLE: Final = "table"
PLAIN_BOARD: Final = "PlainBoard"
"""The part that shows a game which has no board of its own."""
INLINE: Final = ("inline/core.js", "inline/map.json")
"""The largest script as it may stand in the page itself, and what leads others to it there."""
WORDS: Final = "words"
"""The folder of what is said on the first page and at a table of each game, in each language."""
PYTHON: Final = "python/"
"""Below here are the files that `make wasm` makes: Python for a table on somebody's own device."""

_PYTHON_LIST: Final = "files.json"
_PYTHON_KINDS: Final = {".mjs": "text/javascript", ".wasm": "application/wasm", ".json": "application/json"}

_NOT_BUILT: Final = b"""<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>Cartable</title></head><body>
<h1>Cartable</h1>
<p>The server is running, but its web client has not been built: run <code>make play</code> in the checkout.</p>
</body></html>
"""


class StaticFile(NamedTuple):
    """One file as it is sent."""

    body: bytes
    """As it is; empty where only the packed forms are kept: see `StaticSite.unpacked`."""
    size_bytes: int
    """Number of bytes of the unpacked file."""
    kind: str
    packed: dict[str, bytes]
    """The same by the ways of packing that make it smaller, the best first."""
    tag: str
    lasting: bool
    """Its name changes with its content: browsers may keep it."""


class StaticSite:
    """Pages by their paths."""

    def __init__(self, folder: Path | None, base_path: str) -> None:
        folder = folder or Path(str(files("cartable"))) / "web"
        self._pages = {path.relative_to(folder).as_posix(): _page(path, folder) for path in _files(folder)}
        manifest = self._pages.pop(MANIFEST, None)
        self._parts = {} if manifest is None else _parts(manifest.body)
        self._words = {path.stem: _inside_script(self._pages.pop(name).body) for name, path in _word_files(self._pages)}
        """What is said on the first page or at a table, as JSON, by language and page: `fr-Home`, `fr-push`."""
        index = self._pages.get(INDEX)
        self._body = _NOT_BUILT if index is None else _with_base(index.body, base_path)
        self._inline = [self._pages.pop(name).body for name in INLINE if name in self._pages]
        scripts = (*_INLINE.findall(self._body), *self._inline)
        self.script_hashes = tuple(_script_hash(script) for script in scripts)
        """Of the scripts that stand in the page itself, as the content security policy names them."""
        self._index = cache(self._made)
        self._python = PythonFiles(Path(str(files("cartable"))) / "wasm")

    def find(self, path: str, game: str | None = None, languages: str = "", *, kept: bool = True) -> StaticFile | None:
        """The file at a path, or the client's one page where the path is one of its own. On the first page, and at a
        table of a game, it has what it will need fetched at once, in the language that the browser asks for. `kept`:
        the browser has the scripts, so none is written into the page."""
        wanted = path.strip("/")
        if wanted in ("", INDEX):
            return self._index(HOME, language_of(languages), kept)
        if wanted.split("/")[0] in ROUTES and wanted not in self._pages:
            return self.plain() if game is None else self._index(game, language_of(languages), kept)
        if wanted.startswith(PYTHON):
            return self._python.find(wanted.removeprefix(PYTHON))
        return self._pages.get(wanted)

    async def unpacked(self, file: StaticFile) -> bytes:
        """Return a file as it is, for the few clients that take no packed form."""
        return file.body if len(file.body) == file.size_bytes else await self._python.unpacked(file)

    def plain(self) -> StaticFile:
        """The page, where nobody knows what it will show."""
        return self._index("", "", True)

    def _made(self, shown: str, language: str, kept: bool) -> StaticFile:
        """The page. For the first page, or a table of a game, it has the sentences that are said there, and links to
        the files it needs that are not linked anyway."""
        words = self._words.get(f"{language}-{shown}")
        parts = self._parts_of(shown) if words else (*self._parts_of(shown), language)
        wanted = dict.fromkeys(file for part in parts if shown for file in self._parts.get(part, ()))
        files = [file for file in wanted if file.encode() not in self._body]
        fetched = [_GAMES_LINK] if shown == HOME else []
        body = self._body
        if words:
            body = _put(body, _END, f'<script type="application/json" lang="{language}">{words}</script>'.encode())
            if shown != HOME:
                body = _put(body, _HEAD_END, f'<meta name="cartable-game" content="{escape(shown)}">'.encode())
        if kept or not self._inline:
            body = _put(body, _END, "".join([*map(_link, files), *fetched]).encode())
        else:
            body = self._with_core(body, files, fetched)
        return StaticFile(body, len(body), "text/html; charset=utf-8", _packed(body), _tag(body), lasting=False)

    def _with_core(self, body: bytes, files: list[str], fetched: list[str]) -> bytes:
        """The page with the largest script in it, and not as a file: that would come a round trip later. Other scripts
        are asked for before the rest of the page comes. Styles and sentences stand last: the script is compiled while
        they come."""
        core, mapped = self._inline
        handing = [file.removeprefix("./") for file in msgspec.json.decode(mapped)["imports"].values()]
        styles = [file for file in files if file.endswith(".css")]
        links = [*map(_link, [*handing, *(file for file in files if file not in styles)]), *fetched]
        head = b'<script type="importmap">' + mapped + b"</script>" + "".join(links).encode()
        body = _put(_put(body, _STYLES, head), _END, b"".join(map(self._style, styles)))
        return _CORE.sub(lambda _: b'<script type="module">' + core + b"</script>", body, count=1)

    def _style(self, file: str) -> bytes:
        """A style sheet in the page itself. The link is not followed: it tells the scripts that the styles are here."""
        link = f'<link rel="stylesheet" disabled crossorigin href="./{file}">'
        return b"<style>" + self._pages[file].body + b"</style>" + link.encode()

    def _parts_of(self, shown: str) -> tuple[str, ...]:
        if shown == HOME:
            return (HOME,)
        return (TABLE, shown if shown in self._parts else PLAIN_BOARD)


class PythonFiles:
    """Python for the page, packed when it was built. Nothing is read before it is asked for: the files are large, and
    `make play` builds them while its server is already running. Only names on their list are looked for."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._read: dict[str, StaticFile] = {}
        self._sizes: dict[str, int] = {}
        """Number of bytes of each file on the list, unpacked, by its name."""
        self._unpacked: dict[str, bytes] = {}
        """Files that somebody has asked for as they are, by their tags."""
        self._unpacking = asyncio.Lock()

    def find(self, name: str) -> StaticFile | None:
        """The file of this name, if it is one of them and they have been built."""
        if not self._sizes and not self._read_list():
            return None
        if name in self._sizes and name not in self._read:
            self._read[name] = self._packed_file(name)
        return self._read.get(name)

    def _read_list(self) -> bool:
        """It is written last: what it names is there."""
        path = self._folder / _PYTHON_LIST
        if not path.is_file():
            return False
        body = path.read_bytes()
        self._sizes = msgspec.json.decode(body)["bytes"]
        self._read[_PYTHON_LIST] = StaticFile(
            body, len(body), _PYTHON_KINDS[path.suffix], {}, _tag(body), lasting=False
        )
        return True

    def _packed_file(self, name: str) -> StaticFile:
        """Only packed: hardly any browser wants it as it is."""
        path = self._folder / name
        ways = {"br": path.with_name(path.name + BROTLI), "gzip": path.with_name(f"{path.name}.gz")}
        packed = {way: file.read_bytes() for way, file in ways.items()}
        kind = _PYTHON_KINDS.get(path.suffix, "application/octet-stream")
        return StaticFile(b"", self._sizes[name], kind, packed, _tag(packed["gzip"]), lasting=True)

    async def unpacked(self, file: StaticFile) -> bytes:
        """Return a file as it is.

        Each is unpacked once, one at a time and in a thread, as it takes up to a tenth of a second. All clients share
        what is kept: 18 MB if every file is asked for.
        """
        async with self._unpacking:
            if file.tag not in self._unpacked:
                self._unpacked[file.tag] = await asyncio.to_thread(gzip.decompress, file.packed["gzip"])
        return self._unpacked[file.tag]


def language_of(wanted: str) -> str:
    """The first of our languages that an `accept-language` header names: browsers name the preferred first."""
    tags = (tag.partition(";")[0].strip().lower().partition("-")[0] for tag in wanted.split(","))
    return next((tag for tag in tags if tag in LANGUAGES), DEFAULT_LANGUAGE)


def _files(folder: Path) -> list[Path]:
    """Those to be served. What the build has packed is not served by its own name."""
    found = folder.rglob("*") if folder.is_dir() else ()
    return sorted(path for path in found if path.is_file() and path.suffix != BROTLI)


def _page(path: Path, folder: Path) -> StaticFile:
    body = path.read_bytes()
    kind = mimetypes.guess_type(path.name)[0] or "application/octet-stream"
    if kind.startswith("text/") or kind in ("application/json", "image/svg+xml"):
        kind += "; charset=utf-8"
    brotli = path.with_name(path.name + BROTLI)
    best = {"br": brotli.read_bytes()} if brotli.exists() else {}
    lasting = path.relative_to(folder).parts[0] == "assets"
    return StaticFile(body, len(body), kind, best | _packed(body), _tag(body), lasting)


_HEAD_END: Final = re.compile(rb"</head>|$")
_CORE: Final = re.compile(rb'<script type="module"[^>]*></script>')
_STYLES: Final = re.compile(rb"<style>|</head>|$")
"""Where links stand when that script is in the page: after the script that opens the connection to the table."""

_END: Final = re.compile(rb"</body>|$")
"""Where sentences stand, and links when that script is a file: so it is the first to be asked for, on the connection
that the page came by."""

_GAMES_LINK: Final = '<link rel="preload" as="fetch" crossorigin href="./api/games">'
"""What can be played is asked for with the first page: its first button is one of a game."""

_INLINE: Final = re.compile(rb"<script>(.*?)</script>", re.DOTALL)


def _put(body: bytes, where: re.Pattern[bytes], what: bytes) -> bytes:
    at = where.search(body)
    cut = at.start() if at is not None else 0
    return body[:cut] + what + body[cut:]


def _link(file: str) -> str:
    """A style sheet that a script would wait for, or a script."""
    if file.endswith(".css"):
        return f'<link rel="stylesheet" crossorigin href="./{file}">'
    return f'<link rel="modulepreload" crossorigin href="./{file}">'


def _word_files(pages: Iterable[str]) -> list[tuple[str, PurePosixPath]]:
    paths = ((name, PurePosixPath(name)) for name in pages)
    return [(name, path) for name, path in paths if path.parent.name == WORDS and path.suffix == ".json"]


def _inside_script(data: bytes) -> str:
    """JSON that cannot end the element it stands in."""
    return data.decode().replace("<", "\\u003c")


def _script_hash(script: bytes) -> str:
    return f"'sha256-{base64.b64encode(hashlib.sha256(script).digest()).decode()}'"


class _Chunk(msgspec.Struct):
    file: str
    name: str = ""
    imports: tuple[str, ...] = ()
    css: tuple[str, ...] = ()


def _parts(manifest: bytes) -> dict[str, tuple[str, ...]]:
    """The files of each part by its name: its own, and those it imports."""
    chunks = msgspec.json.decode(manifest, type=dict[str, _Chunk])
    parts = {chunk.name: (chunk, *(chunks[each] for each in chunk.imports)) for chunk in chunks.values() if chunk.name}
    return {name: tuple(file for each in part for file in (*each.css, each.file)) for name, part in parts.items()}


def _packed(body: bytes) -> dict[str, bytes]:
    # Less memory makes shorter blocks, each with a code of its own: scripts, styles and sentences differ.
    packer = zlib.compressobj(9, wbits=zlib.MAX_WBITS + 16, memLevel=7)
    packed = packer.compress(body) + packer.flush()
    return {"gzip": packed} if len(packed) < len(body) else {}


def _tag(body: bytes) -> str:
    return f'"{hashlib.sha256(body).hexdigest()[:24]}"'


def _with_base(body: bytes, base_path: str) -> bytes:
    """Relative addresses in the page count from where the server lives."""
    return body.replace(b"<head>", f'<head><base href="{base_path}/">'.encode(), 1)
