"""What a tournament says of its bots: shares of victories, points and ratings, each with a 95 % interval.

Deals are the unit of chance: a deal is played in every arrangement, so its matches are not independent. Intervals come
from giving the deals other weights again and again, as if others had been drawn, and are widened as Student's are where
there are few deals. A bot that never won may only have been unlucky: shares and ratings know that.
"""

from collections.abc import Callable, Sequence
from typing import Final

import numpy as np
from numpy.typing import NDArray

from cartable.arena.plan import TournamentPlan
from cartable.arena.results import Result, complete_deals
from cartable.arena.standings import BotStanding, Measured, Standings
from cartable.matches.deal.duplicate import above_mean

PART: Final = 50
PARTS: Final = 8
"""How many times the deals are weighed again, and how many of those at once."""

MIDDLE: Final = 1500.0
ELO: Final = 400 / np.log(10)
PRIOR: Final = 0.5
"""A draw of this weight with everybody: without it a bot that never lost would be rated without end."""

Z: Final = 1.96
STUDENT: Final = (12.706, 4.303, 3.182, 2.776)
"""Half the width of a 95 % interval in standard deviations: of many draws, and with 1 to 4 degrees of freedom."""

Floats = NDArray[np.float64]
Figure = Callable[["_Tally", Floats, Floats], Floats]
"""Something to be measured: for each row of weights of the deals, and each of the prior, a number for each bot."""

TINY: Final = 1e-12
CLOSE: Final = 1e-7
MOST_ROUNDS: Final = 3000
"""Ratings are found round by round, until they move no more."""


def standings(plan: TournamentPlan, results: Sequence[Result], seed: int = 0) -> Standings:
    """The standings after these results."""
    counted = [result for result in complete_deals(plan, results) if result.failure is None]
    tally = _Tally(plan, counted)
    failures = [0] * len(plan.entrants)
    for result in results:
        if result.failure is not None:
            failures[result.bots[result.failure.seat]] += 1
    ratings = tally.measured(_ratings, seed)
    won, score, above = tally.shares(_won, seed), tally.measured(_score, seed), tally.measured(_above, seed)
    order = sorted(range(len(plan.entrants)), key=lambda bot: -ratings[bot].value)
    duels = tally.shares(_duels, seed)
    width = len(plan.entrants)
    return Standings(
        len(counted),
        sum(failures),
        tuple(
            BotStanding(
                plan.entrants[bot].name,
                int(tally.seats[:, bot].sum()),
                failures[bot],
                won[bot],
                score[bot] if tally.has_scores else None,
                above[bot],
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

    def __init__(self, plan: TournamentPlan, results: Sequence[Result]) -> None:
        bots = len(plan.entrants)
        at = {deal: row for row, deal in enumerate(sorted({result.deal for result in results}))}
        self.seats: Floats = np.zeros((len(at), bots))
        self.wins: Floats = np.zeros((len(at), bots))
        self.points: Floats = np.zeros((len(at), bots))
        self.above: Floats = np.zeros((len(at), bots))
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
        for row, matches in enumerate(_by_deal(results)):
            for result, above in zip(matches, above_mean([result.points for result in matches]), strict=True):
                for bot, points in zip(result.bots, above, strict=True):
                    self.above[row, bot] += points

    def measured(self, figure: Figure, seed: int) -> list[Measured]:
        """A figure of every bot over all deals, and how far it would be another with other deals."""
        value = self._value(figure)
        if not len(self.seats):
            return [Measured(0.0, 0.0, 0.0)] * value.size
        low, high = np.percentile(self._again(figure, seed), [2.5, 97.5], axis=0)
        wider = stretch(len(self.seats))
        return _measured(value, value - wider * (value - low), value + wider * (high - value))

    def shares(self, figure: Figure, seed: int) -> list[Measured]:
        """Shares between 0 and 1, with Wilson's interval for as many free draws as the spread over deals amounts to."""
        value, deals = self._value(figure), len(self.seats)
        if not deals:
            return [Measured(0.0, 0.0, 0.0)] * value.size
        spread = np.var(self._again(figure, seed), axis=0)
        draws = np.where(spread > TINY, value * (1 - value) / np.maximum(spread, TINY), deals)
        squared = (Z * stretch(deals)) ** 2
        middle = (value + squared / (2 * draws)) / (1 + squared / draws)
        reach = np.sqrt(squared * (value * (1 - value) / draws + squared / (4 * draws**2))) / (1 + squared / draws)
        return _measured(value, np.maximum(middle - reach, 0.0), np.minimum(middle + reach, 1.0))

    def _value(self, figure: Figure) -> Floats:
        return np.asarray(figure(self, np.ones((1, len(self.seats))), np.ones(1))[0])

    def _again(self, figure: Figure, seed: int) -> Floats:
        luck = np.random.default_rng(seed)
        deals = len(self.seats)
        some = (figure(self, luck.exponential(size=(PART, deals)), luck.exponential(size=PART)) for _ in range(PARTS))
        return np.concatenate(list(some))


def _by_deal(results: Sequence[Result]) -> list[list[Result]]:
    """The matches of each deal, in the order of the deals."""
    deals: dict[int, list[Result]] = {}
    for result in results:
        deals.setdefault(result.deal, []).append(result)
    return [deals[deal] for deal in sorted(deals)]


def _measured(value: Floats, low: Floats, high: Floats) -> list[Measured]:
    return [Measured(*map(float, each)) for each in zip(value, low, high, strict=True)]


def stretch(deals: int) -> float:
    """How much wider than a bell curve's an interval must be that rests on so few deals (Student), and was found by
    weighing them again, which shows a little less than their spread.
    """
    free = max(deals - 1, 1)
    hidden = float(np.sqrt((deals + 1) / free))
    if free <= len(STUDENT):
        return hidden * STUDENT[free - 1] / Z
    return hidden * (1 + (Z**2 + 1) / (4 * free) + (5 * Z**4 + 16 * Z**2 + 3) / (96 * free**2))


def _won(tally: _Tally, weights: Floats, _priors: Floats) -> Floats:
    return np.asarray((weights @ tally.wins) / np.maximum(weights @ tally.seats, TINY))


def _score(tally: _Tally, weights: Floats, _priors: Floats) -> Floats:
    return np.asarray((weights @ tally.points) / np.maximum(weights @ tally.seats, TINY))


def _above(tally: _Tally, weights: Floats, _priors: Floats) -> Floats:
    return np.asarray((weights @ tally.above) / np.maximum(weights @ tally.seats, TINY))


def _duels(tally: _Tally, weights: Floats, _priors: Floats) -> Floats:
    met = np.tensordot(weights, tally.met, 1)
    shares = np.tensordot(weights, tally.better, 1) / np.maximum(met, TINY)
    return np.asarray(shares).reshape(len(weights), -1)


def _ratings(tally: _Tally, weights: Floats, priors: Floats) -> Floats:
    """Elo ratings that make these results most likely (Bradley and Terry), with 1500 in the middle."""
    drawn = PRIOR * priors[:, None, None] * (1 - np.eye(tally.met.shape[1]))
    met = np.tensordot(weights, tally.met, 1) + 2 * drawn
    better = np.tensordot(weights, tally.better, 1) + drawn
    return elo(met, better)


def elo(met: Floats, better: Floats) -> Floats:
    """Ratings out of who met whom how often, and who was better how often; for many cases at once."""
    strength = np.ones(met.shape[:-1])
    wins = better.sum(-1)
    alone = ~met.any(-1)  # whoever met nobody is in the middle
    for _ in range(MOST_ROUNDS):
        before = strength
        expected = (met / (strength[..., :, None] + strength[..., None, :])).sum(-1)
        strength = np.where(alone, 1.0, wins / np.maximum(expected, TINY))
        strength = strength / np.exp(np.log(strength).mean(-1, keepdims=True))
        if np.abs(np.log(strength / before)).max() < CLOSE:
            break
    return np.asarray(MIDDLE + ELO * np.log(strength))
