"""Where an installation fails, the Makefile stops, says why and what to do, and tries it again the next time.

The programs that fail are stubs. GNU make 3.81, which a Mac has, cannot be told to stop at the first command of a line
that fails (`.SHELLFLAGS`), so no line may rely on that.
"""

import os
import re
import shutil
import subprocess
from pathlib import Path
from typing import Final

import pytest

from tests.house.test_workshop import make
from tests.house.tree import ROOT, text

PYTHON: Final = """#!/bin/sh
case "$*" in
  *"import venv"*) {venv} ;;
  *"import pip"* | *"import ensurepip"*) {pip} ;;
  *"-m venv"*) mkdir -p .venv/bin && cp "$0" .venv/bin/python ;;
  *"-m pip"*"install"*) echo "pip: no network" >&2; exit 1 ;;
esac
"""
"""A Python that does what the two commands say when asked for venv and for pip, and whose pip installs nothing."""


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    """What a fresh clone has of all that `make` reads."""
    for name in ("Makefile", "pyproject.toml", *(f"{npm}/package-lock.json" for npm in ("web", "tools/pyodide"))):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / name, tmp_path / name)
    for npm in ("web", "tools/pyodide"):
        for name in ("package.json", ".npmrc"):
            shutil.copy(ROOT / npm / name, tmp_path / npm / name)
    shutil.copytree(ROOT / "requirements", tmp_path / "requirements")
    return tmp_path


def program(path: Path, script: str) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(script)
    path.chmod(0o755)
    return path


def failed(folder: Path, target: str, *options: str) -> str:
    """What is said when a target cannot be made; it is not taken for made."""
    made: subprocess.CompletedProcess[str] = make(target, *options, folder=folder)
    assert made.returncode != 0
    assert not (folder / target).exists()
    return made.stderr


@pytest.mark.parametrize(("venv", "pip"), [("exit 1", "exit 0"), ("exit 0", "exit 1")], ids=["venv", "pip"])
def test_a_python_without_venv_or_pip_is_told_what_to_install(tree: Path, venv: str, pip: str) -> None:
    """Debian and Ubuntu have both in packages of their own."""
    python = program(tree / "bin/python3", PYTHON.format(venv=venv, pip=pip))
    said = failed(tree, ".venv/.made", f"PYTHON={python}")
    assert "apt install python3-venv" in said
    assert "Traceback" not in said


@pytest.mark.parametrize("target", [".venv/.uv", ".venv/.play", ".venv/.node"])
def test_a_failed_pip_is_told_and_tried_again(tree: Path, target: str) -> None:
    python = program(tree / "bin/python3", PYTHON.format(venv="exit 0", pip="exit 0"))
    for _ in range(2):
        said = failed(tree, target, f"PYTHON={python}")
        assert "pip: no network" in said
        assert "Behind a proxy set HTTPS_PROXY" in said


@pytest.mark.parametrize("target", [".venv/.play", ".venv/.core"])
def test_games_are_looked_up_again_when_their_entry_points_may_have_changed(tree: Path, target: str) -> None:
    (tree / ".venv").mkdir()
    for done in (tree / ".venv/.made", tree / target):
        done.touch()
    later = (tree / target).stat().st_mtime + 10
    os.utime(tree / "pyproject.toml", (later, later))
    assert "tools.metadata" in make("--dry-run", target, folder=tree).stdout


@pytest.fixture
def ready(tree: Path) -> Path:
    """A tree in which all that comes by pip is there."""
    (tree / ".venv/bin").mkdir(parents=True)
    for done in (".made", ".uv", ".ready"):
        (tree / ".venv" / done).touch()
    return tree


NPM_TARGETS: Final = ("web/node_modules/.ready", "web/node_modules/.build", "tools/pyodide/node_modules/.ready")


@pytest.mark.parametrize("target", NPM_TARGETS)
def test_a_failed_npm_is_told_and_tried_again(ready: Path, target: str) -> None:
    program(ready / ".venv/bin/npm", "#!/bin/sh\nmkdir -p $2/node_modules\necho npm error SOME_CODE >&2\nexit 1\n")
    for _ in range(2):
        said = failed(ready, target)
        assert "npm error SOME_CODE" in said
        assert "another registry is named in ~/.npmrc" in said


@pytest.mark.parametrize("target", NPM_TARGETS)
def test_npm_tells_its_errors_and_knows_certificates_and_settings_of_the_system(
    ready: Path, target: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    program(
        ready / ".venv/bin/npm",
        '#!/bin/sh\nmkdir -p $2/node_modules\necho "$NODE_OPTIONS | $NPM_CONFIG_GLOBALCONFIG | $*" > called\n',
    )
    monkeypatch.setenv("NODE_OPTIONS", "--trace-warnings")
    made = make(target, "NPMRC=the-npmrc-of-the-system", folder=ready)
    assert made.returncode == 0, made.stderr
    options, settings, arguments = (ready / "called").read_text().split("|")
    assert settings.strip() == "the-npmrc-of-the-system"
    assert options.split() == ["--use-system-ca", "--trace-warnings"]
    assert "--loglevel=error" in arguments
    assert "--silent" not in arguments


def test_a_failed_build_of_the_page_is_not_taken_for_built(ready: Path) -> None:
    program(ready / "web/node_modules/.bin/vite", "#!/bin/sh\nexit 1\n")
    (ready / "web/node_modules/.ready").touch()
    (ready / "src/cartable/web").mkdir(parents=True)
    failed(ready, "src/cartable/web/index.html")


def test_commands_of_one_line_stop_at_the_first_that_fails() -> None:
    """All but those of `make play`, which ends as the server does."""
    makefile = re.sub(r"^play:.*?\n\n", "", text(Path("Makefile")), flags=re.DOTALL | re.MULTILINE)
    lines = re.findall(r"^\t(?!@?#).*(?:\n.*)*?(?<!\\)$", makefile, re.MULTILINE)
    assert len(lines) > 40
    bare = (re.sub(r"'[^']*'|\"[^\"]*\"| #.*", "", line) for line in lines)
    assert [line for line in bare if re.search(r";(?! \})", re.sub(r"; exit \d; \}", " }", line))] == []
    assert ".SHELLFLAGS" not in makefile, "it would hide on other systems what a Mac does"
