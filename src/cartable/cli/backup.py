"""`cartable backup`: copy everything, also while the server runs."""

from pathlib import Path
from typing import Annotated

import typer

from cartable.kernel import BadInput


def backup(
    file: Annotated[Path, typer.Argument(help="Where to put the copy.")],
    store: Annotated[str, typer.Option(help="The file that is copied.")] = "cartable.db",
) -> None:
    """Copy the tables and matches of a server to a file. The server may be running; players notice nothing."""
    # Loaded here, so that the other commands start without it.
    from cartable.server.store import StoreFailed  # noqa: PLC0415
    from cartable.server.store.opening import shared  # noqa: PLC0415
    from cartable.server.store.sqlite import backup as copy  # noqa: PLC0415

    if shared(store):
        raise BadInput("--store", "expected a file; PostgreSQL is copied by its own pg_dump, also while servers run")
    if file.exists():
        raise BadInput(str(file), "expected a new file, but it exists")
    try:
        copy(Path(store), file)
    except StoreFailed as error:
        raise BadInput("backup", str(error)) from error
    print(f"Copied to {file}")
