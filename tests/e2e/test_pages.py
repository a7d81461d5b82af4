"""Every page, in every language and both shades of felt; and how much of the client a table needs."""

import gzip
from pathlib import Path

import pytest

from cartable.games import registry
from cartable.words import LANGUAGES
from tests.e2e.conftest import Site
from tests.e2e.positions import scenes
from tests.e2e.site import BUILT, script
from tests.words.pseudo import PSEUDO

MOST_BYTES = 120_000
SHADES = ("light", "dark", "dark")
"""Languages take them in turn; the made-up one, 40 % longer than English, comes last."""


@pytest.mark.parametrize(("language", "shade"), [*zip((*LANGUAGES, PSEUDO), SHADES, strict=True)])
def test_axe_targets_and_narrow_screens(language: str, shade: str, site: Site, tmp_path: Path) -> None:
    positions = tmp_path / "positions.json"
    positions.write_bytes(scenes())
    assert "pages" in script("pages", site(), str(positions), language, shade)


def test_a_table_loads_little(site: Site) -> None:
    loads = {game: files for game, *files in map(str.split, script("loads", site()).splitlines())}
    assert set(loads) == {game.id for game in registry.games()}
    for game, files in loads.items():
        sizes = {name: len(gzip.compress((BUILT / name.lstrip("/")).read_bytes())) for name in files}
        total = sum(sizes.values())
        assert 30_000 < total <= MOST_BYTES, (
            f"{game}: {total} bytes, {sorted(sizes.items(), key=lambda size: -size[1])}"
        )


def test_nothing_in_the_lobby_moves_by_what_others_do(site: Site) -> None:
    assert "nothing moved" in script("lobby", site(), "fr")


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_small_phone_holds_text_twice_as_large(language: str, site: Site) -> None:
    assert "nothing in the way" in script("large_text", site(), language)


@pytest.mark.parametrize("language", LANGUAGES)
def test_an_invitation_is_followed(language: str, site: Site) -> None:
    assert "back" in script("invitation", site(), language)
