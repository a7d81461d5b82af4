"""Quinto: what every choice does for a player's chances, by the learned value of sheets."""

from functools import cached_property
from typing import Final

from cartable.bots.packed_network import PackedNetwork, packed_network
from cartable.bots.win_chance import win_chances
from cartable.games.quinto.acts import QuintoAct, QuintoLay, QuintoWrite
from cartable.games.quinto.bots.features import cells_to_go, context_of
from cartable.games.quinto.bots.sheet_value import SCALE, Forecast, SheetValue
from cartable.games.quinto.cards import COLOURS, Announced, Grid, announced, lay
from cartable.games.quinto.sheet import AT, sheet_of
from cartable.games.quinto.view import QuintoView
from cartable.kernel import Seat, clockwise

AHEAD: Final = {1: 0.5, 2: 0.3, 3: 0.2, 4: 0.1}
"""The weight of what the kept cards could bring on the grid as it is left. With more players less of it remains."""

DOUBT: Final = 9.0
"""A variance in points squared, added because nobody knows what the others hold, even near the end."""

SCORE_WEIGHT: Final = 0.1
"""The weight of a point beside the chance to win, so that a player whose result is decided still plays well."""

SOON: Final = 0.6
LONG: Final = 14
"""When a rival is close to two full rows, points already scored count more than expected ones: the match may end soon.
`SOON` is the largest weight of that; it is zero while the rival still lacks `LONG` cells.
"""

ROW_OF: Final = {colour: row for row, colour in enumerate(COLOURS)}


class QuintoEvaluator:
    """One view evaluated for one player. Alone, points count; among others, the chance to win."""

    def __init__(self, view: QuintoView, me: Seat, net: PackedNetwork, score_weight: float) -> None:
        self.me = me
        self.net = net
        self.score_weight = score_weight
        self.hand = view.hand
        self.grid: Grid = tuple(view.grid.values())
        self.active = view.active
        sheets = [sheet_of(numbers) for numbers in view.sheets]
        seats = len(sheets)
        self._ahead = AHEAD[seats]
        self.others = [seat for seat in range(seats) if seat != me]
        to_go = min((cells_to_go(sheets[seat]) for seat in self.others), default=LONG)
        self._soon = SOON * max(0.0, 1 - to_go / LONG)
        following, left = clockwise(view.active, seats), view.pile + len(view.hand) - (view.announced is None)
        self.sheet_values = [
            SheetValue(net, sheet, view.misses[seat], context_of(sheets, view.misses, seat, following, left))
            for seat, sheet in enumerate(sheets)
        ]

    @property
    def own(self) -> SheetValue:
        """The player's own sheet."""
        return self.sheet_values[self.me]

    @cached_property
    def otherwise(self) -> Forecast:
        """The player's own sheet if nothing is written."""
        return self.own.missed if self.active == self.me else self.own.now

    def answers(self, offer: Announced) -> list[Forecast]:
        """What the others will make of an offer, each for their own sheet."""
        forecasts = []
        for seat in self.others:
            value = self.sheet_values[seat]
            otherwise = value.missed if seat == self.active else value.now
            forecasts.append(value.best(offer, otherwise))
        return forecasts

    def worth_of(self, mine: Forecast, others: list[Forecast]) -> float:
        """What this is worth: alone the points, else the chance to win, and a little for the points."""
        if not others:
            return mine.points
        if mine.ends or any(forecast.ends for forecast in others):
            best = max(forecast.sure for forecast in others)
            won = 1.0 if mine.sure > best else 0.5 if mine.sure == best else 0.0
            return won + self.score_weight * mine.sure
        forecasts = [
            forecast._replace(points=forecast.points + self._soon * (forecast.sure - forecast.points))
            for forecast in (mine, *others)
        ]
        return shares_of_victory(forecasts)[0] + self.score_weight * forecasts[0].points

    def worth(self, act: QuintoAct, offer: Announced | None) -> float:
        """What an act is worth."""
        match act:
            case QuintoLay(on):
                grid, _ = lay(self.grid, on)
                made = announced(grid, on[-1][1])
                mine, others = self.own.best(made, self.otherwise), self.answers(made)
                if not mine.ends:
                    laid = [card for card, _ in on]
                    mine = mine._replace(points=mine.points + self._ahead * self._next(grid, laid))
                return self.worth_of(mine, others)
            case QuintoWrite(cell) if offer is not None:
                return self.worth_of(self.own.written(AT[cell], offer.sum), self.answers(offer))
            case _:
                return self.worth_of(self.otherwise, self.answers(offer) if offer is not None else [])

    def _next(self, grid: Grid, laid: list[str]) -> float:
        """What the cards kept could bring on a grid, as the sheet is now: at best, and at worst a miss."""
        most, now = -5.0, self.own.now.points
        for card in self.hand:
            if card in laid:
                continue
            for place in "ab":  # each place across gives the same sum
                offer = announced(lay(grid, ((card, place),))[0], place)
                if offer.writable:
                    best = max(self.own.best_in(ROW_OF[colour], offer.sum).value for colour in offer.colours)
                    most = max(most, best * SCALE - now)
        return min(most, 50.0)


def shares_of_victory(forecasts: list[Forecast]) -> list[float]:
    """Everybody's share of the victory."""
    variances = [forecast.spread + DOUBT / 2 for forecast in forecasts]
    return [float(share) for share in win_chances([forecast.points for forecast in forecasts], variances)]


def evaluate(view: QuintoView, me: Seat, score_weight: float = SCORE_WEIGHT) -> QuintoEvaluator:
    """The view, evaluated with the network for this number of players."""
    return QuintoEvaluator(view, me, packed_network(__package__, f"sheet-{len(view.sheets)}.npz"), score_weight)


def weigh(view: QuintoView, me: Seat, legal: tuple[QuintoAct, ...], score_weight: float = SCORE_WEIGHT) -> list[float]:
    """The value of each act: the chance to win, or alone the expected points."""
    evaluated = evaluate(view, me, score_weight)
    return [evaluated.worth(act, view.announced) for act in legal]
