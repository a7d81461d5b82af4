"""Quinto for several: a second look ahead for whoever lays next.

Whoever writes what somebody else laid, and then lays, knows the cards and the grid for it: what the best lay after each
way to write is worth tells more than one look at the sheet. No card is drawn in between, so nothing is left to chance.
"""

from collections.abc import Sequence
from functools import cached_property
from typing import Final

from cartable.games.quinto.acts import LAY, QuintoAct, QuintoLay, QuintoWrite
from cartable.games.quinto.bots.features import MISSES
from cartable.games.quinto.bots.table_value import Answers, TableEvaluator, TablePosition
from cartable.games.quinto.sheet import AT, full_rows, score_of, write
from cartable.games.quinto.view import QuintoView
from cartable.kernel import Seat, clockwise

MOST: Final = 6
"""So many of the best choices by one look get a second one."""


class SecondLook:
    """One view weighed for its player, with a second look where it helps. `points`, `bias`: see `TableEvaluator`."""

    def __init__(self, view: QuintoView, me: Seat, points: float | None = None, bias: float = 0.0) -> None:
        self._position = TablePosition.of(view, me)
        self._points = self._position.aim if points is None else points
        self._bias = bias
        self.first = TableEvaluator(self._position, self._points, bias=bias)
        """One look."""
        self._answers: Answers = {}

    @property
    def helps(self) -> bool:
        """Does the player write now, and lay next?"""
        now = self._position
        return now.offer is not None and clockwise(now.active, len(now.sheets)) == now.me

    def best(self, legal: Sequence[QuintoAct]) -> QuintoAct:
        """The best act."""
        worths = self.first.weigh(legal)
        if not self.helps:
            return legal[worths.index(max(worths))]
        likely = sorted(range(len(legal)), key=worths.__getitem__, reverse=True)[:MOST]
        again = self.weigh([legal[at] for at in likely])
        return legal[likely[again.index(max(again))]]

    def weigh(self, acts: Sequence[QuintoAct]) -> list[float]:
        """What each act is worth, see `TableEvaluator.weigh`."""
        if not self.helps:
            return self.first.weigh(acts)
        return [self._then(AT[act.cell] if isinstance(act, QuintoWrite) else None) for act in acts]

    @cached_property
    def _lays(self) -> list[QuintoLay]:
        """The ways to lay one card next. Two at once are left out: they take long, and are rarely better."""
        return [way for card in self._position.hand for way in LAY[card]]

    def _then(self, cell: int | None) -> float:
        """The best lay after a way to write, and after what the others are likely to write."""
        now = self._position
        if now.offer is None:
            raise TypeError("there is nothing to write")
        sheets, misses, me = list(now.sheets), list(now.misses), now.me
        if cell is not None:
            sheets[me] = write(sheets[me], cell, now.offer.sum)
        rivals = self.first.answers(now.offer)
        for place, rival in enumerate(rivals, 1):
            seat = (me + place) % len(sheets)
            sheets[seat], misses[seat] = rival.sheet, rival.misses
        if any(full_rows(sheet) >= 2 for sheet in sheets) or max(misses) >= MISSES:
            counted = [rival.score for rival in rivals]
            return self.first.worth(self.first.sure(score_of(sheets[me], misses[me]).total, counted))
        after = now._replace(active=me, offer=None, sheets=tuple(sheets), misses=tuple(misses))
        return max(TableEvaluator(after, self._points, self._answers, self._bias).weigh(self._lays))
