"""Quinto for several: what every choice does for a player, by a network that sees the whole table.

It learned at tables with players of another kind (`lab/train/quinto/among.py`). It is shown the table after a turn,
before the next card is drawn, so one look at every choice is enough: no matches are played in the head.
"""

from collections.abc import Sequence
from functools import cached_property
from math import exp
from typing import NamedTuple

from cartable.bots.packed_network import Layer, packed_network
from cartable.games.quinto.acts import QuintoAct, QuintoLay, QuintoWrite
from cartable.games.quinto.bots.alone import INPUTS, KNOWN_AT, UNSEEN_AT, table_layer, table_places
from cartable.games.quinto.bots.features import MISSES, NUMBERS, SIZE, context_of
from cartable.games.quinto.bots.rivals import AIMS, RIVAL, rival_places
from cartable.games.quinto.bots.sheet_value import SCALE
from cartable.games.quinto.cards import KINDS, Announced, Grid, announced, lay
from cartable.games.quinto.sheet import AT, Sheet, full_rows, room, score_of, sheet_of, write
from cartable.games.quinto.view import QuintoView
from cartable.kernel import Seat, clockwise


class RivalAfter(NamedTuple):
    """A rival after a sum was offered: sheet, misses, points, whether that ends the match, and what the network is
    shown.
    """

    sheet: Sheet
    misses: int
    score: int
    ends: bool
    places: tuple[int, ...]


class Outlook(NamedTuple):
    """What a player may expect: the share of the others to end ahead of, and points, in units of `SCALE`. `cell` is
    where the number was written, if it was.
    """

    ahead: float
    points: float
    cell: int | None = None


class TablePosition(NamedTuple):
    """A table of several as one of them, `me`, sees it; `unseen` are the cards of the pile and of the others."""

    me: Seat
    active: Seat
    hand: tuple[str, ...]
    grid: Grid
    offer: Announced | None
    sheets: tuple[Sheet, ...]
    misses: tuple[int, ...]
    unseen: tuple[str, ...]

    @classmethod
    def of(cls, view: QuintoView, me: Seat) -> "TablePosition":
        sheets = tuple(map(sheet_of, view.sheets))
        grid = tuple(view.grid.values())
        return cls(me, view.active, view.hand, grid, view.announced, sheets, view.misses, view.unseen)

    @property
    def aim(self) -> float:
        """What an expert takes fifty points to be worth, beside being ahead of everybody."""
        return AIMS[len(self.sheets)].points(self.sheets)


Answers = dict[tuple[int, tuple[str, ...]], list[RivalAfter]]
"""What the rivals make of an offer, by its sum and colours."""


class TableEvaluator:
    """One position evaluated for its player. `points` is what fifty of them are worth beside being ahead of everybody;
    `answers` of the rivals may be known from a position in which nothing but the player's own sheet was another; `bias`
    is taken off the log-odds of being ahead.
    """

    def __init__(
        self, position: TablePosition, points: float, answers: Answers | None = None, bias: float = 0.0
    ) -> None:
        self._me, self._active, self._hand, self._grid, self._offer, self._sheets, self._misses, self._unseen = position
        self._seats = len(self._sheets)
        self._net = packed_network(__package__, f"table-{self._seats}.npz")
        self._points = points
        self._bias = bias
        self._scores = [score_of(sheet, missed).total for sheet, missed in zip(self._sheets, self._misses, strict=True)]
        self._answers: Answers = {} if answers is None else answers
        self._layers: dict[tuple[int, ...], Layer] = {}
        self._known_hidden: dict[Seat, Layer] = {}

    # --- what the network is shown ------------------------------------------------------------------------------------

    def _own(self, seat: Seat) -> Layer:
        """A seat's sheet, and what it must know of the match."""
        following = clockwise(self._active, self._seats)
        context = context_of(self._sheets, self._misses, seat, following, 0)
        cells = [at * NUMBERS + number for at, number in enumerate(self._sheets[seat])]
        return self._net.base + self._net.rows([*cells, *(SIZE * NUMBERS + place for place in context.places)])

    def _others(self, seat: Seat) -> list[Seat]:
        return [(seat + place) % self._seats for place in range(1, self._seats)]

    def _rivals(self, rivals: Sequence[RivalAfter]) -> Layer:
        """The rivals, the next one first."""
        total = 0
        for place, rival in enumerate(rivals):
            key = (place, *rival.places)
            if key not in self._layers:
                self._layers[key] = self._net.rows([INPUTS + place * RIVAL + at for at in rival.places])
            total += self._layers[key]
        return total

    def _as_is(self, seat: Seat) -> RivalAfter:
        sheet, missed, score = self._sheets[seat], self._misses[seat], self._scores[seat]
        return RivalAfter(sheet, missed, score, ends=False, places=tuple(rival_places(sheet, missed, score)))

    @cached_property
    def _base(self) -> Layer:
        """The player's own sheet and the cards not seen, without the hand."""
        unseen = [UNSEEN_AT + KINDS.index[card] for card in self._unseen]
        return self._own(self._me) + self._net.rows([*unseen, KNOWN_AT])

    def _hidden(self, seat: Seat) -> Layer:
        """Somebody whose hand is not known."""
        cards = [UNSEEN_AT + KINDS.index[card] for card in (*self._unseen, *self._hand)]
        rivals = self._rivals([self._as_is(other) for other in self._others(seat)])
        return self._own(seat) + self._net.rows([*cards, *table_places(self._grid, ())]) + rivals

    # --- what it is worth ---------------------------------------------------------------------------------------------

    def worth(self, outlook: Outlook) -> float:
        """The share of the others to end ahead of, and so much for the points."""
        return outlook.ahead + self._points * outlook.points

    def _said(self, first: Layer, cell: int | None = None) -> Outlook:
        points, ahead = self._net.both(first)
        return Outlook(_share(ahead - self._bias), points, cell)

    def sure(self, score: int, others: Sequence[int], cell: int | None = None) -> Outlook:
        """Where the match ends: the share of the others one is ahead of, a tie for a half."""
        ahead = sum(1.0 if score > other else 0.5 if score == other else 0.0 for other in others)
        return Outlook(ahead / len(others), score / SCALE, cell)

    def _miss(self, seat: Seat) -> Layer:
        """What one miss more adds."""
        at = SIZE * NUMBERS + min(self._misses[seat], MISSES - 1)
        return self._net.row(min(at + 1, SIZE * NUMBERS + MISSES - 1)) - self._net.row(at)

    def _options(
        self, seat: Seat, first: Layer, offer: Announced, others: Sequence[RivalAfter]
    ) -> dict[int | None, Outlook]:
        """What may be expected after writing what is offered in each cell, or nowhere."""
        sheet, missed = self._sheets[seat], self._misses[seat] + (seat == self._active)
        counted, over = [other.score for other in others], any(other.ends for other in others)
        found: dict[int | None, Outlook] = {}
        if over or missed >= MISSES:
            found[None] = self.sure(score_of(sheet, missed).total, counted)
        else:
            found[None] = self._said(first + self._miss(seat) if seat == self._active else first)
        for cell in room(sheet, offer.sum, offer.colours) if offer.writable else ():
            after = write(sheet, cell, offer.sum)
            if over or full_rows(after) >= 2:
                found[cell] = self.sure(score_of(after, self._misses[seat]).total, counted, cell)
            else:
                at = cell * NUMBERS
                found[cell] = self._said(first + self._net.row(at + offer.sum) - self._net.row(at), cell)
        return found

    def answers(self, offer: Announced) -> list[RivalAfter]:
        """What the rivals will make of an offer, as far as one can tell without their hands."""
        key = (offer.sum, offer.colours)
        found = self._answers.get(key)
        if found is None:
            found = self._answers[key] = [self._answer(seat, offer) for seat in self._others(self._me)]
        return found

    def _answer(self, seat: Seat, offer: Announced) -> RivalAfter:
        if seat not in self._known_hidden:
            self._known_hidden[seat] = self._hidden(seat)
        as_is = [self._as_is(other) for other in self._others(seat)]
        cell = max(self._options(seat, self._known_hidden[seat], offer, as_is).values(), key=self.worth).cell
        sheet, missed = self._sheets[seat], self._misses[seat]
        if cell is not None:
            sheet = write(sheet, cell, offer.sum)
        elif seat == self._active:
            missed += 1
        score = score_of(sheet, missed).total
        ends = full_rows(sheet) >= 2 or missed >= MISSES
        return RivalAfter(sheet, missed, score, ends, tuple(rival_places(sheet, missed, score)))

    def now(self, seat: Seat) -> Outlook:
        """As things stand: what a seat may expect."""
        return self._said(self._seen_by(seat))

    def log_odds(self) -> list[float]:
        """As things stand: everybody's log-odds of being ahead of the others, without the bias."""
        return [self._net.both(self._seen_by(seat))[1] for seat in range(self._seats)]

    def _seen_by(self, seat: Seat) -> Layer:
        """The table as it is to a seat, whose hand is known if it is the player's own."""
        if seat != self._me:
            return self._hidden(seat)
        rivals = self._rivals([self._as_is(other) for other in self._others(seat)])
        return self._base + table_layer(self._net, self._grid, self._hand) + rivals

    # --- every choice -------------------------------------------------------------------------------------------------

    def weigh(self, acts: Sequence[QuintoAct]) -> list[float]:
        """What each act is worth."""
        return [self.worth(outlook) for outlook in self.outlooks(acts)]

    def outlooks(self, acts: Sequence[QuintoAct]) -> list[Outlook]:
        """What may be expected after each act; of a lay, with the best use of its sum."""
        if self._offer is None:
            return [self._laying(act) for act in acts if isinstance(act, QuintoLay)]
        rivals = self.answers(self._offer)
        first = self._base + table_layer(self._net, self._grid, self._hand) + self._rivals(rivals)
        ways = self._options(self._me, first, self._offer, rivals)
        return [ways[AT[act.cell] if isinstance(act, QuintoWrite) else None] for act in acts]

    def _laying(self, act: QuintoLay) -> Outlook:
        grid, _ = lay(self._grid, act.on)
        offer = announced(grid, act.on[-1][1])
        laid = [card for card, _ in act.on]
        kept = [card for card in self._hand if card not in laid]
        rivals = self.answers(offer)
        first = self._base + table_layer(self._net, grid, kept) + self._rivals(rivals)
        return max(self._options(self._me, first, offer, rivals).values(), key=self.worth)


def _share(logit: float) -> float:
    return 1 / (1 + exp(-max(min(logit, 30.0), -30.0)))
