"""How Alembic runs the steps: on the connection it is handed, all of them in one transaction; or written down as SQL
for PostgreSQL, to be run in one."""

from alembic import context

from cartable.server.store.schema import METADATA

if context.is_offline_mode():
    context.configure(dialect_name="postgresql", target_metadata=METADATA, transactional_ddl=False)
    context.run_migrations()
else:
    connection = context.config.attributes["connection"]
    context.configure(connection=connection, target_metadata=METADATA, render_as_batch=True)
    with context.begin_transaction():
        context.run_migrations()
