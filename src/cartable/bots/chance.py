"""Where bots get their luck: nothing but the match's seed, so that a match of bots can be played again."""

from random import Random

import msgspec


class Luck(msgspec.Struct, frozen=True):
    """The luck of one bot: `own` differs from seat to seat, `match` is the seed that all bots of a match share."""

    own: Random
    match: int


def luck(match: int, seat: int) -> Luck:
    """The luck of the bot at `seat`."""
    return Luck(Random(f"{match} seat {seat}"), match)
