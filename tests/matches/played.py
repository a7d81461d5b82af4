"""Whole matches and their logs, for the tests of the table."""

import random
from collections.abc import Iterable, Sequence

from cartable.games import registry
from cartable.kernel import CLOCK, AnyGame, Refused
from cartable.matches.deal.dealers import FairDealer, secret_of
from cartable.matches.deal.fairdeal import fingerprint
from cartable.matches.log.entries import Reveal
from cartable.matches.log.header import Header, Player, header_for
from cartable.matches.log.reading import LogReader
from cartable.matches.match import Match, Played

SECRET = secret_of(7)
NONCES = (bytes([1]) * 32, bytes([2]) * 32)
REVEAL = Reveal(SECRET.hex(), tuple(nonce.hex() for nonce in NONCES))
PUSH = registry.game("push")

NAMES = ("Ann", "Bob", "Zoé", "Dan", "Eve", "Fay")


def seated(players: int) -> list[Player]:
    """Ann, who is a person, and bots."""
    return [Player("Ann", "human"), *(Player(name, "bot", "fair") for name in NAMES[1:players])]


def header(game: AnyGame = PUSH, players: int = 2) -> Header:
    """A header with a commitment to SECRET and the hashes of NONCES."""
    return header_for(game, game.options(), seated(players), fingerprint(SECRET), map(fingerprint, NONCES))


def fresh(game: AnyGame = PUSH, players: int = 2) -> Match:
    """A match that has not begun."""
    head = header(game, players)
    return Match(game, head, FairDealer(SECRET, head.line(), NONCES))


def act_at_random(match: Match, rng: random.Random) -> Played:
    """Let somebody who may act do something."""
    players = sorted(seat for seat in match.game.actors(match.state) if seat >= 0)
    seat = rng.choice(players or [CLOCK])
    played = match.act(seat, rng.choice(match.game.legal(match.state, seat)), 10 * len(match.entries))
    assert not isinstance(played, Refused)
    return played


def played(game: AnyGame = PUSH, players: int = 2, seed: int = 0, acts: int = 2_000) -> Match:
    """A match played at random until it is over; one that takes too long is given up."""
    match, rng = fresh(game, players), random.Random(seed)
    match.start()
    for _ in range(acts):
        if match.ending is not None:
            return match
        act_at_random(match, rng)
    match.give_up()
    return match


def export(match: Match) -> list[bytes]:
    """Its whole log, reveal included."""
    return list(match.lines(REVEAL))


def reading(lines: Iterable[bytes], *, allow_cut: bool = False) -> LogReader:
    """A log that is read from memory."""
    return LogReader(lines, "match.jsonl", allow_cut=allow_cut)


def changed(lines: Sequence[bytes], number: int, new: bytes | None) -> list[bytes]:
    """A log with one line (numbered from 1) replaced, or left out."""
    return [*lines[: number - 1], *([] if new is None else [new]), *lines[number:]]
