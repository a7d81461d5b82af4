"""Quinto: a view studied with a learned value: what every choice does for one's chances."""

from functools import cached_property
from typing import Final

import numpy as np

from cartable.bots.network import Network, network
from cartable.bots.odds import victories
from cartable.bots.quinto.prospect import Hope, Prospect, cells_to_go, context_of
from cartable.games.quinto.acts import Lay, QuintoAct, Write
from cartable.games.quinto.cards import COLOURS
from cartable.games.quinto.grid import Announced, Grid, announced, lay
from cartable.games.quinto.sheet import AT, sheet_of
from cartable.games.quinto.view import QuintoView
from cartable.kernel import Seat, clockwise

AHEAD: Final = {1: 0.5, 2: 0.3, 3: 0.2, 4: 0.1}
"""How much it counts what the cards kept could bring on the grid that is left: the more players, the less stays."""

DOUBT: Final = 9.0
"""Points squared: nobody knows what the others hold, even near the end."""

TASTE: Final = 0.1
"""What a point is worth beside the chances to win: who cannot win or lose any more still plays well."""

SOON: Final = 0.6
LONG: Final = 14
"""The fewer cells somebody else lacks for two rows, the more it counts what one has rather than what one hopes for: not
everybody waits for the best number. At most so much, and not at all while so many cells are lacking.
"""

ROW_OF: Final = {colour: row for row, colour in enumerate(COLOURS)}


class Study:
    """What a player makes of a view. Alone it is points that count; among others, winning."""

    def __init__(self, view: QuintoView, me: Seat, net: Network, taste: float) -> None:
        self.me = me
        self.net = net
        self.taste = taste
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
        self.prospects = [
            Prospect(net, sheet, view.misses[seat], context_of(sheets, view.misses, seat, following, left))
            for seat, sheet in enumerate(sheets)
        ]

    @property
    def own(self) -> Prospect:
        """The own sheet."""
        return self.prospects[self.me]

    @cached_property
    def otherwise(self) -> Hope:
        """The own sheet if nothing is written."""
        return self.own.missed if self.active == self.me else self.own.now

    def answers(self, offer: Announced) -> list[Hope]:
        """What the others will make of an offer, each for the own sheet."""
        hopes = []
        for seat in self.others:
            prospect = self.prospects[seat]
            otherwise = prospect.missed if seat == self.active else prospect.now
            hopes.append(prospect.best(offer, otherwise))
        return hopes

    def worth_of(self, mine: Hope, others: list[Hope]) -> float:
        """What this is worth: alone the points, else the chance to win, and a little for the points."""
        if not others:
            return mine.points
        if mine.ends or any(hope.ends for hope in others):
            best = max(hope.sure for hope in others)
            won = 1.0 if mine.sure > best else 0.5 if mine.sure == best else 0.0
            return won + self.taste * mine.sure
        hopes = [hope._replace(points=hope.points + self._soon * (hope.sure - hope.points)) for hope in (mine, *others)]
        return chances(hopes)[0] + self.taste * hopes[0].points

    def worth(self, act: QuintoAct, offer: Announced | None) -> float:
        """What an act is worth."""
        match act:
            case Lay(on):
                grid, _ = lay(self.grid, on)
                made = announced(grid, on[-1][1])
                mine, others = self.own.best(made, self.otherwise), self.answers(made)
                if not mine.ends:
                    laid = [card for card, _ in on]
                    mine = mine._replace(points=mine.points + self._ahead * self._next(grid, laid))
                return self.worth_of(mine, others)
            case Write(cell) if offer is not None:
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
                    rows = [ROW_OF[colour] for colour in offer.colours]
                    most = max(most, float(self.own.best_in_row[rows, offer.sum].max()) - now)
        return float(np.clip(most, -5.0, 50.0))


def chances(hopes: list[Hope]) -> list[float]:
    """Everybody's share of the victory."""
    variances = [hope.spread + DOUBT / 2 for hope in hopes]
    return [float(share) for share in victories([hope.points for hope in hopes], variances)]


def study(view: QuintoView, me: Seat, taste: float = TASTE) -> Study:
    """The view as the network for so many players sees it."""
    return Study(view, me, network(__package__, f"sheet-{len(view.sheets)}.npz"), taste)


def weigh(view: QuintoView, me: Seat, legal: tuple[QuintoAct, ...], taste: float = TASTE) -> list[float]:
    """What each act does for one's chances; alone, for one's points."""
    studied = study(view, me, taste)
    return [studied.worth(act, view.announced) for act in legal]
