"""Settings for the whole suite: how hard hypothesis looks. And one PostgreSQL for all tests that ask for it."""

import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import settings

from tests.kit.postgres import Postgres, postgres

# A shared core may be slow for a moment: time is measured in bench/, never here.
settings.register_profile("default", deadline=None, max_examples=50)
# The same examples on every run, so that a red build is red for its own change.
settings.register_profile("ci", parent=settings.get_profile("default"), derandomize=True)
# A long look, by hand: HYPOTHESIS_PROFILE=thorough make test
settings.register_profile("thorough", parent=settings.get_profile("default"), max_examples=2000)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "ci" if os.environ.get("CI") else "default"))


@pytest.fixture(scope="session")
def cluster() -> Iterator[Postgres]:
    with postgres() as server:
        yield server


@pytest.fixture
def database(cluster: Postgres) -> str:
    """An empty database: its URL."""
    return cluster.database()


@pytest.fixture(params=["sqlite", "postgres"])
def where(request: pytest.FixtureRequest, tmp_path: Path) -> Path | str:
    """An empty store of either kind to open: a file, or the URL of a database."""
    return tmp_path / "cartable.db" if request.param == "sqlite" else request.getfixturevalue("database")
