"""Bringing a database to the present schema, and refusing one from the future."""

from io import StringIO
from pathlib import Path
from typing import Any, Final

from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import create_engine, event
from sqlalchemy.engine import Engine
from sqlalchemy.exc import DBAPIError

from cartable.server.store.contract import StoreFailed, TooNew

_ONE_AT_A_TIME: Final = 0x_CA27AB1E
"""The advisory lock under which processes that start together migrate one after another."""


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
    config = _config()
    with engine.connect() as connection:
        present = MigrationContext.configure(connection).get_current_revision()
        connection.rollback()
        _refuse_newer(config, present, str(path))
        config.attributes["connection"] = connection
        command.upgrade(config, "head")
        connection.commit()


async def migrate_postgres(connection: Any, name: str) -> None:
    """The same for a database that other processes may be opening as well."""
    written = StringIO()
    config = _config(written)
    async with connection.transaction():
        await connection.execute("SELECT pg_advisory_xact_lock($1)", _ONE_AT_A_TIME)
        known = await connection.fetchval("SELECT to_regclass('alembic_version') IS NOT NULL")
        present = await connection.fetchval("SELECT version_num FROM alembic_version") if known else None
        _refuse_newer(config, present, name)
        command.upgrade(config, f"{present or 'base'}:head", sql=True)
        if present != ScriptDirectory.from_config(config).get_current_head():
            await connection.execute(written.getvalue())


def _config(written: StringIO | None = None) -> Config:
    config = Config(output_buffer=written)
    config.set_main_option("script_location", str(Path(__file__).parent / "migrations").replace("%", "%%"))
    config.set_main_option("path_separator", "os")
    return config


def _refuse_newer(config: Config, present: str | None, name: str) -> None:
    known = {step.revision for step in ScriptDirectory.from_config(config).walk_revisions()}
    if present is not None and present not in known:
        raise TooNew(name, f"expected a store of this version (up to {max(known)}), got one of a later ({present})")


def _begin_for_real(engine: Engine) -> None:
    """Without this the driver commits before each change of the schema: a step cut short would be half done."""

    @event.listens_for(engine, "connect")
    def _connect(connection: object, _record: object) -> None:
        connection.isolation_level = None  # type: ignore[attr-defined]  # sqlite3's own

    @event.listens_for(engine, "begin")
    def _begin(connection: object) -> None:
        connection.exec_driver_sql("BEGIN IMMEDIATE")  # type: ignore[attr-defined]  # SQLAlchemy's own
