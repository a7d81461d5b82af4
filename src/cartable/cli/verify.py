"""`cartable verify`: check every draw of a match."""

import re
from pathlib import Path
from typing import Annotated

import typer

from cartable.kernel import BadInput
from cartable.table.reading import open_log
from cartable.table.verify import Unverified
from cartable.table.verify import verify as verify_log


def verify(
    file: Annotated[Path, typer.Argument(help="An exported match log.")],
    header: Annotated[
        str | None, typer.Option(metavar="HASH", help="The hash of the header that your device kept.")
    ] = None,
) -> None:
    """Check that every card and every roll is what was fixed before the match began.

    Exits with 1 and the first draw that does not match, or with 2 if the file cannot be read.
    """
    if header is not None and not re.fullmatch("[0-9a-fA-F]{64}", header):
        raise BadInput("--header", f"expected a SHA-256 in hex, 64 digits, got {header!r}")
    with open_log(file) as log:
        verdict = verify_log(log, header)
    if isinstance(verdict, Unverified):
        print(f"not verified: {verdict.why}")
        raise typer.Exit(1)
    print(f"every deal verified: {verdict.draws} {'draw' if verdict.draws == 1 else 'draws'}")
    if header is None:
        print(f"The header's hash is {log.header_hash}: compare it with the one your device kept.")
