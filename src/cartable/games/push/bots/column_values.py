"""Push: what columns are worth to whom, and what the next card can be expected to bring. Exact, from the view alone."""

from collections.abc import Iterator
from typing import Final

from cartable.games.push.cards import CLASHES, DICE, SWITCH, value
from cartable.games.push.state import COLUMNS, choosers
from cartable.games.push.view import PushView
from cartable.kernel import Seat

FACES: Final = 6

Columns = tuple[tuple[str, ...], ...]
ColumnSummary = tuple[int, bool]
"""A column as its taker counts it: points, and whether the die comes with it."""


def summary_of(column: tuple[str, ...]) -> ColumnSummary:
    """What lies in a column."""
    return sum(map(value, column)), DICE in column


def placements(card: str, columns: Columns) -> Iterator[int]:
    """Where a card may go, counted from 0; one past the last is a new column (PUSH-11 to 13)."""
    clashes = CLASHES[card]
    for at, column in enumerate(columns):
        if clashes.isdisjoint(column):
            yield at
    if len(columns) < COLUMNS:
        yield len(columns)


def placed(card: str, at: int, columns: Columns) -> Columns:
    """The columns with a card put there."""
    grown = (*columns[at], card) if at < len(columns) else (card,)
    return (*columns[:at], grown, *columns[at + 1 :])


class ColumnValues:
    """One turn as one player sees it. A value is their gain in points, less `envy` times what the others gain."""

    def __init__(self, view: PushView, me: Seat, envy: float, fear: float = 1.0) -> None:
        self.view = view
        self.me = me
        self.envy = envy
        exposed = [sum(map(value, zone.shown)) for zone in view.zones]
        faces = 2 if view.risk else 1  # PUSH-38: the star takes everything
        # Each face-up card is lost with the same chance: what a roll costs on average is a share of what lies open.
        self._lost = faces / FACES
        self._exposed = [points * (fear if seat == me else 1.0) for seat, points in enumerate(exposed)]
        self._stops: dict[tuple[object, ...], float] = {}
        self._takers = [self._order(view.active, switches) for switches in (view.switches, view.switches + 1)]

    def _order(self, active: Seat, switches: int) -> tuple[Seat, ...]:
        """Who chooses after the active player, in order (PUSH-23, PUSH-24)."""
        return choosers(active, len(self.view.zones), switches)

    def gain(self, seat: Seat, column: ColumnSummary) -> float:
        """What taking a column brings on average, the die's toll on the whole zone counted (PUSH-18)."""
        points, die = column
        return points - (self._exposed[seat] + points) * self._lost if die else points

    def roll(self) -> float:
        """What a bare roll of the die costs (PUSH-30)."""
        return self._exposed[self.me] * self._lost

    def shared(self, heaps: list[ColumnSummary], takers: tuple[Seat, ...]) -> float:
        """The value of what follows when these take columns, each what is best for their own zone."""
        total = 0.0
        left = list(heaps)
        for seat in takers:
            if not left:
                break
            gains = [self.gain(seat, column) for column in left]
            best = max(gains)
            left.pop(gains.index(best))
            total += best if seat == self.me else -self.envy * best
        return total

    def taking(self, at: int, heaps: list[ColumnSummary], then: tuple[Seat, ...]) -> float:
        """The value of taking one column while the others are left to those who choose next."""
        return self.gain(self.me, heaps[at]) + self.shared([*heaps[:at], *heaps[at + 1 :]], then)

    def stop(self, heaps: list[ColumnSummary], switched: int = 0) -> float:
        """The value of stopping now, with the best column; `switched`: after one more Switch card."""
        key = (switched, *heaps)
        best = self._stops.get(key)
        if best is None:
            takers = self._takers[switched]
            best = self._stops[key] = max([self.taking(at, heaps, takers) for at in range(len(heaps))])
        return best

    def after(self, seat: Seat) -> tuple[Seat, ...]:
        """Who chooses after `seat` in the share-out under way."""
        takers = self._takers[0]
        return takers[takers.index(seat) + 1 :] if seat in takers else takers

    def draw(self, columns: Columns) -> float:
        """The value of drawing: over all cards left, each placed where it serves best, then stopping."""
        heaps = [summary_of(column) for column in columns]
        bust = -self.roll() + self.shared(heaps, self._takers[0])
        switch = self.stop(heaps, 1) if heaps else 0.0
        known: dict[tuple[int, str], float] = {}
        total, size = 0.0, 0
        for card, count in self.view.left.items():
            size += count
            if card == SWITCH:
                total += count * switch
                continue
            best: float | None = None
            for at in placements(card, columns):
                key = (at, card[-1])
                worth = known.get(key)
                if worth is None:
                    worth = known[key] = self.stop(_grown(heaps, card, at))
                if best is None or worth > best:
                    best = worth
            total += count * (bust if best is None else best)
        return total / size if size else bust


def _grown(heaps: list[ColumnSummary], card: str, at: int) -> list[ColumnSummary]:
    """The heaps with a card put there."""
    points, die = heaps[at] if at < len(heaps) else (0, False)
    return [*heaps[:at], (points + value(card), die or card == DICE), *heaps[at + 1 :]]
