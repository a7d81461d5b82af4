"""A real server of NATS, once for all of these tests."""

from collections.abc import Iterator

import pytest

from tests.kit.nats import Nats, nats_server


@pytest.fixture(scope="session")
def nats() -> Iterator[Nats]:
    with nats_server() as server:
        yield server


@pytest.fixture(params=["memory", "nats"])
def bus(request: pytest.FixtureRequest) -> Nats | None:
    """Over which bus the servers speak; None: the one in memory."""
    return request.getfixturevalue("nats") if request.param == "nats" else None
