"""Checking every draw of a log against the secret that was committed to before the match."""

from typing import Any

import msgspec

from cartable.kernel import DEALER, ONLY_DEALER, BadInput, NextReveal
from cartable.matches.deal.dealers import FairDealer, revealed_dealer
from cartable.matches.deal.fairdeal import fingerprint
from cartable.matches.log.entries import Reveal
from cartable.matches.log.header import Header
from cartable.matches.log.reading import LogReader, Recorded
from cartable.matches.log.replay import Unreplayable, check_ending, judged


class Verified(msgspec.Struct, frozen=True):
    """Every draw is the one the secret and the nonces give. To whoever asks, that proves something only `with_part`: a
    server that dealt without their part, or wrote the header later, could have tried secrets until it liked one."""

    draws: int
    devices: int
    """How many devices took part in the deal."""
    people: int
    """How many people were dealt to, each with a device."""
    with_part: bool = False
    left_out: bool = False
    """The device had a part, but the header is without it."""
    deal_number: str = ""
    """The cards are those of this number; empty: they have none."""


class Unverified(msgspec.Struct, frozen=True):
    """Why this log proves nothing, or proves that something was altered."""

    why: str
    altered: bool = True


class _Draw(msgspec.Struct, frozen=True):
    """What DEALER was to show, and the line that tells what it showed."""

    reveal: NextReveal
    recorded: Recorded


def devices_and_people(header: Header) -> tuple[int, int]:
    """How many devices took part in a deal, and how many people it was for."""
    return len(header.nonces), sum(seat.kind == "human" for seat in header.seats)


def verify(
    log: LogReader, header_hash: str | None = None, nonce: str | None = None, deal_number: str | None = None
) -> Verified | Unverified:
    """Check a whole log, and compare it with what a device kept: the hash of the header that it saw before it told its
    nonce, and that nonce, in hex. Are its cards those of `deal_number`?"""
    if header_hash is not None and header_hash.lower() != log.header_hash:
        agreed = header_hash.lower()
        return Unverified(f"the header is not the one agreed on: expected {agreed}, found {log.header_hash}")
    draws: list[_Draw] = []
    broken = _replay(log, draws)
    if log.reveal is None:
        why = "this log holds no reveal: the secret is told once the match is over, in the exported log"
        return Unverified(why, altered=False)
    # An act may be refused only because a draw before it was altered: that is then the thing to say.
    why = _broken_promise(log, log.reveal)
    if why:
        return Unverified(why)
    try:
        dealer = revealed_dealer(log.header, log.header_line, log.reveal)
    except BadInput:
        return Unverified("the header promises a deal number, but the secret holds none")
    why = _altered(log, dealer, draws) or broken or _other_number(dealer.number, deal_number)
    if why:
        return Unverified(why)
    promised = None if nonce is None else fingerprint(bytes.fromhex(nonce)) in log.header.nonces
    with_part = promised is True and header_hash is not None
    took_part = devices_and_people(log.header)
    return Verified(len(draws), *took_part, with_part, left_out=promised is False, deal_number=dealer.number)


def _replay(log: LogReader, draws: list[_Draw]) -> str:
    """Fill in the draws, as far as the match can be replayed; why no further."""
    state: Any = log.begin()
    try:
        for recorded in log:
            if recorded.entry.seat == DEALER and log.game.actors(state) == ONLY_DEALER:
                draws.append(_Draw(log.game.next_reveal(state), recorded))
            state = judged(log, state, recorded).state
        check_ending(log, state)
    except Unreplayable as error:
        for _ in log:
            pass  # read on to the reveal
        return str(error)
    return ""


def _broken_promise(log: LogReader, reveal: Reveal) -> str:
    """What was revealed against what was promised in the header."""
    promised = log.header.commitment
    if fingerprint(bytes.fromhex(reveal.secret)) != promised:
        return f"the secret does not match the commitment in the header: expected one whose SHA-256 is {promised}"
    if len(reveal.nonces) != len(log.header.nonces):
        return f"expected {len(log.header.nonces)} nonces, as in the header, found {len(reveal.nonces)}"
    for number, (nonce, wanted) in enumerate(zip(reveal.nonces, log.header.nonces, strict=True)):
        if fingerprint(bytes.fromhex(nonce)) != wanted:
            return f"nonce {number} does not match its hash in the header: expected one whose SHA-256 is {wanted}"
    return ""


def _other_number(found: str, wanted: str | None) -> str:
    """The number that was asked about against that of the deal."""
    if wanted is None or wanted == found:
        return ""
    cards = f"those of {found}" if found else "a deal without a number"
    return f"expected the cards of deal number {wanted}, found {cards}"


def _altered(log: LogReader, dealer: FairDealer, draws: list[_Draw]) -> str:
    """The first draw that is not what the revealed secret gives."""
    for draw in draws:
        expected, entry = log.game.reveal_act(draw.reveal, dealer(draw.reveal)), draw.recorded.entry
        if draw.recorded.act != expected:
            where = f"line {draw.recorded.line}, act {entry.n}"
            return f"{where} does not match: expected `{expected}`, found `{entry.text}`"
    return ""
