"""Who sits at a table in the terminal: one person, and bots with friendly names."""

from collections.abc import Collection
from random import Random
from typing import Final

from cartable.bots import AnyBot, bot
from cartable.kernel import BadInput, Seat
from cartable.matches.deal.fairdeal import fingerprint
from cartable.matches.log.header import MATCH_ME, MATCHED_LEVEL, Header

NAMES: Final = ("Zoé", "Malo", "Inès", "Basile", "Suzon", "Anouk", "Gaston", "Lila", "Marius", "Capucine")


def bot_names(count: int, random: Random, without: Collection[str] = ()) -> tuple[str, ...]:
    """Names for this many bots."""
    return tuple(random.sample([name for name in NAMES if name not in without], count))


def person_at(header: Header, where: str) -> Seat:
    """The seat of the one person in a match."""
    people = [seat for seat, each in enumerate(header.seats) if each.kind == "human"]
    if len(people) != 1:
        raise BadInput(where, f"expected a match of one person and bots, found {len(people)} people")
    return people[0]


def bots_of(header: Header, header_line: bytes) -> dict[Seat, AnyBot]:
    """The bots of a match. Their seeds follow from its header: in a resumed match they are the same bots."""
    seed = int(fingerprint(header_line)[:16], 16)
    return {
        seat: bot(header.game, MATCHED_LEVEL if each.level == MATCH_ME else each.level, seed, seat)
        for seat, each in enumerate(header.seats)
        if each.kind == "bot"
    }
