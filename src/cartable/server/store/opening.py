"""Opening a store by its name: a file, or the URL of a database."""

import asyncio
import time
from pathlib import Path
from typing import Final

from cartable.kernel import BadInput
from cartable.server.common.logs import log
from cartable.server.store.contract import Store, Unreachable
from cartable.server.store.leases import LEASE_S
from cartable.server.store.sqlite import SqliteStore

POSTGRES: Final = ("postgresql://", "postgres://")
RETRY_S: Final = 0.5


def shared(where: Path | str) -> bool:
    """Whether several processes can have this store open."""
    return str(where).startswith(POSTGRES)


async def open_store(
    where: Path | str, *, pages: int | None = None, lease_s: float = LEASE_S, patience_s: float = 0.0
) -> Store:
    """Open a store, and bring it to the present schema. A file may grow to `pages`; leases, where there
    are any, last for `lease_s`; and a database that does not answer yet is given `patience_s`."""
    if not shared(where):
        if "://" in str(where):
            raise BadInput("store", f"expected a file or postgresql://..., got {str(where).partition(':')[0]}://...")
        return SqliteStore(Path(where), max_page_count=pages)
    try:
        from cartable.server.store.postgres import PostgresStore  # noqa: PLC0415 - an extra
    except ImportError as error:
        raise BadInput("store", "expected the extra for PostgreSQL: pip install 'cartable[scale]'") from error
    until = time.monotonic() + patience_s
    while True:
        try:
            return await PostgresStore.open(str(where), lease_s)
        except Unreachable as error:
            if time.monotonic() + RETRY_S > until:
                raise
            log("waiting for the database", why=str(error))
            await asyncio.sleep(RETRY_S)
