"""The pictures of the README are what the terminal shows."""

import pytest

from tools.pictures import FOLDER, SCENES, Scene, picture


@pytest.mark.parametrize("scene", SCENES, ids=lambda scene: scene.game)
def test_pictures_are_up_to_date(scene: Scene) -> None:
    drawn = (FOLDER / f"{scene.game}.svg").read_text(encoding="utf-8")
    assert drawn == picture(scene), "run: python tools/pictures.py"


def test_every_picture_has_a_scene() -> None:
    assert {path.stem for path in FOLDER.glob("*.svg")} == {scene.game for scene in SCENES}


def test_a_picture_asks_for_nothing_from_elsewhere() -> None:
    for path in FOLDER.glob("*.svg"):
        text = path.read_text(encoding="utf-8")
        assert "@font-face" not in text
        assert "url(http" not in text
