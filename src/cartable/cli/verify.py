"""`cartable verify`: check every draw of a match."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated, Final

import msgspec
import typer

from cartable.kernel import BadInput
from cartable.table.deal_number import read_deal_number
from cartable.table.header import Hash
from cartable.table.log import Bytes32
from cartable.table.reading import open_log
from cartable.table.verify import Unverified, Verified, devices_and_people
from cartable.table.verify import verify as verify_log

_HEX: Final = re.compile("[0-9a-fA-F]{64}")


class KeptPart(msgspec.Struct, frozen=True):
    """What a device kept of a deal: the hash of the header that it saw before it told its number, and that number."""

    header: Hash | None = None
    nonce: Bytes32 | None = None


def verify(
    file: Annotated[Path, typer.Argument(help="An exported match log.")],
    header: Annotated[
        str | None, typer.Option(metavar="HASH", help="The hash of the header that your device kept.")
    ] = None,
    part: Annotated[
        str | None,
        typer.Option(
            metavar="FILE|HEX",
            help="The number that your device added to the deal; or a file with it and the header's hash.",
        ),
    ] = None,
    deal: Annotated[
        str | None, typer.Option(metavar="NUMBER", help="Check that the cards are those of this deal number.")
    ] = None,
) -> None:
    """Check that every card and every roll is what was fixed before the match began.

    Only with --header and --part does that prove that the server could not choose the cards: else it is said to be
    verified without your part. Exits with 1 and the first draw that does not match, or with 2 if a file cannot be read.
    """
    if header is not None and not _HEX.fullmatch(header):
        raise BadInput("--header", f"expected a SHA-256 in hex, 64 digits, got {header!r}")
    kept = _kept(header.lower() if header is not None else None, part)
    with open_log(file) as log:
        number = read_deal_number(deal) if deal is not None else None
        verdict = verify_log(log, kept.header, kept.nonce, number)
    if isinstance(verdict, Unverified):
        print(f"{'altered' if verdict.altered else 'not verified'}: {verdict.why}")
        print(_took_part(*devices_and_people(log.header)))
        raise typer.Exit(1)
    told = _told_given(verdict) if log.header.deal_number == "given" else _told(verdict, kept, log.header_hash)
    for line in told:
        print(line)


def _kept(header: str | None, part: str | None) -> KeptPart:
    """What a device kept, as the options tell it."""
    if part is None or _HEX.fullmatch(part):
        return KeptPart(header, part.lower() if part is not None else None)
    expected = 'expected 64 digits of hex, or a file with {"header": "...", "nonce": "..."}'
    try:
        saved = msgspec.json.decode(Path(part).read_bytes(), type=KeptPart)
    except OSError as error:
        raise BadInput(f"--part {part}", f"{expected}: {error.strerror}") from error
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise BadInput(f"--part {part}", f"{expected}: {error}") from error
    return KeptPart(header or saved.header, saved.nonce)


def _took_part(devices: int, people: int) -> str:
    return f"{devices} of {people} devices took part."


def _draws(verdict: Verified) -> str:
    return f"{verdict.draws} {'draw' if verdict.draws == 1 else 'draws'}"


def _told_given(verdict: Verified) -> Iterator[str]:
    """A number that was entered fixes the cards: no device has a part in them."""
    yield f"verified: {_draws(verdict)} of deal number {verdict.deal_number}"
    yield "The number was entered before the match: whoever knew it could know the cards, and nobody could alter them."


def _told(verdict: Verified, kept: KeptPart, header_hash: str) -> Iterator[str]:
    yield f"verified {'with' if verdict.with_part else 'without'} your part: {_draws(verdict)}"
    if verdict.deal_number:
        yield f"Deal number {verdict.deal_number}, which followed from the deal and was told after the match."
    yield _took_part(verdict.devices, verdict.people)
    if verdict.left_out:
        yield "Your device's number is not in the header: the server dealt without it, and could have chosen the cards."
    elif not verdict.with_part:
        missing = [option for option, given in (("--header", kept.header), ("--part", kept.nonce)) if given is None]
        yield f"To rule out that the server chose the cards, give what your device kept: {' and '.join(missing)}."
    if kept.header is None:
        yield f"The header's hash is {header_hash}: compare it with the one your device kept."
