"""Known vulnerabilities of what we depend on, looked up where that is possible; what cannot be reached fails nothing.

Three places are asked: the advisories that come as a PyPI package (`safety-db`: offline, but it ends in July 2021), the
package index itself, whose JSON tells the advisories of a version, and npm's audit. A mirror often has neither.
"""

import json
import os
import shutil
import subprocess
import urllib.request
from collections.abc import Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Final, NamedTuple

from packaging.specifiers import SpecifierSet
from packaging.version import InvalidVersion, Version

PATIENCE_S: Final = 5.0
AT_ONCE: Final = 8
PROBE: Final = "pip"
"""A package that every index has; one that tells no advisories of it tells none at all."""


class Package(NamedTuple):
    """One version of a dependency."""

    source: str
    name: str
    version: str

    def __str__(self) -> str:
        return f"{self.name} {self.version} ({self.source})"


def look_up(root: Path, python: Sequence[Package], npm_locks: Iterable[str]) -> tuple[list[str], list[str]]:
    """What is known against our packages, and what was asked with what result."""
    found: list[str] = []
    told: list[str] = []
    for name, known in (
        ("safety-db (offline, until July 2021)", offline(python)),
        ("the package index", from_index(python)),
        ("npm audit", from_npm(root, npm_locks)),
    ):
        answer = "not reachable from here" if known is None else f"{len(known)} against us"
        told.append(f"advisories of {name}: {answer}")
        found += known or []
    return found, told


def offline(python: Sequence[Package]) -> list[str] | None:
    """The advisories that come as a package; None: it is not installed."""
    place = find_spec("safety_db")  # importing it would look for its data in the current folder
    if place is None or place.origin is None:
        return None
    advisories: dict[str, Any] = json.loads(Path(place.origin).with_name("insecure_full.json").read_text())
    return [
        f"{package}: {about.get('cve') or about.get('id')}, {about['advisory'][:100]}"
        for package in python
        for about in advisories.get(package.name, ())
        if _affects(about["specs"], package.version)
    ]


def _affects(specs: Iterable[str], version: str) -> bool:
    try:
        return any(SpecifierSet(each).contains(Version(version), prereleases=True) for each in specs)
    except (InvalidVersion, ValueError):
        return False


def from_index(python: Sequence[Package]) -> list[str] | None:
    """What the package index knows of these versions; None: it cannot be asked, or does not tell (a mirror)."""
    base = index_url()
    if base is None or "vulnerabilities" not in (_asked(f"{base}/{PROBE}/json") or {}):
        return None

    def known(package: Package) -> list[str] | None:
        about = _asked(f"{base}/{package.name}/{package.version}/json")
        if about is None or "vulnerabilities" not in about:
            return None
        still = [each for each in about["vulnerabilities"] if not each.get("withdrawn")]
        return [f"{package}: {each['id']}, fixed in {', '.join(each.get('fixed_in') or ()) or '?'}" for each in still]

    with ThreadPoolExecutor(AT_ONCE) as pool:
        answers = list(pool.map(known, python))
    return None if None in answers and not any(answers) else [line for lines in answers for line in lines or ()]


def index_url() -> str | None:
    """Where pip's own index tells about packages."""
    try:
        from pip._internal.models.index import PyPI as DefaultIndex  # noqa: PLC0415 - private: may be gone one day
    except ImportError:
        return None
    return str(DefaultIndex.pypi_url)


def _asked(url: str) -> dict[str, Any] | None:
    try:
        with urllib.request.urlopen(url, timeout=PATIENCE_S) as answer:
            told: dict[str, Any] = json.load(answer)
    except (OSError, ValueError):
        return None
    return told


def from_npm(root: Path, locks: Iterable[str]) -> list[str] | None:
    """What npm's audit knows; None: it cannot be asked."""
    npm = shutil.which("npm", path=f"{root / '.venv' / 'bin'}{os.pathsep}{os.environ.get('PATH', '')}")
    if npm is None:
        return None
    path = f"{Path(npm).parent}{os.pathsep}{os.environ.get('PATH', '')}"
    found: list[str] = []
    for lock in locks:
        try:
            ran = subprocess.run(
                [npm, "audit", "--json", "--package-lock-only", "--fetch-retries=0"],
                cwd=(root / lock).parent,
                env={**os.environ, "PATH": path},
                capture_output=True,
                text=True,
                check=False,
                timeout=60,
            )
            told = json.loads(ran.stdout)
        except (OSError, ValueError, subprocess.TimeoutExpired):
            return None
        if "vulnerabilities" not in told:
            return None
        found += [f"{lock}: {name}, {about['severity']}" for name, about in told["vulnerabilities"].items()]
    return found
