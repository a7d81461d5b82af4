"""Quinto alone: what a sheet will come to, given the cards held, the grid and the cards still in the pile.

The network learned by playing alone on the batch simulator (`lab/train/quinto/batch.py`). It is shown a sheet after a
turn, before the next card is drawn, so one look at every choice is enough: no matches are played in the head.
"""

from collections.abc import Sequence
from functools import cached_property
from typing import Final

from cartable.bots.packed_network import Layer, PackedNetwork, packed_network
from cartable.games.quinto.acts import QuintoAct, QuintoLay, QuintoWrite
from cartable.games.quinto.bots.features import CONTEXT, LEFT, MISSES, NUMBERS, SIZE, context_of
from cartable.games.quinto.bots.sheet_value import Forecast, forecast
from cartable.games.quinto.cards import COLOURS, KINDS, NOTHING, VALUE, Announced, Grid, On, announced, lay
from cartable.games.quinto.sheet import AT, full_rows, room, score_of, sheet_of, write
from cartable.games.quinto.view import QuintoView

LOWEST_TWO: Final = -4
TWOS: Final = 17
KINDS_OF_TWO: Final = 8 * TWOS
"""Two cards of the grid that lie across from one another: one of eight sets of colours, and a sum from -4 to 12."""

UNSEEN_AT: Final = SIZE * NUMBERS + CONTEXT
LEFT_AT: Final = UNSEEN_AT - LEFT
KNOWN_AT: Final = UNSEEN_AT + len(KINDS.names)
HAND_AT: Final = KNOWN_AT + 1
TWO_AT: Final = HAND_AT + len(KINDS.names)
OFFER_AT: Final = TWO_AT + KINDS_OF_TWO
INPUTS: Final = OFFER_AT + len(COLOURS) * (NUMBERS - 1)
"""What the network is shown: every cell's number and the context (see `features`), the cards not seen, a one, the cards
held, the two pairs of the grid by kind, and how many held cards make each sum in each row with one of the pairs.
"""

_LETTERS: Final = {"O": 1, "Y": 2, "P": 4, "X": 0}
_PAIRS: Final = (("a", (1, 2)), ("b", (0, 3)))
"""A place, and the two cards that one laid there is added to."""

_ROW_OF: Final = {colour: row for row, colour in enumerate(COLOURS)}


def table_places(grid: Grid, hand: Sequence[str]) -> list[int]:
    """Which features of the grid, and of what the hand makes of it, are set; some more than once."""
    places = []
    for place, (one, other) in _PAIRS:
        colours = _LETTERS[grid[one][0]] | _LETTERS[grid[other][0]]
        places.append(TWO_AT + colours * TWOS + VALUE[grid[one]] + VALUE[grid[other]] - LOWEST_TWO)
        for card in hand:
            offer = announced(lay(grid, ((card, place),))[0], place)
            if offer.sum > 0:
                places += [OFFER_AT + _ROW_OF[colour] * (NUMBERS - 1) + offer.sum - 1 for colour in offer.colours]
    return places


def table_layer(net: PackedNetwork, grid: Grid, hand: Sequence[str]) -> Layer:
    """What a grid and the cards held add to the first layer."""
    return net.rows([*table_places(grid, hand), *(HAND_AT + KINDS.index[card] for card in hand)])


class AloneEvaluator:
    """The one sheet of a match alone, with all that could be done next."""

    def __init__(self, view: QuintoView) -> None:
        self._net = packed_network(__package__, "alone.npz")
        self._sheet = sheet_of(view.sheets[0])
        self._misses = view.misses[0]
        self._hand = view.hand
        self._grid: Grid = tuple(view.grid.values())
        self._offer = view.announced
        self._left = view.pile + len(view.hand)
        places = [at * NUMBERS + number for at, number in enumerate(self._sheet)]
        places += [UNSEEN_AT + KINDS.index[card] for card in view.unseen]
        context = context_of([self._sheet], view.misses, 0, 0, self._left).layer(self._net)
        self._base: Layer = self._net.base + context + self._net.rows([*places, KNOWN_AT])

    def now(self) -> Forecast:
        """Where the sheet is headed as things stand."""
        sure = score_of(self._sheet, self._misses).total
        return forecast(self._net.both(self._base + table_layer(self._net, self._grid, self._hand)), sure)

    @cached_property
    def otherwise(self) -> Forecast:
        """What is announced is not written: a miss (QUIN-18)."""
        return self._missed(table_layer(self._net, self._grid, self._hand))

    def writing(self) -> dict[int, Forecast]:
        """Every way to write what is announced, by cell."""
        ways = self._written(table_layer(self._net, self._grid, self._hand), self._offer or NOTHING)
        return {way.cell: way for way in ways if way.cell is not None}

    def laying(self, lays: Sequence[On]) -> list[Forecast]:
        """The sheet after each way to lay, with the best use of its sum."""
        found = []
        for on in lays:
            grid = lay(self._grid, on)[0]
            table = self._laid(grid, on)
            leave, ways = self._missed(table), self._written(table, announced(grid, on[-1][1]))
            if self._left == len(on):  # QUIN-33: after the last card all is known
                options = [way._replace(points=float(way.sure), spread=0.0, ends=True) for way in (leave, *ways)]
            else:
                options = [leave, *ways]
            found.append(max(options, key=lambda way: way.points))
        return found

    def weigh(self, acts: Sequence[QuintoAct]) -> list[float]:
        """The points to expect after each act."""
        if self._offer is None:
            return [forecast.points for forecast in self.laying([act.on for act in acts if isinstance(act, QuintoLay)])]
        ways = self.writing()
        return [ways[AT[act.cell]].points if isinstance(act, QuintoWrite) else self.otherwise.points for act in acts]

    # --- by the network ----------------------------------------------------------------------------------------------

    def _laid(self, grid: Grid, on: On) -> Layer:
        """What a grid and the cards kept add to the first layer, and that fewer cards are left."""
        laid = [card for card, _ in on]
        kept = table_layer(self._net, grid, [card for card in self._hand if card not in laid])
        now, then = _counted(self._left), _counted(self._left - len(on))
        return kept + self._net.row(LEFT_AT + then) - self._net.row(LEFT_AT + now)

    def _missed(self, table: Layer) -> Forecast:
        """One miss more (QUIN-18); the fourth ends the match (QUIN-23)."""
        sure = score_of(self._sheet, self._misses + 1).total
        if self._misses + 1 >= MISSES:
            return Forecast(float(sure), 0.0, sure, ends=True, cell=None)
        at = SIZE * NUMBERS + self._misses
        more = self._base - self._net.row(at) + self._net.row(at + 1)
        return forecast(self._net.both(more + table), sure)

    def _written(self, table: Layer, offer: Announced) -> list[Forecast]:
        """Every way to write what is announced."""
        found = []
        for cell in room(self._sheet, offer.sum, offer.colours) if offer.writable else ():
            after = write(self._sheet, cell, offer.sum)
            sure = score_of(after, self._misses).total
            if full_rows(after) >= 2:  # the match would end, and all would be known
                found.append(Forecast(float(sure), 0.0, sure, ends=True, cell=cell))
            else:
                at = cell * NUMBERS
                first = self._base + table + self._net.row(at + offer.sum) - self._net.row(at)
                found.append(forecast(self._net.both(first), sure)._replace(cell=cell))
        return found


def _counted(left: int) -> int:
    return min(max(left, 0), LEFT - 1)
