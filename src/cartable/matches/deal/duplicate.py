"""Duplicate scoring, as in bridge: players who had the same cards at the same seat are compared. Pure.

A seat's result is the points above the mean of that seat over all matches of the deal. So a seat with poor cards is not
worse off, and the results of a seat sum up to nothing. Tables, the terminal and the arena all count with this.
"""

from collections.abc import Iterable, Sequence
from itertools import combinations
from math import fsum
from typing import Any, Literal, NamedTuple

import msgspec

from cartable.kernel import Outcome
from cartable.matches.log.header import Header, Player


class SameCards(NamedTuple):
    """What matches must have in common to be compared. Options are written down, sorted by their names."""

    number: str
    game: str
    rules_version: int
    players: int
    options: bytes


class PlayedDeal(msgspec.Struct, frozen=True):
    """One match that was played to its end, with a deal number."""

    id: str
    """Of the match; one that is named twice counts once."""
    at: int
    """When it ended, in seconds since 1970; 0: nobody knows."""
    number: str
    header: Header
    outcome: Outcome

    @property
    def same_cards(self) -> SameCards:
        header = self.header
        options = msgspec.json.encode(header.options, order="sorted")
        return SameCards(self.number, header.game, header.rules_version, header.players, options)


class SeatResult(msgspec.Struct, frozen=True):
    """A player of a match: the points, and by how much they are above the mean of the seat."""

    player: Player
    points: float
    above: float


class PairResult(msgspec.Struct, frozen=True):
    """Two seats of a match: by how much the first one's lead over the second is above the mean lead of these seats."""

    first: int
    second: int
    above: float


class ComparedMatch(msgspec.Struct, frozen=True):
    """A match among those with the same cards."""

    played: PlayedDeal
    seats: tuple[SeatResult, ...]
    pairs: tuple[PairResult, ...]


class ComparedDeal(msgspec.Struct, frozen=True):
    """All matches with the same cards, oldest first. `means` by seat."""

    number: str
    game: str
    options: dict[str, Any]
    means: tuple[float, ...]
    matches: tuple[ComparedMatch, ...]


class DealTotal(msgspec.Struct, frozen=True):
    """Somebody's results over all deals, added up."""

    name: str
    kind: Literal["human", "bot"]
    matches: int
    above: float


def points_of(ranks: Sequence[int], scores: Sequence[int] | None) -> tuple[float, ...]:
    """The points of each seat. In games without points: one for every player beaten, half of one for a shared place."""
    if scores is not None:
        return tuple(map(float, scores))
    return tuple(sum(other > own for other in ranks) + (ranks.count(own) - 1) / 2 for own in ranks)


def seat_means(points: Sequence[Sequence[float]]) -> tuple[float, ...]:
    """The mean of each seat over matches with the same cards; `points` are by match, then by seat."""
    return tuple(fsum(seat) / len(points) for seat in zip(*points, strict=True))


def above_mean(points: Sequence[Sequence[float]]) -> list[tuple[float, ...]]:
    """By match and seat: the points above the mean of that seat."""
    means = seat_means(points)
    return [tuple(own - mean for own, mean in zip(match, means, strict=True)) for match in points]


def compare(played: Iterable[PlayedDeal]) -> list[ComparedDeal]:
    """All matches, deal by deal, each compared with those that had the same cards. Their order does not matter."""
    groups: dict[SameCards, dict[str, PlayedDeal]] = {}
    for match in played:
        groups.setdefault(match.same_cards, {})[match.id] = match
    return [
        _compared(sorted(matches.values(), key=lambda match: (match.at, match.id)))
        for _, matches in sorted(groups.items())
    ]


def _compared(matches: Sequence[PlayedDeal]) -> ComparedDeal:
    points = [points_of(match.outcome.ranks, match.outcome.scores) for match in matches]
    above = above_mean(points)
    header = matches[0].header
    return ComparedDeal(
        matches[0].number,
        header.game,
        header.options,
        seat_means(points),
        tuple(_match(*each) for each in zip(matches, points, above, strict=True)),
    )


def _match(played: PlayedDeal, points: Sequence[float], above: Sequence[float]) -> ComparedMatch:
    seats = tuple(SeatResult(*each) for each in zip(played.header.seats, points, above, strict=True))
    pairs = combinations(range(len(above)), 2)
    return ComparedMatch(played, seats, tuple(PairResult(i, j, above[i] - above[j]) for i, j in pairs))


def totals(deals: Iterable[ComparedDeal]) -> list[DealTotal]:
    """Everybody's results added up, best first. People are known by their names, as everywhere at a table."""
    known: dict[tuple[str, Literal["human", "bot"]], list[SeatResult]] = {}
    for deal in deals:
        for match in deal.matches:
            for seat in match.seats:
                known.setdefault((seat.player.name.casefold(), seat.player.kind), []).append(seat)
    summed = [
        DealTotal(seats[0].player.name, kind, len(seats), fsum(seat.above for seat in seats))
        for (_, kind), seats in known.items()
    ]
    return sorted(summed, key=lambda total: (-total.above, total.name.casefold(), total.kind))
