"""docs/research.md tells the spaces as they are."""

import pytest

from tests.research.document import PAGE, written

pytestmark = pytest.mark.every_game


def test_the_tables_are_those_of_the_encodings() -> None:
    page = PAGE.read_text(encoding="utf-8")
    assert written(page) == page, "run: python -m tests.research.document --write"
