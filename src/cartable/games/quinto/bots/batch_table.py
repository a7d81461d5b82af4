"""Quinto: many matches at once in arrays, in which everybody plays by one network."""

from typing import NamedTuple, Protocol

from cartable.bots.arrays import NDArray, np
from cartable.bots.network import Floats, Network
from cartable.games.quinto.bots.batch_lays import WAYS, LayBatch, offers, ways
from cartable.games.quinto.bots.batch_sheets import (
    ROWS,
    SIZE,
    Flags,
    Ints,
    contexts,
    empty_cells,
    ended,
    inputs,
    points,
    writable,
)
from cartable.games.quinto.bots.features import MISSES, NUMBERS
from cartable.games.quinto.bots.lay_shapes import ACROSS, CARDS, COVERED, GRID, HELD, NONE, PILE
from cartable.games.quinto.bots.sheet_value import NEVER, SCALE
from cartable.games.quinto.cards import HAND
from cartable.games.quinto.sheet import ROW


class BatchPosition(NamedTuple):
    """Matches at one moment: numbers on sheets, misses, cards in hands (or `NONE`), on the grid, and where each is."""

    sheets: Ints  # [game, seat, cell]
    misses: Ints  # [game, seat]
    hands: Ints  # [game, seat, 3]
    grid: Ints  # [game, 4]
    where: Ints  # [game, card]


class RandomSource(Protocol):
    """Where random numbers come from, such as `numpy.random.Generator`."""

    def random(self, size: tuple[int, ...], /) -> NDArray[np.float64]:
        """Numbers from 0 to 1, an array of this shape."""


class Offers(NamedTuple):
    """What was announced in every game: sums, and colours as bits."""

    sums: Ints
    bits: Ints


class BestWrites(NamedTuple):
    """The best value of writing a number in a row, and the cell: [sheet, row, number]."""

    value: Floats
    cell: Ints


def writing(net: Network, sheets: Ints, base: Floats, misses: Ints, wanted: Flags) -> BestWrites:
    """What the numbers that are `wanted` [sheet, number] would be worth in every row of every sheet.

    Where a second row is filled the match ends, and its points are known.
    """
    which, cell, number = np.nonzero(writable(sheets) & wanted[:, None, :])
    w1 = net.w1[: SIZE * NUMBERS]
    first = base[which] + w1[cell * NUMBERS + number] - w1[cell * NUMBERS]
    value = net.from_first_layer(first)[:, 0]
    empty, row = empty_cells(sheets), cell // ROW
    last = (empty[which, row] == 1) & (empty[which, (row + 1) % ROWS] * empty[which, (row + 2) % ROWS] == 0)
    ends = np.nonzero(last)[0]
    if len(ends):
        done = sheets[which[ends]]
        done[np.arange(len(ends)), cell[ends]] = number[ends]
        value[ends] = points(done, misses[which[ends]]) / SCALE
    values = np.full((len(sheets), SIZE, NUMBERS), NEVER, dtype=np.float64)
    values[which, cell, number] = value
    rows = values.reshape(len(sheets), ROWS, ROW, NUMBERS)
    return BestWrites(rows.max(2), rows.argmax(2) + np.arange(ROWS)[None, :, None] * ROW)


def offered(written: BestWrites, which: Ints, sums: Ints, bits: Ints) -> tuple[Floats, Ints]:
    """The best value of each offer to a sheet, and the cell; NEVER where nothing can be written (QUIN-17, QUIN-19)."""
    rows = np.arange(ROWS)
    number = np.clip(sums, 0, NUMBERS - 1)
    value = written.value[which[..., None], rows, number[..., None]]
    value = np.where((bits[..., None] >> rows) & 1 == 1, value, NEVER)
    return value.max(-1), written.cell[which, value.argmax(-1), number]


class BatchTable:
    """Matches of `seats` players, in step. Those that are over stay as they are."""

    def __init__(self, net: Network, random: RandomSource, position: BatchPosition, active: int, ahead: float) -> None:
        self.net = net
        self.random = random
        self.position = position
        self.active = active
        self.over = ended(position.sheets, position.misses)
        self._ahead = ahead
        self.haste: Floats = np.zeros(position.misses.shape, dtype=np.float64)
        """[game, seat]: what somebody likes to write beyond what it is worth: such people end a match sooner."""
        self._every = np.arange(len(position.sheets))

    @property
    def seats(self) -> int:
        """How many play."""
        return int(self.position.misses.shape[1])

    @property
    def points(self) -> Ints:
        """[game, seat]: what everybody has."""
        return points(self.position.sheets, self.position.misses)

    def look(self, following: int, laid: int = 0) -> Floats:
        """[game, seat, INPUTS]: what everybody sees with `following` to lay next; alone, with this many cards laid."""
        sheets, misses, hands, _, where = self.position
        left = (where == PILE).sum(1) + (hands[:, 0] != NONE).sum(1) - laid
        return inputs(sheets, contexts(sheets, misses, following, left))

    def turn(self, stray: float = 0.0) -> None:
        """One turn of every match; `stray` is how far from the best choice one may stray."""
        me, going = self.active, ~self.over
        self.active = (me + 1) % self.seats
        base = self.net.first_layer(self.look(self.active, laid=1))
        offer = self._lay(me, base[:, me], stray, going)
        for seat in range(self.seats):
            if seat != me:
                self._answer(seat, base[:, seat], offer, going)
        self.over |= ended(self.position.sheets, self.position.misses)
        self.draw(me)

    def draw(self, me: int) -> None:
        """QUIN-20, QUIN-22, QUIN-33. Without a card in any hand it is over."""
        _, _, hands, _, where = self.position
        for slot in range(HAND):
            self._reshuffle()
            pile = where == PILE
            wants = (hands[:, me, slot] == NONE) & pile.any(1) & ~self.over
            rows = np.nonzero(wants)[0]
            card = (self.random.random((len(where), CARDS)) * pile).argmax(1)[rows]
            hands[rows, me, slot] = card
            where[rows, card] = HELD
        self._reshuffle()
        self.over |= (hands == NONE).all((1, 2))

    def _reshuffle(self) -> None:
        if self.seats > 1:
            where = self.position.where
            where[~(where == PILE).any(1)[:, None] & (where == COVERED)] = PILE

    def _lay(self, me: int, base: Floats, stray: float, going: Flags) -> Offers:
        """The best way to lay, and the sum written in the best cell, or a miss taken. Gives what was offered."""
        sheets, misses, hands, grid, where = self.position
        choices = ways(hands[:, me], grid)
        worth, writes, cell = self._weigh(me, base, choices)
        if stray:
            worth -= stray * np.log(-np.log(self.random.random(worth.shape)))
        dense = np.full((len(sheets), WAYS), -np.inf)
        dense[choices.game, choices.number] = worth
        row = np.zeros((len(sheets), WAYS), dtype=np.int64)
        row[choices.game, choices.number] = np.arange(len(worth))
        best = row[self._every, dense.argmax(1)]
        chosen, cells, sums = going & writes[best], cell[best], choices.sum[best]
        sheets[self._every[chosen], me, cells[chosen]] = sums[chosen]
        misses[:, me] += going & ~chosen
        where[self._every[:, None], grid] = COVERED
        grid[:] = choices.grid[best]
        where[self._every[:, None], grid] = GRID
        hands[:, me, :2] = choices.kept[best]
        hands[:, me, 2] = NONE
        return Offers(sums, choices.bits[best])

    def _weigh(self, me: int, base: Floats, choices: LayBatch) -> tuple[Floats, Flags, Ints]:
        """By way: its worth, whether one would write, and where. A part of what the cards kept could bring counts."""
        sheets, misses = self.position.sheets[:, me], self.position.misses[:, me]
        sums, bits = _next_offers(choices)
        wanted = np.zeros((len(sheets), NUMBERS), dtype=bool)
        wanted[choices.game, np.clip(choices.sum, 0, NUMBERS - 1)] = True
        wanted[choices.game[:, None], np.clip(sums, 0, NUMBERS - 1)] = True
        written = writing(self.net, sheets, base, misses, wanted)
        value, cell = offered(written, choices.game, choices.sum, choices.bits)
        value = value + self.haste[choices.game, me]
        missed = self._missed(base, me)[choices.game]
        then = offered(written, np.broadcast_to(choices.game[:, None], sums.shape), sums, bits)[0].max(1)
        gain = np.clip(then - self.net.from_first_layer(base)[choices.game, 0], -0.1, 1)
        return np.maximum(value, missed) + self._ahead * gain, value > missed, cell

    def _answer(self, seat: int, base: Floats, offer: Offers, going: Flags) -> None:
        """Somebody else writes what was offered, where that is better than to leave it."""
        sheets, misses = self.position.sheets, self.position.misses
        wanted = np.arange(NUMBERS) == offer.sums[:, None]
        written = writing(self.net, sheets[:, seat], base, misses[:, seat], wanted)
        value, cell = offered(written, self._every, *offer)
        chosen = going & (value + self.haste[:, seat] > self.net.from_first_layer(base)[:, 0])
        sheets[self._every[chosen], seat, cell[chosen]] = offer.sums[chosen]

    def _missed(self, base: Floats, me: int) -> Floats:
        """The value of a miss more; the fourth ends the match (QUIN-18, QUIN-23)."""
        misses = self.position.misses[:, me]
        w1 = self.net.w1[SIZE * NUMBERS : SIZE * NUMBERS + MISSES]
        now, then = np.minimum(misses, MISSES - 1), np.minimum(misses + 1, MISSES - 1)
        value = self.net.from_first_layer(base - w1[now] + w1[then])[:, 0]
        last = points(self.position.sheets[:, me], misses + 1) / SCALE
        return np.where(misses >= MISSES - 1, last, value)


def _next_offers(choices: LayBatch) -> tuple[Ints, Ints]:
    """[way, offer]: sums and colours the cards kept could bring on the grid that is left."""
    sums, bits = [], []
    for kept in (choices.kept[:, 0], choices.kept[:, 1]):
        for one, two in ACROSS:
            number, colours = offers(np.stack([kept, choices.grid[:, one], choices.grid[:, two]], 1))
            sums.append(np.where(kept == NONE, 0, number))
            bits.append(colours)
    return np.stack(sums, 1), np.stack(bits, 1)
