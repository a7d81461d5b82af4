"""Around a match: names, the first stops of the keyboard, what moves while a page comes, zoom, forced colours."""

from pathlib import Path

import pytest

from cartable.words import LANGUAGES
from tests.e2e.positions import scenes
from tests.e2e.site import script, served


@pytest.mark.parametrize("language", LANGUAGES)
def test_pages_around_a_match(language: str, tmp_path: Path) -> None:
    """Below a path, where an address that is relative to the wrong page leads elsewhere."""
    positions = tmp_path / "positions.json"
    positions.write_bytes(scenes())
    with served(tmp_path, None, "--base-path", "/games") as site:
        assert script("around", site, str(positions), language).count("passed, after") == 4
