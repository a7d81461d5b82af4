"""Settings for the whole suite: how hard hypothesis looks, and `--game foo` for what concerns one game. And one
PostgreSQL for all tests that ask for it.
"""

import os
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import HealthCheck, settings

from cartable.games import _template, registry
from tests.kit.by_game import concerns, may_concern
from tests.kit.core import PLACES, needs_more
from tests.kit.fixed_chance import fix_chance
from tests.kit.games import TOY_PACKAGE
from tests.kit.spreading import Spreading, rank

if TYPE_CHECKING:
    from tests.kit.postgres import Postgres

# A shared core may be slow for a moment: time is measured in lab/bench, never here. The same examples on every run, so
# that what fails has failed for its own change, and not by chance.
settings.register_profile(
    "default",
    deadline=None,
    max_examples=50,
    derandomize=True,
    database=None,
    suppress_health_check=[HealthCheck.too_slow],
)
# A short look: at a game made for a test, of which the template is looked at in full.
settings.register_profile("quick", parent=settings.get_profile("default"), max_examples=10)
# Other examples, by the seed that `make fuzz` hands on.
settings.register_profile("fuzz", parent=settings.get_profile("default"), derandomize=False, print_blob=True)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "default"))


# They are not installed: nobody plays them.
registry.add(_template.PACKAGE)
registry.add(TOY_PACKAGE)


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--core", action="store_true", help="run only what needs no browser, server process or database")
    parser.addoption("--game", metavar="ID", help="run only what is parametrised over this game, and its own tests")


def pytest_configure(config: pytest.Config) -> None:
    if config.getoption("--core") and config.args_source is not pytest.Config.ArgsSource.ARGS:
        config.args[:] = PLACES


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """With `--core` or `--game`, files that cannot hold any such test are not even loaded."""
    if config.getoption("--core") and needs_more(collection_path):
        return True
    game = config.getoption("--game")
    if not game or collection_path.suffix != ".py" or may_concern(collection_path, game):
        return None
    return True


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """With `--game`, keep what is parametrised over that game, whatever suite it is in, and files named after it."""
    if hasattr(config, "workerinput"):
        items.sort(key=lambda item: rank(item.nodeid))
    game = config.getoption("--game")
    if game:
        other = [item for item in items if not concerns(item, game)]
        config.hook.pytest_deselected(items=other)
        items[:] = [item for item in items if concerns(item, game)]


def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> Spreading | None:
    return Spreading(config, log) if config.getoption("dist") == "loadgroup" else None


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_setup(item: pytest.Item) -> None:
    """Whatever ran before in this process, a test draws the same."""
    fix_chance(item.nodeid)


@pytest.fixture(scope="session")
def cluster() -> "Iterator[Postgres]":
    from tests.kit.postgres import postgres  # noqa: PLC0415 - core tests run where it is not installed

    with postgres() as server:
        yield server


@pytest.fixture
def database(cluster: "Postgres") -> str:
    """An empty database: its URL."""
    return cluster.database()


@pytest.fixture(params=["sqlite", "postgres"])
def where(request: pytest.FixtureRequest, tmp_path: Path) -> Path | str:
    """An empty store of either kind to open: a file, or the URL of a database."""
    return tmp_path / "cartable.db" if request.param == "sqlite" else request.getfixturevalue("database")
