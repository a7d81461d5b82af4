"""Quinto: one match played on in the head, in which everybody plays by the network.

It does the same as `batch_table`, which plays many at once for training: `tests/bots/test_quinto_playouts.py`.
"""

from math import inf
from typing import NamedTuple

from cartable.bots.packed_network import PackedNetwork
from cartable.bots.quinto.features import MISSES, context_of
from cartable.bots.quinto.lay_shapes import ACROSS, CARD_BITS, CARD_VALUES, COVERED, GRID, HELD, NONE, PILE, SHAPES
from cartable.bots.quinto.luck import PlayoutLuck
from cartable.bots.quinto.sheet_value import NEVER, BestCell, SheetValue
from cartable.games.quinto.cards import HAND
from cartable.games.quinto.sheet import Sheet, full_rows, write
from cartable.kernel import Seat


class SheetValues:
    """Values of sheets by what they depend on: many matches of one decision share them."""

    def __init__(self, net: PackedNetwork) -> None:
        self._net = net
        self._known: dict[object, SheetValue] = {}

    def of(self, sheets: list[Sheet], misses: list[int], seat: Seat, following: Seat) -> SheetValue:
        """The value of a seat's sheet, with `following` to lay next."""
        context = context_of(sheets, misses, seat, following, 0)
        key = (sheets[seat], context)
        found = self._known.get(key)
        if found is None:
            found = self._known[key] = SheetValue(self._net, sheets[seat], misses[seat], context)
        return found


class ChosenLay(NamedTuple):
    """A way to lay: what it offers, what it leaves, and where the sum is written; NEVER: nowhere."""

    sum: int
    bits: int
    grid: list[int]
    kept: list[int]
    writes: BestCell


class Playout:
    """A match of several players from a moment on."""

    def __init__(self, values: SheetValues, ahead: float, sheets: list[Sheet], misses: list[int]) -> None:
        self.sheets = sheets
        self.misses = misses
        self.hands = [[NONE] * HAND for _ in sheets]
        self.grid: list[int] = []
        self.where: list[int] = []
        self._values = values
        self._ahead = ahead
        self.over = self._ended()

    def value(self, seat: Seat, following: Seat) -> SheetValue:
        """The sheet of a seat, with `following` to lay next."""
        return self._values.of(self.sheets, self.misses, seat, following)

    def turn(self, me: Seat, luck: PlayoutLuck) -> None:
        """One turn; nothing if it is over."""
        if self.over:
            return
        following = (me + 1) % len(self.sheets)
        values = [self.value(seat, following) for seat in range(len(self.sheets))]
        laid = self._best_lay(values[me], self.hands[me])
        if laid is None:  # no cards are left anywhere
            self.over = True
            return
        self._put(me, laid, misses=laid.writes.value <= values[me].missed_value)
        for seat, value in enumerate(values):
            if seat != me:
                best = value.offered(laid.sum, laid.bits)
                if best.value > value.now_value:
                    self.sheets[seat] = write(self.sheets[seat], best.cell, laid.sum)
        self.over = self._ended()
        self.draw(me, luck)

    def draw(self, me: Seat, luck: PlayoutLuck) -> None:
        """QUIN-20, QUIN-22. Without a card in any hand it is over."""
        hand, where = self.hands[me], self.where
        for slot in range(HAND):
            lots = luck.next_lots()
            self._reshuffle()
            pile = [card for card, place in enumerate(where) if place == PILE]
            if hand[slot] == NONE and pile and not self.over:
                hand[slot] = max(pile, key=lots.__getitem__)
                where[hand[slot]] = HELD
        self._reshuffle()
        self.over = self.over or all(card == NONE for each in self.hands for card in each)

    def _ended(self) -> bool:
        return any(missed >= MISSES for missed in self.misses) or any(full_rows(sheet) >= 2 for sheet in self.sheets)

    def _reshuffle(self) -> None:
        if PILE not in self.where:
            self.where[:] = [PILE if place == COVERED else place for place in self.where]

    def _best_lay(self, mine: SheetValue, hand: list[int]) -> ChosenLay | None:
        """A part of what the cards kept could bring counts; where nothing can be written well a miss is taken."""
        there = [*hand, *self.grid, NONE]
        missed, now, most = mine.missed_value, mine.now_value, -inf
        found: ChosenLay | None = None
        for added, grid, kept, (first, second) in SHAPES:
            one, other = hand[first], hand[second]
            if NONE in (one, other) or CARD_VALUES[one] != CARD_VALUES[other]:
                continue
            a, b, c = (there[at] for at in added)
            total, bits = CARD_VALUES[a] + CARD_VALUES[b] + CARD_VALUES[c], CARD_BITS[a] | CARD_BITS[b] | CARD_BITS[c]
            best = mine.offered(total, bits)
            after, left = [there[at] for at in grid], [there[at] for at in kept]
            gain = min(max(_then(mine, after, left) - now, -0.1), 1.0)
            worth = max(best.value, missed) + self._ahead * gain
            if worth > most:
                most, found = worth, ChosenLay(total, bits, after, left, best)
        return found

    def _put(self, me: Seat, laid: ChosenLay, *, misses: bool) -> None:
        if misses:
            self.misses[me] += 1
        else:
            self.sheets[me] = write(self.sheets[me], laid.writes.cell, laid.sum)
        for place, cards in ((COVERED, self.grid), (GRID, laid.grid)):
            for card in cards:
                self.where[card] = place
        self.grid = laid.grid
        self.hands[me] = [*laid.kept, NONE]


def _then(mine: SheetValue, grid: list[int], kept: list[int]) -> float:
    """The best that the cards kept could bring on the grid that is left."""
    most = NEVER
    for card in kept:
        for one, two in ACROSS if card != NONE else ():
            total = CARD_VALUES[card] + CARD_VALUES[grid[one]] + CARD_VALUES[grid[two]]
            bits = CARD_BITS[card] | CARD_BITS[grid[one]] | CARD_BITS[grid[two]]
            most = max(most, mine.offered(total, bits).value)
    return most
