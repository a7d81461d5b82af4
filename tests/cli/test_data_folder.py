"""Where a person's things are kept, on every system."""

import os
from pathlib import Path

import pytest

from cartable.cli.data_folder import data_folder
from cartable.kernel import BadInput
from tests.cli.terminal import cartable


@pytest.mark.parametrize(
    ("platform", "below"),
    [
        ("linux", ".local/share/cartable"),
        ("darwin", "Library/Application Support/Cartable"),
        ("win32", "AppData/Local/Cartable"),
    ],
)
def test_each_system_has_its_place_for_it(
    platform: str, below: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Path, "home", lambda: tmp_path)
    assert data_folder({}, platform) == tmp_path / below
    assert (tmp_path / below).is_dir()


def test_the_environment_may_name_another(tmp_path: Path) -> None:
    assert data_folder({"XDG_DATA_HOME": str(tmp_path)}, "linux") == tmp_path / "cartable"
    assert data_folder({"LOCALAPPDATA": str(tmp_path)}, "win32") == tmp_path / "Cartable"
    for platform in ("linux", "darwin", "win32"):
        assert data_folder({"CARTABLE_DATA": str(tmp_path / "here")}, platform) == tmp_path / "here"


def test_a_relative_path_of_the_standard_is_passed_over(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Path, "home", lambda: tmp_path)
    assert data_folder({"XDG_DATA_HOME": "share"}, "linux") == tmp_path / ".local/share/cartable"


def test_a_folder_that_cannot_be_made_is_told(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(BadInput, match="CARTABLE_DATA names another"):
        data_folder({"CARTABLE_DATA": str(tmp_path / "file" / "in-it")})


@pytest.mark.parametrize("umask", [0o000, 0o022, 0o277], ids=oct)
def test_a_folder_that_is_made_is_for_its_owner_alone(umask: int, tmp_path: Path) -> None:
    before = os.umask(umask)
    try:
        folder = data_folder({"CARTABLE_DATA": str(tmp_path / "data")})
    finally:
        os.umask(before)
    assert folder.stat().st_mode & 0o777 == 0o700


def test_the_mode_of_a_folder_that_is_there_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "data").mkdir()
    (tmp_path / "data").chmod(0o750)
    assert data_folder({"CARTABLE_DATA": str(tmp_path / "data")}).stat().st_mode & 0o777 == 0o750


def test_a_backup_without_a_store_copies_the_one_in_the_data_folder(tmp_path: Path) -> None:
    done = cartable("backup", tmp_path / "copy.db", env={"CARTABLE_DATA": str(tmp_path)})
    assert done.code == 2
    assert str(tmp_path / "cartable.db") in done.err
