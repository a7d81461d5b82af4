"""An installed Cartable is whole: its data, its rules and its scenarios travel in the wheel."""

import os
import re
import subprocess
import sys
import zipfile
from pathlib import Path

import httpx
import pytest

from tests.house.tree import ROOT, under

PLACES = {
    "src/cartable": "cartable",
    "docs/rules": "cartable/_docs/rules",
    "scenarios": "cartable/_docs/scenarios",
}


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> zipfile.ZipFile:
    folder = tmp_path_factory.mktemp("wheel")
    build = [sys.executable, "-m", "hatchling", "build", "--target", "wheel", "--directory", str(folder)]
    subprocess.run(build, cwd=ROOT, check=True, capture_output=True)
    (built,) = folder.glob("*.whl")
    return zipfile.ZipFile(built)


def test_the_wheel_holds_every_file_of_the_package(wheel: zipfile.ZipFile) -> None:
    wanted = {
        (Path(inside) / path.relative_to(outside)).as_posix()
        for outside, inside in PLACES.items()
        for path in under(outside)
    }
    assert {"cartable/py.typed", "cartable/__init__.py"} <= wanted
    assert wanted - set(wheel.namelist()) == set()


def test_the_wheel_holds_nothing_else(wheel: zipfile.ZipFile) -> None:
    roots = {name.split("/")[0] for name in wheel.namelist()}
    assert {root for root in roots if not root.endswith(".dist-info")} == {"cartable"}


@pytest.mark.parametrize("language", ["en", "fr"])
def test_an_installed_cartable_shows_the_rules(wheel: zipfile.ZipFile, tmp_path: Path, language: str) -> None:
    wheel.extractall(tmp_path)
    # PYTHONPATH goes before the checkout's own place on the path.
    elsewhere = f"import cartable; assert {str(tmp_path)!r} in cartable.__file__"
    program = f"{elsewhere}; from cartable.cli import main; main()"
    shown = subprocess.run(
        [sys.executable, "-c", program, "rules", "push", "--lang", language],
        cwd=tmp_path,
        env=os.environ | {"PYTHONPATH": str(tmp_path)},
        check=False,
        capture_output=True,
        text=True,
    )
    assert shown.returncode == 0, shown.stderr
    assert "PUSH-1" in shown.stdout


def test_an_installed_cartable_serves_its_page_without_node(wheel: zipfile.ZipFile, tmp_path: Path) -> None:
    assert "cartable/web/index.html" in wheel.namelist(), "run `make web`"
    wheel.extractall(tmp_path)
    served = subprocess.Popen(
        [sys.executable, "-c", "from cartable.cli import main; main()", "serve", "--host", "127.0.0.1", "--port", "0"],
        cwd=tmp_path,
        env=os.environ | {"PYTHONPATH": str(tmp_path), "PATH": ""},
        stdout=subprocess.PIPE,
        text=True,
    )
    try:
        assert served.stdout is not None
        address = served.stdout.readline().split()[-1]
        with httpx.Client(base_url=address, transport=httpx.HTTPTransport(retries=5), timeout=20) as client:
            page = client.get("/t/bcdfgh").raise_for_status().text
            (script,) = re.findall(r'<script type="module"[^>]* src="\./([^"]+)"', page)
            assert "javascript" in client.get(script).raise_for_status().headers["content-type"]
    finally:
        served.terminate()
        served.communicate(timeout=20)
