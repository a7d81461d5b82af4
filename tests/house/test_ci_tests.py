"""CI tries a test of running programs a second time; nothing else, and never silently."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.house.tree import ROOT
from tools.ci_tests import LIVE, MOST, no_second_try

FLAKY = """
from pathlib import Path


def test_that_fails_at_first():
    before = Path("tried")
    failed, _ = not before.exists(), before.touch()
    assert not failed


def test_that_holds():
    assert Path().exists()
"""


def ran(folder: Path) -> "subprocess.CompletedProcess[str]":
    command = [sys.executable, str(ROOT / "tools/ci_tests.py"), "-q"]
    quickly = os.environ | {"PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1", "PYTEST_ADDOPTS": ""}
    return subprocess.run(command, cwd=folder, env=quickly, check=False, capture_output=True, text=True)


@pytest.mark.parametrize(("where", "status"), [("tests/server", 0), ("tests/rules", 1)])
def test_only_tests_of_running_programs_get_a_second_try(tmp_path: Path, where: str, status: int) -> None:
    (tmp_path / where).mkdir(parents=True)
    (tmp_path / where / "test_some.py").write_text(FLAKY)
    done = ran(tmp_path)
    assert done.returncode == status, done.stdout
    assert ("UNSTABLE" in done.stdout) == (status == 0)
    assert "1 failed, 1 passed" in done.stdout


def test_a_test_that_fails_twice_fails(tmp_path: Path) -> None:
    (tmp_path / "tests/server").mkdir(parents=True)
    (tmp_path / "tests/server/test_some.py").write_text("def test_no():\n    assert False\n")
    assert ran(tmp_path).returncode == 1


def test_a_run_that_broke_off_is_not_saved_by_a_second_try(tmp_path: Path) -> None:
    (tmp_path / "tests/server").mkdir(parents=True)
    (tmp_path / "tests/server/test_some.py").write_text("import nothing_of_this_name\n")
    assert ran(tmp_path).returncode not in (0, 5)


def test_many_failures_get_none() -> None:
    assert not no_second_try([f"{LIVE[0]}test_some.py::test_{n}" for n in range(MOST)])
    assert no_second_try([f"{LIVE[0]}test_some.py::test_{n}" for n in range(MOST + 1)])
    assert no_second_try([])
    assert no_second_try([f"{LIVE[0]}test_some.py"])


def test_the_folders_are_there() -> None:
    assert all((ROOT / folder).is_dir() for folder in LIVE)
