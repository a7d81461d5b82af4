"""Bringing a database to the present schema, and refusing one from the future."""

from pathlib import Path

from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import create_engine, event
from sqlalchemy.engine import Engine
from sqlalchemy.exc import DBAPIError

from cartable.server.store.contract import StoreFailed, TooNew


def migrate(path: Path) -> None:
    """Run the migrations that this file has not seen yet."""
    engine = create_engine(f"sqlite:///{path}")
    _begin_for_real(engine)
    try:
        _upgrade(engine, path)
    except DBAPIError as error:
        raise StoreFailed(f"{path}: {error.orig}") from error
    finally:
        engine.dispose()


def _upgrade(engine: Engine, path: Path) -> None:
    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent / "migrations").replace("%", "%%"))
    config.set_main_option("path_separator", "os")
    known = {step.revision for step in ScriptDirectory.from_config(config).walk_revisions()}
    with engine.connect() as connection:
        present = MigrationContext.configure(connection).get_current_revision()
        connection.rollback()
        if present is not None and present not in known:
            raise TooNew(
                str(path), f"expected a store of this version (up to {max(known)}), got one of a later ({present})"
            )
        config.attributes["connection"] = connection
        command.upgrade(config, "head")
        connection.commit()


def _begin_for_real(engine: Engine) -> None:
    """Without this the driver commits before each change of the schema: a step cut short would be half done."""

    @event.listens_for(engine, "connect")
    def _connect(connection: object, _record: object) -> None:
        connection.isolation_level = None  # type: ignore[attr-defined]  # sqlite3's own

    @event.listens_for(engine, "begin")
    def _begin(connection: object) -> None:
        connection.exec_driver_sql("BEGIN IMMEDIATE")  # type: ignore[attr-defined]  # SQLAlchemy's own
