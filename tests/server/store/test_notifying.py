"""Whoever appends is told what became of it: in order, later, and whatever the others make of it."""

from pathlib import Path

import pytest

from tests.server.live_server import async_test
from tests.server.store.rows import TABLE, appended, held, match, opened


@async_test
async def test_all_are_told_in_order_and_never_from_within(where: Path | str, caplog: pytest.LogCaptureFixture) -> None:
    told: list[int] = []

    def tell(part: int, error: Exception | None) -> None:
        assert error is None
        told.append(part)
        if part % 3 == 1:
            raise ValueError("a table that cannot go on")

    async with opened(where) as store:
        lease = await held(store)
        await store.begin_match(lease, TABLE, match("m"))
        for part in range(9):
            store.append(lease, "m", part, b".", lambda error, part=part: tell(part, error))  # type: ignore[misc]
        assert told == []
        await appended(store, lease, "m", 9, b".")
        assert told == list(range(9))
        assert caplog.text.count("a caller failed when it was told") == 3
    refused: list[Exception | None] = []
    store.append(lease, "m", 10, b".", refused.append)
    assert refused == []
