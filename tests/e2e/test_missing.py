"""The server, a table, a seat or a file of the page is away: it is said, and the page goes on once it is back."""

from pathlib import Path

import pytest

from cartable.words import LANGUAGES
from tests.e2e.conftest import Site
from tests.e2e.site import script, served


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_is_away_is_told_and_comes_back_by_itself(language: str, site: Site, tmp_path: Path) -> None:
    with served(tmp_path) as other:
        assert script("missing", site(), other, language).count("passed, after") == 4
