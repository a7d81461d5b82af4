"""What the tests of stores share."""

from collections.abc import Iterator

import pytest

from cartable.server.store import journal, sqlite_writer


@pytest.fixture
def restless() -> Iterator[None]:
    """As if every few appends to a file were many: they are compacted all the time."""
    with pytest.MonkeyPatch.context() as patch:
        for name, value in (("APPENDS", 6), ("ROWS", 4), ("SLICE", 1), ("SLICE_ROWS", 1), ("KNOWN", 1)):
            patch.setattr(journal, name, value)
        patch.setattr(sqlite_writer, "CHECKPOINT", 5)
        yield
