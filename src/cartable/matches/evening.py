"""What a group has played at one table: who won what, and a tally across games. Pure.

A point for every player that one has beaten, in any game; so a win among five counts more than one among two. People
are known by their name, which is unique at a table: whoever leaves and comes back goes on where they were.
"""

from collections.abc import Sequence
from typing import Final

import msgspec
from msgspec.structs import replace

from cartable.wire.down import EveningPlayerInfo

MATCHES_KEPT: Final = 30
"""How many matches are named; the points of those before still count."""

PLAYERS_KEPT: Final = 40
"""How many people are remembered: those who have most points, when there were more."""


class EveningMatch(msgspec.Struct, frozen=True):
    """A match that was played to its end, and who won it, nobody of one: as it is stored, by name (`EveningMatchInfo`
    is shorter)."""

    id: str
    game: str
    winners: tuple[str, ...]


class Evening(msgspec.Struct, frozen=True, omit_defaults=True):
    """The tally, best first, and the matches, oldest first. A medal is a place in which somebody was beaten."""

    players: tuple[EveningPlayerInfo, ...] = ()
    matches: tuple[EveningMatch, ...] = ()

    def played(self, match: str, game: str, players: Sequence[EveningPlayerInfo], ranks: Sequence[int]) -> "Evening":
        """One more match is over; `players` and `ranks` (1 is first) by seat. Playing alone beats nobody."""
        known = {player.name.casefold(): player for player in self.players}
        for player, rank in zip(players, ranks, strict=True):
            before = known.get(player.name.casefold(), EveningPlayerInfo(player.name))
            beaten = sum(other > rank for other in ranks)
            known[player.name.casefold()] = replace(
                player,
                points=before.points + beaten,
                matches=before.matches + 1,
                medals=_with_medal(before.medals, rank) if beaten else before.medals,
            )
        best = [player.name for player, rank in zip(players, ranks, strict=True) if rank == 1]
        winners = tuple(best) if len(players) > 1 else ()
        tally = sorted(known.values(), key=lambda player: (-player.points, *(-count for count in player.medals)))
        matches = (*self.matches, EveningMatch(match, game, winners))
        return Evening(tuple(tally[:PLAYERS_KEPT]), matches[-MATCHES_KEPT:])


def _with_medal(medals: tuple[int, int, int], rank: int) -> tuple[int, int, int]:
    gold, silver, bronze = medals
    return gold + (rank == 1), silver + (rank == 2), bronze + (rank == 3)
