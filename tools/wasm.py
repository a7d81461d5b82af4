"""The Python part of the page that plays without a server: `python tools/wasm.py`, or `make wasm`.

Writes `build/wasm/files`: Pyodide's engine from npm, what is needed of its standard library, and an archive of the
Cartable and msgspec modules, all compiled. `files.json` lists what the page has to fetch. The package gets the same
packed, and only so: `src/cartable/wasm`.
"""

import gzip
import hashlib
import json
import shutil
import subprocess
import sys
import zipfile
from argparse import ArgumentParser
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Final

from tools.metadata import entry_points

ROOT: Final = Path(__file__).parents[1]
TARGET: Final = ROOT / "src/cartable/wasm"
WORK: Final = ROOT / "build/wasm"
"""What is downloaded once, and kept for the next build."""

FILES: Final = WORK / "files"
LISTED: Final = "files.json"

NPM: Final = ROOT / "tools/pyodide"
PYODIDE: Final = NPM / "node_modules/pyodide"
ENGINE_FILES: Final = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm")
STDLIB: Final = "python_stdlib.zip"

WHEEL_TAGS: Final = ("--platform", "pyemscripten_2026_0_wasm32", "--python-version", "314", "--abi", "cp314")
"""Those of Python in `tools/pyodide/package.json`."""

MODULES: Final = (
    "__init__.py",
    "bots",
    "browser",
    "games",
    "kernel",
    "puzzles",
    "server/__init__.py",
    "server/common",
    "server/config.py",
    "server/http",
    "server/limits.py",
    "server/services.py",
    "server/sockets/__init__.py",
    "server/sockets/late_key.py",
    "server/sockets/session.py",
    "server/store/__init__.py",
    "server/store/contract.py",
    "server/store/group_commit.py",
    "server/store/leases.py",
    "server/tables",
    "server/thinking",
    "matches",
    "wire",
    "words",
)
"""Of `src/cartable`: what a table needs, whoever hosts it. Sentences and rules reach the page without Python: only
modules and weights are taken."""

LEFT_OUT: Final = {
    "_template",
    "__pycache__",
    *("scenarios", "tests", "text", "tutorial"),
    *(
        "encoding.py",
        "picture.py",
        "simulator",
        "small.py",
        "small_duel.py",
        "solo.py",
        "terminal.py",
    ),  # for research and the terminal
}


def main() -> int:
    """Build it all."""
    ArgumentParser(description=__doc__.partition("\n\n")[0]).parse_args()
    stage = WORK / "stage"
    shutil.rmtree(stage, ignore_errors=True)
    _stage_stdlib(stage / "std")
    _stage_app(stage / "app")
    node = Path(sys.executable).with_name("node")
    subprocess.run([str(node), "compile.mjs", str(stage)], cwd=NPM, check=True)
    app = _archive(stage / "app")
    engine = {name: (PYODIDE / name).read_bytes() for name in ENGINE_FILES} | {STDLIB: _stored_zip(stage / "std")}
    folder = f"engine-{_hash(engine.values())}"
    files = {f"{folder}/{name}": body for name, body in engine.items()} | {f"app-{_hash([app])}.bin": app}
    listed = {
        "engine": folder,
        "app": next(reversed(files)),
        "bytes": {name: len(body) for name, body in files.items()},
    }
    _write(node, files, json.dumps(listed, indent=1) + "\n")
    shutil.rmtree(stage)
    return 0


def _hash(bodies: Iterable[bytes]) -> str:
    found = hashlib.sha256()
    for body in bodies:
        found.update(hashlib.sha256(body).digest())
    return found.hexdigest()[:12]


# --- what goes in -----------------------------------------------------------------------------------------------------


def _stage_stdlib(stage: Path) -> None:
    """Pyodide's standard library; `tools/pyodide/compile.py` takes away what nothing loads."""
    with zipfile.ZipFile(PYODIDE / STDLIB) as library:
        library.extractall(stage, [name for name in library.namelist() if name.endswith(".py")])


def _stage_app(stage: Path) -> None:
    """Our own modules with their weights, and msgspec's."""
    package = ROOT / "src/cartable"
    for path in own_files(package):
        target = stage / "cartable" / path.relative_to(package)
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(path, target)
    # The page has no metadata of installed packages: the registry reads this list instead.
    (stage / "cartable/games.json").write_text(json.dumps(entry_points()), encoding="utf-8")
    with zipfile.ZipFile(_wheel("msgspec")) as wheel:
        for name in wheel.namelist():
            if name.startswith("msgspec/") and name.endswith((".py", ".so")):
                wheel.extract(name, stage)


def own_files(package: Path) -> Iterator[Path]:
    """What the page gets of our package."""
    for name in MODULES:
        found = package / name
        for path in sorted(found.rglob("*")) if found.is_dir() else [found]:
            inside = path.relative_to(package)
            if path.is_file() and path.suffix in (".py", ".npz", ".json", ".gz") and not LEFT_OUT & set(inside.parts):
                yield path


def _wheel(project: str) -> Path:
    """The WebAssembly wheel of the version that `requirements/run.txt` pins, checked against the hashes there."""
    wheels = WORK / "wheels"
    pinned = _pinned(project)
    version = pinned.partition("==")[2].split()[0]
    known = sorted(wheels.glob(f"{project}-{version}-*.whl"))
    if not known:
        wheels.mkdir(parents=True, exist_ok=True)
        wanted = wheels / f"{project}.txt"
        wanted.write_text(pinned, encoding="utf-8")
        command = ["pip", "download", "--quiet", "--no-deps", "--require-hashes", "--only-binary", ":all:"]
        target = ["--implementation", "cp", "--dest", str(wheels), "--requirement", str(wanted)]
        subprocess.run([sys.executable, "-m", *command, *WHEEL_TAGS, *target], check=True)
        known = sorted(wheels.glob(f"{project}-{version}-*.whl"))
    return known[0]


def _pinned(project: str) -> str:
    """The lines of `requirements/run.txt` about a project: its version and the hashes of all its files."""
    lines = (ROOT / "requirements/run.txt").read_text(encoding="utf-8").splitlines()
    begin = next(at for at, line in enumerate(lines) if line.startswith(f"{project}=="))
    end = next(at for at in range(begin, len(lines)) if not lines[at].endswith("\\"))
    return "\n".join(lines[begin : end + 1]) + "\n"


# --- how it is kept ---------------------------------------------------------------------------------------------------


def _write(node: Path, files: dict[str, bytes], listed: str) -> None:
    """The files as they are, and packed in two ways: Brotli is smaller, and gzip can be undone by any Python."""
    for folder in (FILES, TARGET):
        shutil.rmtree(folder, ignore_errors=True)
    for name, body in files.items():
        for folder in (FILES, TARGET):
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (FILES / name).write_bytes(body)
        (TARGET / f"{name}.gz").write_bytes(gzip.compress(body, 9, mtime=0))
    subprocess.run([str(node), "pack.mjs", *(str(FILES / name) for name in files)], cwd=NPM, check=True)
    for name in files:
        (FILES / f"{name}.br").replace(TARGET / f"{name}.br")
    for folder in (FILES, TARGET):
        (folder / LISTED).write_text(listed, encoding="utf-8")


def _stored_zip(folder: Path) -> bytes:
    """A zip without compression: what is sent is packed as a whole, which packs better."""
    path = WORK / "stored.zip"
    with zipfile.ZipFile(path, "w", zipfile.ZIP_STORED) as archive:
        for file in sorted(folder.rglob("*")):
            if file.is_file():
                entry = zipfile.ZipInfo(file.relative_to(folder).as_posix(), (2020, 1, 1, 0, 0, 0))
                archive.writestr(entry, file.read_bytes())
    body = path.read_bytes()
    path.unlink()
    return body


def _archive(folder: Path) -> bytes:
    """Files in one: the length of the list in four bytes, the list (name and length of each), then the files."""
    files = [file for file in sorted(folder.rglob("*")) if file.is_file()]
    listed = json.dumps([[file.relative_to(folder).as_posix(), file.stat().st_size] for file in files]).encode()
    return b"".join([len(listed).to_bytes(4, "little"), listed, *(file.read_bytes() for file in files)])


if __name__ == "__main__":
    sys.exit(main())
