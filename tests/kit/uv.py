"""uv and pip from a test, with the index that pip has been told of, as the Makefile has it."""

import os
import re
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import Final

UV: Final = Path(sys.executable).with_name("uv")


@cache
def environment() -> dict[str, str]:
    """What the programs need to know. No Node is on the path: an installed Cartable has to do without."""
    told = subprocess.run(
        [sys.executable, "-m", "pip", "config", "list"], check=True, capture_output=True, text=True
    ).stdout
    index = re.search(r"^(?::env:|global|install)\.index-url='(.*)'", told, re.MULTILINE)
    named = {"UV_DEFAULT_INDEX": index[1]} if index else {}
    kept = {name: value for name, value in os.environ.items() if name not in ("VIRTUAL_ENV", "PYTHONPATH")}
    return kept | {"UV_SYSTEM_CERTS": "1", **named, "PATH": "/usr/bin:/bin"}


def run(*command: str | Path, **more: str) -> str:
    """Run a command to its end, which has to be a good one; what it printed. `more` is added to its environment."""
    done = subprocess.run(
        [str(each) for each in command], env=environment() | more, check=False, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def new_environment(folder: Path, package: Path, *more: str) -> Path:
    """A Python with this package and what it needs, and nothing else; its folder of commands."""
    run(UV, "venv", "--quiet", "--python", sys.executable, folder)
    run(UV, "pip", "install", "--quiet", "--python", folder / "bin" / "python", *more, package)
    return folder / "bin"


@contextmanager
def served(*command: str | Path, folder: Path, **more: str) -> Iterator[str]:
    """A server started by this command in this folder, and its address. `more` is added to its environment."""
    options = ["serve", "--host", "127.0.0.1", "--port", "0", "--wait-scale", "0", "--thinkers", "1"]
    environ = environment() | {"CARTABLE_DATA": str(folder / "data")} | more
    with subprocess.Popen(
        [*command, *options], cwd=folder, env=environ, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
    ) as process:
        assert process.stdout is not None
        try:
            yield process.stdout.readline().split()[-1].rstrip("/")
        finally:
            process.terminate()
