"""`cartable verify`: check every draw of a match."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated, Final

import msgspec
import typer

from cartable.cli.errors import translated
from cartable.cli.language import Lang, language_of
from cartable.kernel import BadInput
from cartable.matches.deal.deal_number import read_deal_number
from cartable.matches.log.entries import Bytes32
from cartable.matches.log.header import Hash
from cartable.matches.log.reading import open_log
from cartable.matches.log.verify import Unverified, Verified, devices_and_people
from cartable.matches.log.verify import verify as verify_log
from cartable.words import Teller

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
    lang: Lang = None,
) -> None:
    """Check that every card and every roll is what was fixed before the match began.

    Only with --header and --part does that prove that the server could not choose the cards: else it is said to be
    verified without your part. Exits with 1 and the first draw that does not match, or with 2 if a file cannot be read.
    """
    language = language_of(lang)
    if header is not None and not _HEX.fullmatch(header):
        raise BadInput("--header", f"expected a SHA-256 in hex, 64 digits, got {header!r}")
    kept = _kept(header.lower() if header is not None else None, part)
    with open_log(file) as log:
        number = read_deal_number(deal) if deal is not None else None
        verdict = verify_log(log, kept.header, kept.nonce, number)
    teller = Teller(log.header.game, language, ())
    if isinstance(verdict, Unverified):
        key = "verify.altered" if verdict.altered else "verify.not-verified"
        print(teller.say(key, why=translated(verdict.why, language)))
        print(_took_part(*devices_and_people(log.header), teller))
        raise typer.Exit(1)
    given = log.header.deal_number == "given"
    for line in _told_given(verdict, teller) if given else _told(verdict, kept, log.header_hash, teller):
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


def _took_part(devices: int, people: int, teller: Teller) -> str:
    return teller.say("verify.devices", devices=devices, people=people)


def _told_given(verdict: Verified, teller: Teller) -> Iterator[str]:
    """A number that was entered fixes the cards: no device has a part in them."""
    yield teller.say("verify.of-number", draws=verdict.draws, number=verdict.deal_number)
    yield teller.say("verify.given")


def _told(verdict: Verified, kept: KeptPart, header_hash: str, teller: Teller) -> Iterator[str]:
    yield teller.say("verify.with-part" if verdict.with_part else "verify.without-part", draws=verdict.draws)
    if verdict.deal_number:
        yield teller.say("verify.number", number=verdict.deal_number)
    yield _took_part(verdict.devices, verdict.people, teller)
    if verdict.left_out:
        yield teller.say("verify.left-out")
    elif not verdict.with_part:
        missing = [option for option, given in (("--header", kept.header), ("--part", kept.nonce)) if given is None]
        last = missing.pop()
        options = teller.say("and", first=missing[0], last=last) if missing else last
        yield teller.say("verify.missing", options=options)
    if kept.header is None:
        yield teller.say("verify.hash", hash=header_hash)
