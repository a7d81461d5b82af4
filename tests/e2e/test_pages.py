"""Every page, in every language and both shades of felt; and how much of the client a table needs."""

import gzip
from pathlib import Path

import pytest

from cartable.games import registry
from cartable.words import LANGUAGES
from tests.e2e.site import BUILT, script, served

MOST_BYTES = 120_000


def test_axe_targets_and_narrow_screens(tmp_path: Path) -> None:
    with served(tmp_path) as base:
        assert "pages" in script("pages", base, *LANGUAGES)


def test_a_table_loads_little(tmp_path: Path) -> None:
    with served(tmp_path) as base:
        loads = {game: files for game, *files in map(str.split, script("loads", base).splitlines())}
    assert set(loads) == {game.id for game in registry.ALL}
    for game, files in loads.items():
        sizes = {name: len(gzip.compress((BUILT / name.lstrip("/")).read_bytes())) for name in files}
        total = sum(sizes.values())
        assert 30_000 < total <= MOST_BYTES, (
            f"{game}: {total} bytes, {sorted(sizes.items(), key=lambda size: -size[1])}"
        )


@pytest.mark.parametrize("language", LANGUAGES)
def test_an_invitation_is_followed(language: str, tmp_path: Path) -> None:
    with served(tmp_path) as base:
        assert "back" in script("invitation", base, language)
