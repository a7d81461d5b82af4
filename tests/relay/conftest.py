"""Real servers of PostgreSQL and NATS, once for all of these tests; a database of its own for each."""

from collections.abc import Iterator

import pytest

from tests.kit.nats import Nats, nats_server
from tests.kit.postgres import Postgres, postgres


@pytest.fixture(scope="session")
def cluster() -> Iterator[Postgres]:
    with postgres() as server:
        yield server


@pytest.fixture(scope="session")
def nats() -> Iterator[Nats]:
    with nats_server() as server:
        yield server


@pytest.fixture
def database(cluster: Postgres) -> str:
    return cluster.database()


@pytest.fixture(params=["memory", "nats"])
def bus(request: pytest.FixtureRequest) -> Nats | None:
    """Over which bus the servers speak; None: the one in memory."""
    return request.getfixturevalue("nats") if request.param == "nats" else None
