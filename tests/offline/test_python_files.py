"""Python for the page as the server sends it: packed once when it was built, and the same however it is asked for."""

import ast
import asyncio
import gzip
import json
import subprocess
from pathlib import Path

import httpx

from cartable.server.http.static_site import PythonFiles, StaticSite
from tests.kit.eventually import PATIENCE_S
from tests.offline.test_same_rules import NODE, ROOT
from tests.server.live_server import async_test, live_server
from tools.wasm import own_files

BUILT = ROOT / "build/wasm/files"
UNPACK = "process.stdout.write(require('zlib').brotliDecompressSync(require('fs').readFileSync(0)))"


def names() -> list[str]:
    assert BUILT.is_dir(), "the WebAssembly part is not built: run `make wasm`"
    return [*json.loads((BUILT / "files.json").read_text(encoding="utf-8"))["bytes"]]


LEFT_OUT = {"cartable.interactive"}
"""What is for programs in Python: `import cartable` loads it when it is first used."""


def imported(source: Path) -> set[str]:
    """All that a module may import of our own, wherever it does: `from a import b` may mean a module `a.b`."""
    found = set()
    for node in ast.walk(ast.parse(source.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            found |= {node.module, *(f"{node.module}.{alias.name}" for alias in node.names)}
    return {name for name in found if name.partition(".")[0] == "cartable"}


def test_the_page_gets_every_module_that_its_modules_import() -> None:
    """Also those that are loaded in the middle of things."""
    package = ROOT / "src/cartable"
    taken = {path for path in own_files(package) if path.suffix == ".py"}
    assert len(taken) > 200
    missing = {
        f"{source.relative_to(package)} imports {name}"
        for source in taken
        for name in imported(source) - LEFT_OUT
        for path in (package.parent / name.replace(".", "/"),)
        for module in (path.with_suffix(".py"), path / "__init__.py")
        if module.is_file() and module not in taken
    }
    assert missing == set(), "name them in MODULES of tools/wasm.py"


def test_a_file_is_the_same_however_it_is_packed() -> None:
    site = StaticSite(None, "")
    for name in names():
        file = site.find(f"/python/{name}")
        assert file is not None, name
        assert [*file.packed] == ["br", "gzip"], "the smallest first"
        body = (BUILT / name).read_bytes()
        unpacked = subprocess.run([NODE, "-e", UNPACK], input=file.packed["br"], check=True, capture_output=True).stdout
        assert unpacked == asyncio.run(site.unpacked(file)) == body
        assert file.size_bytes == len(body)


@async_test
async def test_the_server_sends_what_the_browser_takes(tmp_path: Path) -> None:
    name = min(names(), key=lambda each: (BUILT / each).stat().st_size)
    body = (BUILT / name).read_bytes()
    async with live_server(tmp_path) as server, httpx.AsyncClient(timeout=PATIENCE_S) as client:
        for taken, sent in (("gzip, deflate, br", "br"), ("gzip, deflate", "gzip"), ("identity", None)):
            asked = client.stream("GET", f"{server.base}/python/{name}", headers={"accept-encoding": taken})
            async with asked as answer:
                raw = b"".join([part async for part in answer.aiter_raw()])
            assert answer.headers.get("content-encoding") == sent
            assert int(answer.headers["content-length"]) == len(raw)
            assert answer.headers["content-type"] == "text/javascript"
            assert (raw == body) == (sent is None)


def test_files_that_are_made_while_the_server_runs_are_found_once_their_list_is_there(tmp_path: Path) -> None:
    found = PythonFiles(tmp_path)
    for way in ("br", "gz"):
        (tmp_path / f"app-1.bin.{way}").write_bytes(gzip.compress(b"app"))
    (tmp_path / "other.bin.gz").write_bytes(b"not on the list")
    assert [found.find(name) for name in ("files.json", "app-1.bin")] == [None, None]
    (tmp_path / "files.json").write_text(json.dumps({"bytes": {"app-1.bin": 3}}), encoding="utf-8")
    listed, app = (found.find(name) for name in ("files.json", "app-1.bin"))
    assert listed is not None
    assert app is not None
    assert json.loads(listed.body)["bytes"] == {"app-1.bin": 3}
    assert asyncio.run(found.unpacked(app)) == b"app"
    for name in ("other.bin", "app-1.bin.gz", "../app-1.bin", ""):
        assert found.find(name) is None
