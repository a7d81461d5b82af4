"""What a browser that has never been here must fetch before anybody can act at a table: little, and asked for at once.

How long that takes on a slow phone is measured by `python -m bench.web --only act`."""

import json
import re
from typing import Final

import pytest

from cartable.games import registry
from cartable.server.http.static_site import PLAIN_BOARD, StaticSite
from cartable.words import LANGUAGES
from tests.e2e.site import BUILT

MOST_SCRIPT_BYTES: Final = 70_000
"""Packed with Brotli."""
MOST_PAGE_BYTES: Final = 48_000
"""Packed with gzip, styles and sentences included. It comes while the scripts are being asked for: on a connection of
1.6 Mbit/s with round trips of 150 ms nothing else could come in that time."""

GAMES: Final = [game.id for game in registry.ALL]
TABLES: Final = [(game, language) for game in GAMES for language in LANGUAGES]


SITE: Final = StaticSite(None, "")


def page_of(game: str, language: str) -> tuple[str, int]:
    """The page of a table: its text, and how many bytes are sent."""
    page = SITE.find("/t/bcdfgh", game, language)
    assert page is not None
    return page.body.decode(), len(page.packed["gzip"])


def sent(name: str) -> int:
    """How many bytes of a file are sent, packed as well as can be."""
    file = SITE.find(name)
    assert file is not None
    return len(next(iter(file.packed.values()), file.body))


def scripts_in(page: str) -> set[str]:
    return set(re.findall(r'(?:src|href)="\./(assets/[^"]+\.js)"', page))


@pytest.mark.parametrize(("game", "language"), TABLES)
def test_what_the_first_act_needs_is_small(game: str, language: str) -> None:
    page, size = page_of(game, language)
    scripts = {name: sent(name) for name in scripts_in(page)}
    assert sum(scripts.values()) <= MOST_SCRIPT_BYTES, scripts
    assert size <= MOST_PAGE_BYTES
    assert 'rel="preload"' not in page, "nothing that can wait slows the scripts down"


@pytest.mark.parametrize("game", GAMES)
def test_every_script_of_the_first_act_is_asked_for_by_the_page_itself(game: str) -> None:
    chunks = json.loads((BUILT / "manifest.json").read_text(encoding="utf-8"))
    linked = scripts_in(page_of(game, "fr")[0])
    first = [chunk for chunk in chunks.values() if chunk["file"] in linked]
    imported = {chunks[each]["file"] for chunk in first for each in chunk.get("imports", ())}
    assert imported <= linked, "a script that another one asks for comes a round trip later"
    scripts = {chunk.get("name"): chunk["file"] for chunk in chunks.values() if chunk["file"].endswith(".js")}
    assert scripts.get(game, scripts[PLAIN_BOARD]) in linked, "the board is fetched with the page"


@pytest.mark.parametrize(("game", "language"), TABLES)
def test_the_page_of_a_table_has_the_sentences_of_its_game(game: str, language: str) -> None:
    found = re.search(rf'<script type="application/json" lang="{language}">(.*?)</script>', page_of(game, language)[0])
    assert found is not None
    words = json.loads(found[1])
    assert len(words[game]) > 1
    for other in set(GAMES) - {game}:
        assert set(words[other]) == {"name"}, "of other games only the names: the rest is not said at this table"
