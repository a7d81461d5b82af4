"""Build wheel and sdist into `dist/`, and check them: `make release`.

Each is installed into an empty environment, where its command has to tell the version; `tests/house/test_wheel.py`
plays with them. Whoever publishes them checks first that CHANGELOG.md tells of this version: `make check-changelog`.
"""

import hashlib
import re
import shutil
import subprocess
import sys
import tempfile
from argparse import ArgumentParser
from collections.abc import Sequence
from pathlib import Path

import cartable

ROOT = Path(__file__).parents[1]
DIST = ROOT / "dist"


class NotReady(Exception):
    """Something that a release must not go out with."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Build, check, and say what there is."""
    parser = ArgumentParser(description=__doc__.partition("\n\n")[0])
    parser.add_argument("--changelog", action="store_true", help="check only that CHANGELOG.md tells of this version")
    options = parser.parse_args(arguments)
    try:
        if options.changelog:
            check_changelog((ROOT / "CHANGELOG.md").read_text("utf-8"), cartable.__version__)
            return 0
        packages = _built()
        for package in packages:
            check_installed(package)
    except NotReady as error:
        print(f"No release: {error}", file=sys.stderr)
        return 1
    print(f"Cartable {cartable.__version__} is built:")
    for package in packages:
        digest = hashlib.sha256(package.read_bytes()).hexdigest()
        print(f"  {package.relative_to(DIST.parent)}  {package.stat().st_size / 1e6:.1f} MB  sha256 {digest}")
    print(f"To publish it: make check-changelog, git tag v{cartable.__version__}, and upload these")
    return 0


def check_changelog(changelog: str, version: str) -> None:
    """Whoever updates can read what is new in this version, and nothing of it is still called unreleased."""
    sections = re.split(r"^## ", changelog, flags=re.MULTILINE)[1:]
    titles = [section.splitlines()[0] for section in sections]
    if not any(title.split()[0] == version for title in titles):
        raise NotReady(
            f"CHANGELOG.md has no section '## {version}'. Move what stands under 'Unreleased' below such a heading, or "
            "change the version in src/cartable/__init__.py"
        )
    if any(title == "Unreleased" and "- " in section for title, section in zip(titles, sections, strict=True)):
        raise NotReady(f"CHANGELOG.md still has something under 'Unreleased': move it below '## {version}'")


def _built() -> list[Path]:
    shutil.rmtree(DIST, ignore_errors=True)
    print("Building wheel and sdist")
    done = subprocess.run(
        [sys.executable, "-m", "hatchling", "build", "--directory", str(DIST)],
        cwd=ROOT,
        check=False,
        capture_output=True,
        text=True,
    )
    if done.returncode != 0:
        raise NotReady(done.stderr.strip().splitlines()[-1])
    found = sorted(DIST.iterdir())
    wrong = [path.name for path in found if f"-{cartable.__version__}" not in path.name]
    if len(found) != 2 or wrong:
        raise NotReady(f"expected a wheel and an sdist of {cartable.__version__}, got {[path.name for path in found]}")
    return found


def check_installed(package: Path) -> None:
    """Install a package into an empty environment, and raise `NotReady` if its command does not tell the version."""
    print(f"Installing {package.name} into an empty environment")
    with tempfile.TemporaryDirectory() as folder:
        bin_folder = Path(folder) / "env" / "bin"
        for command in (
            [sys.executable, "-m", "venv", str(bin_folder.parent)],
            [str(bin_folder / "pip"), "install", "--quiet", "--disable-pip-version-check", str(package)],
        ):
            done = subprocess.run(command, check=False, capture_output=True, text=True)
            if done.returncode != 0:
                raise NotReady(f"{package.name} cannot be installed: {done.stderr.strip()}")
        told = subprocess.run([str(bin_folder / "cartable"), "--version"], check=False, capture_output=True, text=True)
        if told.stdout.strip() != f"cartable {cartable.__version__}":
            raise NotReady(f"{package.name}: `cartable --version` says {told.stdout.strip() or told.stderr.strip()!r}")


if __name__ == "__main__":
    sys.exit(main())
