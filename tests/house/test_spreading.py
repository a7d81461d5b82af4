"""`make test` spreads tests over processes, but keeps together what shares something that takes long to make."""

import re
import subprocess
import sys
from pathlib import Path

from tests.house.tree import ROOT, tracked
from tests.kit.spreading import FIRST, TOGETHER

CONFTEST = """
from tests.kit.spreading import Spreading

def pytest_xdist_make_scheduler(config, log):
    return Spreading(config, log)
"""
TEST = """
import pytest

@pytest.mark.parametrize("number", range(4))
def test_nothing(number):
    pass
"""


def test_what_is_kept_together_and_begins_first_is_there() -> None:
    files = [str(path) for path in tracked()]
    assert [start for start in (*TOGETHER, *FIRST) if not any(name.startswith(start) for name in files)] == []


def test_one_process_runs_what_is_kept_together(tmp_path: Path) -> None:
    """In a tree of its own, by the names that xdist and pytest really hand on: without a group they would be spread."""
    (tmp_path / "conftest.py").write_text(CONFTEST)
    together, alone = tmp_path / TOGETHER[0], tmp_path / "tests/alone"
    for folder in (together, alone):
        folder.mkdir(parents=True)
        (folder / f"test_{folder.name}.py").write_text(TEST)
    command = [sys.executable, "-m", "pytest", "-p", "xdist", "-n", "2", "--dist", "loadgroup", "-v", "."]
    environment = {"PYTHONPATH": str(ROOT), "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"}
    told = subprocess.run(command, cwd=tmp_path, env=environment, check=True, capture_output=True, text=True)
    ran = re.findall(r"\[(gw\d)\].*PASSED \S*test_(batch|alone)\.py", told.stdout)
    assert len(ran) == 8
    assert len({where for where, name in ran if name == "batch"}) == 1
