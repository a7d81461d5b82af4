"""What a tournament says of its bots: shares of victories, points and ratings, each with a 95 % interval.

Deals are the unit of chance: a deal is played in every arrangement, so its matches hang together. Intervals come from
drawing deals again and again out of those that were played.
"""

from collections.abc import Sequence
from typing import Any, Final

import msgspec
import numpy as np
from numpy.typing import NDArray

from cartable.arena.plan import Plan
from cartable.arena.results import Result

REDRAWN: Final = 400
MIDDLE: Final = 1500.0
ELO: Final = 400 / np.log(10)
PRIOR: Final = 0.5
"""A draw of so much weight with everybody: without it a bot that never lost would be rated without end."""

Floats = NDArray[np.float64]


class Measured(msgspec.Struct, frozen=True):
    """A number and where it lies with 95 % certainty."""

    value: float
    low: float
    high: float


class Standing(msgspec.Struct, frozen=True):
    """One bot. `score` is None in games without points."""

    name: str
    matches: int
    failures: int
    won: Measured
    score: Measured | None
    rating: Measured
    thought_ms: float
    slowest_ms: float


class Standings(msgspec.Struct, frozen=True):
    """All bots, best first, and who got the better of whom: `duels[i][j]` is the share of the i-th against the j-th."""

    matches: int
    failures: int
    bots: tuple[Standing, ...]
    duels: tuple[tuple[Measured | None, ...], ...]


def standings(plan: Plan, results: Sequence[Result], seed: int = 0) -> Standings:
    """The standings after these results."""
    counted = [result for result in results if result.failure is None]
    tally = _Tally(plan, counted)
    failures = [0] * len(plan.entrants)
    for result in results:
        if result.failure is not None:
            failures[result.bots[result.failure.seat]] += 1
    ratings = tally.measured(_ratings, seed)
    won, score = tally.measured(_won, seed), tally.measured(_score, seed)
    order = sorted(range(len(plan.entrants)), key=lambda bot: -ratings[bot].value)
    duels = tally.measured(_duels, seed)
    width = len(plan.entrants)
    return Standings(
        len(counted),
        sum(failures),
        tuple(
            Standing(
                plan.entrants[bot].name,
                int(tally.seats[:, bot].sum()),
                failures[bot],
                won[bot],
                score[bot] if tally.has_scores else None,
                ratings[bot],
                float(tally.thought[bot]),
                float(tally.slowest[bot]),
            )
            for bot in order
        ),
        tuple(
            tuple(
                None if bot == other or not tally.met[:, bot, other].sum() else duels[bot * width + other]
                for other in order
            )
            for bot in order
        ),
    )


class _Tally:
    """Sums over the matches of each deal, bot by bot."""

    def __init__(self, plan: Plan, results: Sequence[Result]) -> None:
        bots = len(plan.entrants)
        at = {deal: row for row, deal in enumerate(sorted({result.deal for result in results}))}
        self.seats: Floats = np.zeros((len(at), bots))
        self.wins: Floats = np.zeros((len(at), bots))
        self.points: Floats = np.zeros((len(at), bots))
        self.met: Floats = np.zeros((len(at), bots, bots))
        self.better: Floats = np.zeros((len(at), bots, bots))
        self.slowest: Floats = np.zeros(bots)
        thought: Floats = np.zeros(bots)
        self.has_scores = all(result.scores is not None for result in results)
        for result in results:
            row = at[result.deal]
            for seat, bot in enumerate(result.bots):
                self.seats[row, bot] += 1
                self.wins[row, bot] += result.won[seat]
                self.points[row, bot] += result.scores[seat] if result.scores is not None else 0
                thought[bot] += result.thought_ms[seat]
                self.slowest[bot] = max(self.slowest[bot], result.slowest_ms[seat])
                for other_seat, other in enumerate(result.bots):
                    if bot != other:
                        mine, theirs = result.ranks[seat], result.ranks[other_seat]
                        self.met[row, bot, other] += 1
                        self.better[row, bot, other] += 1.0 if mine < theirs else 0.5 if mine == theirs else 0.0
        self.thought: Floats = thought / np.maximum(self.seats.sum(0), 1)

    def measured(self, figure: Any, seed: int) -> list[Measured]:
        """A figure of every bot over all deals, and over deals drawn again."""
        deals = len(self.seats)
        if not deals:
            return [Measured(0.0, 0.0, 0.0)] * figure(self, np.zeros(0)).size
        value = figure(self, np.ones(deals))
        luck = np.random.default_rng(seed)
        again = np.array([figure(self, luck.multinomial(deals, np.full(deals, 1 / deals))) for _ in range(REDRAWN)])
        low, high = np.percentile(again, [2.5, 97.5], axis=0)
        return [Measured(*map(float, each)) for each in zip(value, low, high, strict=True)]


def _won(tally: _Tally, weight: Floats) -> Floats:
    return np.asarray((weight @ tally.wins) / np.maximum(weight @ tally.seats, 1))


def _score(tally: _Tally, weight: Floats) -> Floats:
    return np.asarray((weight @ tally.points) / np.maximum(weight @ tally.seats, 1))


def _duels(tally: _Tally, weight: Floats) -> Floats:
    met = np.tensordot(weight, tally.met, 1)
    return np.asarray(np.tensordot(weight, tally.better, 1) / np.maximum(met, 1)).ravel()


def _ratings(tally: _Tally, weight: Floats) -> Floats:
    """Elo ratings that make these results most likely (Bradley and Terry), with 1500 in the middle."""
    apart = 1 - np.eye(tally.met.shape[1])
    met = np.tensordot(weight, tally.met, 1) + 2 * PRIOR * apart
    better = np.tensordot(weight, tally.better, 1) + PRIOR * apart
    return elo(met, better)


def elo(met: Floats, better: Floats) -> Floats:
    """Ratings out of who met whom how often, and who was better how often."""
    strength = np.ones(len(met))
    wins = better.sum(1)
    for _ in range(10_000):
        before = strength
        expected = (met / (strength[:, None] + strength[None, :])).sum(1)
        strength = wins / np.maximum(expected, 1e-12)
        strength = strength / np.exp(np.log(strength).mean())
        if np.abs(np.log(strength / before)).max() < 1e-9:
            break
    return np.asarray(MIDDLE + ELO * np.log(strength))
