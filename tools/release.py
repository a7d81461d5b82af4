"""Builds what a release uploads, and looks at it: `make release`.

With `--changelog` it only looks whether there may be a release: nobody should wait for the page to learn that there may
not. Wheel and sdist go to `dist/`. Each is installed into an empty environment, where its command has to tell the
version; `tests/house/test_wheel.py` plays with them.
"""

import hashlib
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

import cartable

ROOT = Path(__file__).parents[1]
DIST = ROOT / "dist"


class NotReady(Exception):
    """Something that a release must not go out with."""


def main() -> int:
    """Build, check, and say what to upload."""
    try:
        check_changelog((ROOT / "CHANGELOG.md").read_text("utf-8"), cartable.__version__)
        if sys.argv[1:] == ["--changelog"]:
            return 0
        packages = _built()
        for package in packages:
            _check_installed(package)
    except NotReady as error:
        print(f"No release: {error}", file=sys.stderr)
        return 1
    print(f"Cartable {cartable.__version__} is ready. To upload:")
    for package in packages:
        digest = hashlib.sha256(package.read_bytes()).hexdigest()
        print(f"  {package.relative_to(ROOT)}  {package.stat().st_size / 1e6:.1f} MB  sha256 {digest}")
    print(f"Then: git tag v{cartable.__version__}")
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
        [sys.executable, "-m", "hatchling", "build"], cwd=ROOT, check=False, capture_output=True, text=True
    )
    if done.returncode != 0:
        raise NotReady(done.stderr.strip().splitlines()[-1])
    found = sorted(DIST.iterdir())
    wrong = [path.name for path in found if f"-{cartable.__version__}" not in path.name]
    if len(found) != 2 or wrong:
        raise NotReady(f"expected a wheel and an sdist of {cartable.__version__}, got {[path.name for path in found]}")
    return found


def _check_installed(package: Path) -> None:
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
