"""`cartable backup` and `cartable migrate-store`: copy what a server keeps, to a file or to another store."""

import asyncio
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TaskID, TextColumn

from cartable.cli.data_folder import store_path
from cartable.kernel import BadInput


def backup(
    file: Annotated[Path, typer.Argument(help="Where to put the copy.")],
    store: Annotated[
        str | None, typer.Option(help="The file that is copied; else the one in your data folder.")
    ] = None,
) -> None:
    """Copy the tables and matches of a server to a file. The server may be running; players notice nothing."""
    # Loaded here, so that the other commands start without it.
    from cartable.server.store import StoreFailed  # noqa: PLC0415
    from cartable.server.store.opening import shared  # noqa: PLC0415
    from cartable.server.store.sqlite import backup as copy  # noqa: PLC0415

    source = str(store_path()) if store is None else store
    if shared(source):
        raise BadInput("--store", "expected a file; PostgreSQL is copied by its own pg_dump, also while servers run")
    if file.exists():
        raise BadInput(str(file), "expected a new file, but it exists")
    try:
        copy(Path(source), file)
    except StoreFailed as error:
        raise BadInput("backup", str(error)) from error
    print(f"Copied to {file}")


def migrate_store(
    source: Annotated[str, typer.Argument(metavar="FROM", help="The store to copy: a file, or postgresql://...")],
    target: Annotated[str, typer.Argument(metavar="TO", help="An empty store, or a copy that was interrupted.")],
) -> None:
    """Copy all tables and matches of a server to another store, and read them again. Stop the server first. If this is
    interrupted, run it again: it goes on."""
    # Loaded here, so that the other commands start without it.
    from cartable.server.store import StoreFailed  # noqa: PLC0415
    from cartable.server.store.bulk import open_bulk  # noqa: PLC0415
    from cartable.server.store.copying import Copied, copy_store  # noqa: PLC0415
    from cartable.server.store.opening import shared  # noqa: PLC0415

    if not shared(source) and not Path(source).is_file():
        raise BadInput(source, "expected a store, but there is none")
    if source == target:
        raise BadInput(target, "expected another store than the one to copy")

    async def copy(bar: Progress) -> Copied:
        tasks: dict[str, TaskID] = {}

        def progress(what: str, done: int, total: int) -> None:
            if what not in tasks:
                tasks[what] = bar.add_task(what, total=total)
            bar.update(tasks[what], completed=done, total=total)

        async with open_bulk(source) as here, open_bulk(target) as there:
            return await copy_store(here, there, progress)

    console = Console(stderr=True)
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn())
    try:
        with Progress(*columns, console=console) as bar:
            copied = asyncio.run(copy(bar))
    except StoreFailed as error:
        raise BadInput("store", str(error)) from error
    print(f"Copied and read again: {copied.tables} tables, {copied.matches} matches, {copied.parts} parts of logs.")
    print(f"SHA-256 of all: {copied.digest}")
