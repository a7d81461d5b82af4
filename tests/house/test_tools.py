"""The programs in tools/ read their command lines, and delete nothing that they have not written."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.house.tree import ROOT, text, under
from tools import site

PROGRAMS = [path for path in under("tools", ".py") if "__main__" in text(path)]


@pytest.mark.parametrize("program", PROGRAMS, ids=lambda path: path.stem)
def test_a_program_tells_how_it_is_called_and_does_nothing_else(program: Path, tmp_path: Path) -> None:
    command = [sys.executable, str(ROOT / program), "--help"]
    environ = os.environ | {"PYTHONPATH": str(ROOT)}
    done = subprocess.run(command, cwd=tmp_path, env=environ, check=False, capture_output=True, text=True)
    assert (done.returncode, done.stdout[:6]) == (0, "usage:"), done.stderr
    assert list(tmp_path.iterdir()) == []


def test_golden_files_are_written_by_a_program_that_knows_every_game_they_are_kept_of() -> None:
    """Those of the template are as they should be, so that nothing is written."""
    command = [sys.executable, "-m", "tests.golden.write", "_template"]
    done = subprocess.run(command, cwd=ROOT, check=False, capture_output=True, text=True)
    assert (done.returncode, done.stdout) == (0, ""), done.stderr


@pytest.fixture
def built(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """As much of a built package as a site is made of."""
    package = tmp_path / "package"
    for name, content in {
        "web/index.html": '<html><head><base href="/"></head></html>',
        "web/index.html.br": "packed",
        "web/service.js": "",
        "wasm/files.json": "{}",
    }.items():
        (package / name).parent.mkdir(parents=True, exist_ok=True)
        (package / name).write_text(content)
    (tmp_path / "build/wasm/files").mkdir(parents=True)
    monkeypatch.setattr(site, "PACKAGE", package)
    monkeypatch.setattr(site, "ROOT", tmp_path)
    return tmp_path


def test_a_site_takes_the_place_of_an_earlier_one(built: Path) -> None:
    target = built / "site"
    target.mkdir()
    assert site.main([str(target)]) == 0
    assert site.NO_SERVER in (target / "index.html").read_text()
    (target / "old.js").touch()
    assert site.main([str(target)]) == 0
    assert not (target / "old.js").exists()
    assert (target / "python/files.json").is_file()


@pytest.mark.parametrize("there", ["folder/page.txt", "folder/index.html", "folder"])
def test_what_is_no_site_is_left_alone(there: str, built: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (built / there).parent.mkdir(exist_ok=True)
    (built / there).write_text("mine")
    with pytest.raises(SystemExit):
        site.main([str(built / "folder")])
    assert "expected a new or empty folder" in capsys.readouterr().err
    assert (built / there).read_text() == "mine"
