"""The standings of a tournament: what `ratings` finds, and tables and figures show."""

import msgspec


class Measured(msgspec.Struct, frozen=True):
    """A number and where it lies with 95 % certainty."""

    value: float
    low: float
    high: float


class BotStanding(msgspec.Struct, frozen=True):
    """One bot. `score` is None in games without points. `above` is what it got above the mean of the deal at its seat:
    points, or where there are none, players beaten."""

    name: str
    matches: int
    failures: int
    won: Measured
    score: Measured | None
    above: Measured
    rating: Measured
    thought_ms: float
    slowest_ms: float


class Standings(msgspec.Struct, frozen=True):
    """All bots, best first, and who got the better of whom: `duels[i][j]` is the share of the i-th against the j-th."""

    matches: int
    failures: int
    bots: tuple[BotStanding, ...]
    duels: tuple[tuple[Measured | None, ...], ...]
