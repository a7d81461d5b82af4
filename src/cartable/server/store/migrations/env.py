"""How Alembic runs the steps: on the connection it is handed, all of them in one transaction."""

from alembic import context

from cartable.server.store.schema import METADATA

context.configure(connection=context.config.attributes["connection"], target_metadata=METADATA, render_as_batch=True)
with context.begin_transaction():
    context.run_migrations()
