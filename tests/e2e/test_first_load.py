"""What a browser that has never been here must fetch before anybody can act, at a table or on the first page: little,
and asked for at once.

How long that takes on a slow phone is measured by `python -m lab.bench.web --only act` and `--only home`."""

import json
import re
from typing import Final

import pytest

from cartable.games import registry
from cartable.server.http.static_site import PLAIN_BOARD, StaticSite
from cartable.words import LANGUAGES
from tests.e2e.site import BUILT

MOST_BYTES: Final = 95_000
"""All that a table needs before the first act: files, and the page with styles, sentences and its largest script."""
MOST_FILE_BYTES: Final = 24_000
"""Of these the files, packed with Brotli. They come when the page has come."""
MOST_KEPT_PAGE_BYTES: Final = 19_500
"""The page for a browser that keeps the scripts, packed with gzip."""
MOST_STYLE_BYTES: Final = 3_700
"""Of a game, packed with Brotli. They stand in the page."""
MOST_HOME_BYTES: Final = 75_000
"""All that the first page needs before its first button can be pushed."""

SMALL: Final = 1_000

GAMES: Final = [game.id for game in registry.games()]
TABLES: Final = [(game, language) for game in GAMES for language in LANGUAGES]


SITE: Final = StaticSite(None, "")


def page_of(game: str, language: str, *, kept: bool = False) -> tuple[str, int]:
    """The page of a table: its text, and how many bytes are sent."""
    page = SITE.find("/t/bcdfgh", game, language, kept=kept)
    assert page is not None
    return page.body.decode(), len(next(iter(page.packed.values())))


def sent(name: str) -> int:
    """How many bytes of a file are sent, packed as well as can be."""
    file = SITE.find(name)
    assert file is not None
    return len(next(iter(file.packed.values()), file.body))


def scripts_in(page: str) -> set[str]:
    return set(re.findall(r'(?:src|href)="\./(assets/[^"]+\.js)"', page))


def styles_in(page: str) -> set[str]:
    """Those that stand in the page, with a link that is not followed."""
    return set(re.findall(r'</style><link rel="stylesheet" disabled [^>]*href="\./(assets/[^"]+\.css)"', page))


def imported_by(files: set[str]) -> set[str]:
    chunks = json.loads((BUILT / "manifest.json").read_text(encoding="utf-8"))
    first = [chunk for chunk in chunks.values() if chunk["file"] in files]
    imported = {chunks[each]["file"] for chunk in first for each in chunk.get("imports", ())}
    return imported | {style for chunk in first for style in chunk.get("css", ())}


def core() -> set[str]:
    """The script that stands in the page: nothing asks for its file."""
    mapped = re.search(r'<script type="importmap">(.*?)</script>', page_of(GAMES[0], "en")[0])
    assert mapped is not None
    return {name.removeprefix("./") for name in json.loads(mapped[1])["imports"]}


@pytest.mark.parametrize(("game", "language"), TABLES)
def test_what_the_first_act_needs_is_small(game: str, language: str) -> None:
    page, size = page_of(game, language)
    scripts = {name: sent(name) for name in scripts_in(page)}
    files = sum(scripts.values())
    assert size + files <= MOST_BYTES, (size, scripts)
    assert files <= MOST_FILE_BYTES, scripts
    assert sum(map(sent, styles_in(page))) <= MOST_STYLE_BYTES, "styles of what is not shown come with it"
    assert 'rel="preload"' not in page, "nothing that can wait slows the scripts down"
    for name in scripts:
        whole = SITE.find(name)
        assert whole is not None
        hint = whole.body.startswith(b"//# allFunctionsCalledOnLoad\n")
        assert hint or "inlined-" in name or len(whole.body) < SMALL, "all of it is compiled while it is still coming"


def test_the_largest_script_stands_in_the_page_and_files_are_asked_for_before_it() -> None:
    page, _ = page_of("push", "fr")
    assert page.count('<script type="module">') == 1
    assert "core-" not in " ".join(scripts_in(page)), "as a file it would come a round trip later"
    core = page.index('<script type="module">')
    opening = page.index("<script>")
    links = [page.index(f'rel="modulepreload" crossorigin href="./{name}"') for name in scripts_in(page)]
    assert all(opening < page.index('<script type="importmap">') < link < core for link in links)
    assert page.index('<script type="application/json"') > core, "it is compiled while these come"
    assert page.count('<link rel="stylesheet"') == len(styles_in(page)) > 0, "any other would hold that script up"


def test_a_browser_that_keeps_the_scripts_is_not_sent_them_again() -> None:
    page, size = page_of("push", "fr", kept=True)
    assert size <= MOST_KEPT_PAGE_BYTES
    script = re.search(r'<script type="module"[^>]*src="\./assets/core-[^"]+"></script>', page)
    assert script is not None
    others = [page.index(name) for name in scripts_in(page) if "core-" not in name]
    assert others
    assert all(at > script.start() for at in others)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_first_page_needs_little_and_asks_for_all_of_it_at_once(language: str) -> None:
    home = SITE.find("/", None, language, kept=False)
    assert home is not None
    page = home.body.decode()
    files = scripts_in(page) | styles_in(page)
    assert imported_by(files) - core() <= files
    assert len(home.packed["gzip"]) + sum(map(sent, scripts_in(page))) <= MOST_HOME_BYTES
    assert f'lang="{language}"' in page, "its sentences stand in it"
    assert "./api/games" in page


@pytest.mark.parametrize("game", GAMES)
def test_every_script_of_the_first_act_is_asked_for_by_the_page_itself(game: str) -> None:
    chunks = json.loads((BUILT / "manifest.json").read_text(encoding="utf-8"))
    page, _ = page_of(game, "fr")
    linked = scripts_in(page)
    assert imported_by(linked) - core() <= linked | styles_in(page), "what a script asks for comes a round trip later"
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
