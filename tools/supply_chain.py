"""What we depend on: pinned with hashes, under licences we allow, and not known to be vulnerable as far as that can be
looked up. `make check` runs it; `--write` notes the licences of packages that are installed but not yet in the list.

    python tools/supply_chain.py [--write]
"""

import json
import re
import sys
import tomllib
from argparse import ArgumentParser
from collections.abc import Iterator, Mapping, Sequence
from importlib import metadata
from pathlib import Path
from typing import Any, Final, NamedTuple

ROOT: Final = Path(__file__).parent.parent
if str(ROOT) not in sys.path:
    sys.path.insert(0, str(ROOT))

from tools.advisories import Package, look_up  # noqa: E402 - found beside this file

REQUIREMENTS: Final = "requirements"
LICENCES: Final = "requirements/licences.toml"
NPM_LOCKS: Final = (
    "web/package-lock.json",
    "tools/pyodide/package-lock.json",
    "lab/bench/boardgameio/package-lock.json",
    "lab/bench/colyseus/package-lock.json",
)

_PIN: Final = re.compile(r"^(?P<name>[A-Za-z0-9][A-Za-z0-9._-]*)(?:\[[^\]]*\])?==(?P<version>[^\s;\\]+)")
_HASH: Final = re.compile(r"^\s+--hash=sha256:[0-9a-f]{64}( \\)?$")

_SPDX: Final = re.compile(r"[A-Z0-9][\w.+-]+( (OR|AND) [\w.+-]+)*", re.ASCII)

_TOKEN: Final = re.compile(r"[()]|[^\s()]+")
"""Of an SPDX expression: a parenthesis, an operator or a name."""

_SPOKEN: Final = {
    "3-Clause BSD License": "BSD-3-Clause",
    "Apache 2.0": "Apache-2.0",
    "Apache Software License": "Apache-2.0",
    "BSD License": "BSD-3-Clause",
    "ISC License (ISCL)": "ISC",
    "MIT License": "MIT",
    "Mozilla Public License 2.0 (MPL 2.0)": "MPL-2.0",
}
"""How packages name a licence that has an SPDX name."""


class LicencePolicy(NamedTuple):
    """`requirements/licences.toml`."""

    allowed: Mapping[str, str]
    """By SPDX name, why it is allowed."""
    exceptions: Mapping[str, Mapping[str, str]]
    """By package, a licence that is not allowed in general, and why it is here."""
    python: Mapping[str, str]
    """By package, its licence."""

    @classmethod
    def read(cls, root: Path) -> "LicencePolicy":
        told = tomllib.loads((root / LICENCES).read_text())
        return cls(told["allowed"], told.get("exceptions", {}), told["python"])


def canonical(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()


# --- pins ---------------------------------------------------------------------------------------------------------


def python_pins(text: str, where: str) -> tuple[list[Package], list[str]]:
    """The packages of a requirements file, and what is wrong with its pins."""
    packages: list[Package] = []
    wrong: list[str] = []
    hashes = 1
    for number, line in enumerate(text.splitlines(), 1):
        if not line.strip() or line.lstrip().startswith("#"):
            continue
        if _HASH.match(line):
            hashes += 1
            continue
        if not hashes:
            wrong.append(f"{where}: {packages[-1].name} has no hash")
        pin = _PIN.match(line)
        hashes = 0 if pin else 1
        if pin is None:
            wrong.append(f"{where}:{number}: expected NAME==VERSION with hashes, found {line.strip()!r}")
        else:
            packages.append(Package("python", canonical(pin["name"]), pin["version"]))
    if not hashes:
        wrong.append(f"{where}: {packages[-1].name} has no hash")
    return packages, wrong


def npm_pins(lock: Mapping[str, Any], where: str) -> tuple[list[tuple[Package, str]], list[str]]:
    """The packages of a lock file with their licences, and what is wrong with its pins."""
    packages: list[tuple[Package, str]] = []
    wrong: list[str] = []
    for path, about in lock["packages"].items():
        if not path:
            continue  # our own
        name = path.rpartition("node_modules/")[2]
        if not str(about.get("integrity", "")).startswith("sha512-") or "version" not in about:
            wrong.append(f"{where}: {name} is not pinned by version and sha512")
        packages.append((Package("npm", name, str(about.get("version", ""))), str(about.get("license", ""))))
    return packages, wrong


# --- licences -----------------------------------------------------------------------------------------------------


def is_allowed(expression: str, allowed: Sequence[str] | Mapping[str, str]) -> bool:
    """Return whether an SPDX expression can be met with allowed licences: `AND` needs both sides and binds closer than
    `OR`, which needs one. False for anything that is not such an expression."""
    left = _TOKEN.findall(expression)
    try:
        return _meets_one(left, allowed) and not left
    except IndexError:  # it ends in the middle
        return False


def _meets_one(left: list[str], allowed: Sequence[str] | Mapping[str, str]) -> bool:
    """Take an expression from the front of the tokens that are left, and return whether it can be met."""
    met = _meets_all(left, allowed)
    while left[:1] == ["OR"]:
        del left[0]
        met = _meets_all(left, allowed) or met
    return met


def _meets_all(left: list[str], allowed: Sequence[str] | Mapping[str, str]) -> bool:
    """Do the same for the operands of `AND`: names, and expressions in parentheses."""
    met = True
    while True:
        operand = left.pop(0)
        if operand == "(":
            met = _meets_one(left, allowed) and met
            met = left.pop(0) == ")" and met
        else:
            met = operand in allowed and met
        if left[:1] != ["AND"]:
            return met
        del left[0]


def licence_told(name: str) -> str | None:
    """The licence that an installed package tells; None: it is not installed. Empty: it tells none that is known."""
    try:
        about: Any = metadata.metadata(name)
    except metadata.PackageNotFoundError:
        return None
    if expression := about.get("License-Expression"):
        return str(expression)
    classifiers = [str(each) for each in about.get_all("Classifier") or () if str(each).startswith("License ::")]
    spoken = [each.rpartition(" :: ")[2] for each in classifiers if not each.endswith("OSI Approved")]
    spoken = spoken or [(str(about.get("License") or "").strip().splitlines() or [""])[0]]
    names = [_SPOKEN.get(each, each) for each in spoken]
    return " OR ".join(names)


def licence_problems(policy: LicencePolicy, package: Package, told: str) -> Iterator[str]:
    exception = policy.exceptions.get(package.name)
    if exception is not None:
        if not exception.get("reason"):
            yield f"{LICENCES}: the exception for {package.name} gives no reason"
    elif not told:
        yield f"{package}: its licence is not known; look it up and write it into {LICENCES}"
    elif not is_allowed(told, policy.allowed):
        yield f"{package}: its licence, {told}, is not allowed by {LICENCES}"


def python_licences(policy: LicencePolicy, packages: Sequence[Package]) -> Iterator[str]:
    for package in packages:
        noted = policy.python.get(package.name, "")
        told = licence_told(package.name)
        yield from licence_problems(policy, package, noted)
        if noted and told and told != noted and _SPDX.fullmatch(told):
            yield f"{package}: {LICENCES} has {noted}, but the package tells {told}"
    pinned = {package.name for package in packages}
    for name in sorted((policy.python.keys() | policy.exceptions.keys()) - pinned - _npm_names(policy)):
        yield f"{LICENCES}: {name} is not a dependency any more"


def _npm_names(policy: LicencePolicy) -> set[str]:
    return {name for name, about in policy.exceptions.items() if about.get("from") == "npm"}


# --- all of it ----------------------------------------------------------------------------------------------------


def everything(root: Path) -> tuple[list[Package], list[Package], list[str]]:
    """Python's packages, npm's, and what is wrong with pins and licences."""
    policy, wrong = LicencePolicy.read(root), list[str]()
    python: dict[Package, None] = {}
    for path in sorted((root / REQUIREMENTS).glob("*.txt")):
        packages, problems = python_pins(path.read_text(), f"{REQUIREMENTS}/{path.name}")
        python |= dict.fromkeys(packages)
        wrong += problems
    wrong += python_licences(policy, list(python))
    npm: dict[Package, None] = {}
    for where in NPM_LOCKS:
        found, problems = npm_pins(json.loads((root / where).read_text()), where)
        npm |= dict.fromkeys(package for package, _ in found)
        wrong += problems
        for package, licence in found:
            wrong += licence_problems(policy, package, licence)
    return list(python), list(npm), list(dict.fromkeys(wrong))


def note_licences(root: Path) -> None:
    """Add what installed packages tell, and leave out what is no dependency any more."""
    policy = LicencePolicy.read(root)
    names = {
        package.name
        for path in (root / REQUIREMENTS).glob("*.txt")
        for package in python_pins(path.read_text(), path.name)[0]
    }
    noted = {name: policy.python.get(name) or licence_told(name) or "" for name in sorted(names)}
    head, _, _ = (root / LICENCES).read_text().partition("[python]\n")
    lines = "".join(f'{name} = "{licence}"\n' for name, licence in noted.items() if name not in policy.exceptions)
    (root / LICENCES).write_text(f"{head}[python]\n{lines}")


def main() -> int:
    """Check everything, and print what was found."""
    parser = ArgumentParser(description=__doc__.partition("\n\n")[0])
    parser.add_argument("--write", action="store_true", help="note licences of installed packages not listed yet")
    if parser.parse_args().write:
        note_licences(ROOT)
    python, npm, wrong = everything(ROOT)
    print(f"supply chain: {len(python)} Python and {len(npm)} npm packages", end="")
    print("" if wrong else ", all pinned with hashes and under licences that are allowed")
    found, looked_up = look_up(ROOT, python, NPM_LOCKS)
    for line in looked_up:
        print(f"  {line}")
    for line in (*wrong, *found):
        print(f"  {line}", file=sys.stderr)
    return 1 if wrong or found else 0


if __name__ == "__main__":
    raise SystemExit(main())
