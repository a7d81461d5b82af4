"""The workflow for a public host: valid, with tasks that exist, few rights, and the Python versions that we declare.

It is checked against the host's own schema, which comes with `check-jsonschema`. It has never been run there.
"""

import re
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

from ruamel.yaml import YAML

from tests.house.tree import ROOT, text

FILE: Final = Path(".github/workflows/ci.yml")
WORKFLOW: Final[dict[str, Any]] = YAML(typ="safe").load(text(FILE))
JOBS: Final[dict[str, Any]] = WORKFLOW["jobs"]
TASKS: Final = set(re.findall(r"^\.PHONY: (\S+)$", text(Path("Makefile")), re.MULTILINE))


def validate(file: Path) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "check_jsonschema", "--builtin-schema", "vendor.github-workflows", str(file)]
    return subprocess.run(command, cwd=ROOT, check=False, capture_output=True, text=True)


def tasks(commands: str) -> set[str]:
    """Return the tasks of the Makefile that shell commands name."""
    named = re.findall(r"^make ((?:[a-z-]+ ?)+)", commands, re.MULTILINE)
    return {task for names in named for task in names.split()}


def steps() -> Iterator[dict[str, Any]]:
    for job in JOBS.values():
        yield from job["steps"]


def test_the_workflow_is_valid() -> None:
    found = validate(FILE)
    assert found.returncode == 0, found.stdout + found.stderr


def test_an_invalid_workflow_is_noticed(tmp_path: Path) -> None:
    broken = tmp_path / "ci.yml"
    broken.write_text(text(FILE).replace("runs-on:", "runs-at:"))
    assert validate(broken).returncode != 0


def test_its_tasks_are_in_the_makefile() -> None:
    named = set[str]().union(*(tasks(step.get("run", "")) for step in steps()))
    assert named >= {"check", "test"}
    assert named <= TASKS
    assert tasks("make setup web\nmake no-such-task") - TASKS == {"no-such-task"}


def test_it_runs_at_least_what_must_hold_before_a_change_is_kept() -> None:
    required = tasks(text(Path(".ci/run")))
    assert required
    assert required <= set[str]().union(*(tasks(step.get("run", "")) for step in steps()))


def test_it_may_only_read_and_every_action_has_a_version() -> None:
    assert WORKFLOW["permissions"] == {"contents": "read"}
    assert not any("permissions" in job for job in JOBS.values())
    actions = {step["uses"] for step in steps() if "uses" in step}
    assert all(re.fullmatch(r"actions/[a-z-]+@v\d+", action) for action in actions), actions
    assert all("timeout-minutes" in job for job in JOBS.values())


def test_it_tests_the_python_versions_that_the_package_declares() -> None:
    project = tomllib.loads(text(Path("pyproject.toml")))["project"]
    prefix = "Programming Language :: Python :: "
    declared = [each.removeprefix(prefix) for each in project["classifiers"] if each.startswith(f"{prefix}3.")]
    assert JOBS["test"]["strategy"]["matrix"]["python"] == declared
    assert project["requires-python"] == f">={declared[0]}"
