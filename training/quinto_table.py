"""Quinto, many matches at once in arrays: everybody plays by one network, which learns from how the matches end."""

from typing import Any, Final, NamedTuple

from cartable.bots.quinto.sight import NUMBERS
from training.arrays import xp
from training.network import Network
from training.quinto_sheets import (
    CARD_BITS,
    CARD_VALUES,
    SIZE,
    contexts,
    empty_cells,
    inputs,
    points,
    writable,
)

PILE, COVERED, GRID, HAND = 0, 1, 2, 3
NEIGHBOURS: Final = ((1, 2), (0, 3), (0, 3), (1, 2))
ACROSS: Final = (3, 2, 1, 0)
SLICE: Final = 400_000
NEVER: Final = -1e9


class Tables(NamedTuple):
    """For each sheet: the best value of writing a number in a row, and the cell."""

    best: Any  # [sheet, row, number]
    cell: Any


def tables(net: Network, sheets: Any, base: Any, misses: Any) -> Tables:
    """What every number would be worth in every row of every sheet. Two full rows end the match: that is known."""
    many = len(sheets)
    fits = writable(sheets)
    fits[..., 0] = False
    which, cell, number = xp.nonzero(fits)
    change = net.parts["w1"][: SIZE * NUMBERS].reshape(SIZE, NUMBERS, -1)
    change = change - change[:, :1]
    values = xp.full((many, SIZE, NUMBERS), NEVER, dtype=xp.float32)
    empty = (sheets.reshape(many, 3, 9) == 0).sum(-1)
    for begin in range(0, len(which), SLICE):
        part = slice(begin, begin + SLICE)
        w, c, n = which[part], cell[part], number[part]
        value = net.above(base[w] + change[c, n])[:, 0]
        row = c // 9
        others = empty[w, (row + 1) % 3] * empty[w, (row + 2) % 3]
        ends = (empty[w, row] == 1) & (others == 0)
        if ends.any():
            where = xp.nonzero(ends)[0]
            done = sheets[w[where]].copy()
            done[xp.arange(len(where)), c[where]] = n[where]
            value[where] = points(done, misses[w[where]]) / 50
        values[w, c, n] = value
    rows = values.reshape(many, 3, 9, NUMBERS)
    return Tables(rows.max(2), rows.argmax(2) + xp.arange(3)[None, :, None] * 9)


def offered(table: Tables, numbers: Any, bits: Any) -> tuple[Any, Any]:
    """The best value of offers [sheet, offer], and the cell; NEVER where nothing can be written."""
    many = xp.arange(len(numbers))[:, None]
    number = xp.clip(numbers, 0, NUMBERS - 1)
    open_ = numbers > 0
    rows = xp.arange(3)[None, None, :]
    value = table.best[many[..., None], rows, number[..., None]]
    value = xp.where(((bits[..., None] >> rows) & 1 == 1) & open_[..., None], value, NEVER)
    row = value.argmax(-1)
    return value.max(-1), table.cell[many, row, number]


class Lays(NamedTuple):
    """Every way to lay [game, lay]: sum, colours, and the grid and the cards kept afterwards."""

    allowed: Any
    number: Any
    bits: Any
    grid: Any
    kept: Any


def lays(hand: Any, grid: Any) -> Lays:
    """QUIN-11, QUIN-15."""
    number, bits, after, kept, allowed = [], [], [], [], []
    none = xp.full(len(hand), -1)
    for i in range(3):
        others = [hand[:, j] for j in range(3) if j != i]
        for place in range(4):
            one, two = (grid[:, at] for at in NEIGHBOURS[place])
            cards = (hand[:, i], one, two)
            number.append(sum(CARD_VALUES[card] for card in cards))
            bits.append(CARD_BITS[cards[0]] | CARD_BITS[cards[1]] | CARD_BITS[cards[2]])
            laid = grid.copy()
            laid[:, place] = hand[:, i]
            after.append(laid)
            kept.append(xp.stack(others, 1))
            allowed.append(hand[:, i] >= 0)
    for i in range(3):
        for j in range(3):
            if i == j:
                continue
            third = hand[:, 3 - i - j]
            pair = (hand[:, i] >= 0) & (hand[:, j] >= 0) & (CARD_VALUES[hand[:, i]] == CARD_VALUES[hand[:, j]])
            for place in range(4):
                for beside in NEIGHBOURS[place]:
                    cards = (hand[:, j], hand[:, i], grid[:, ACROSS[place]])
                    number.append(sum(CARD_VALUES[card] for card in cards))
                    bits.append(CARD_BITS[cards[0]] | CARD_BITS[cards[1]] | CARD_BITS[cards[2]])
                    laid = grid.copy()
                    laid[:, place] = hand[:, i]
                    laid[:, beside] = hand[:, j]
                    after.append(laid)
                    kept.append(xp.stack([third, none], 1))
                    allowed.append(pair)
    return Lays(*(xp.stack(part, 1) for part in (allowed, number, bits, after, kept)))


class Table:
    """`games` matches of `seats` players, in step: a match that is over starts again."""

    def __init__(self, games: int, seats: int, net: Network, seed: int) -> None:
        self.games, self.seats, self.net = games, seats, net
        self.luck = xp.random.RandomState(seed)
        self.sheets = xp.zeros((games, seats, SIZE), dtype=xp.int64)
        self.misses = xp.zeros((games, seats), dtype=xp.int64)
        self.hands = xp.full((games, seats, 3), -1)
        self.grid = xp.zeros((games, 4), dtype=xp.int64)
        self.where = xp.zeros((games, 32), dtype=xp.int64)
        self.active = 0
        self.finished: list[Any] = []
        self.ahead = 0.0
        self.deal(xp.arange(games))

    def deal(self, which: Any) -> None:
        """QUIN-10, anew for these matches."""
        many, seats = len(which), self.seats
        order = self.luck.random_sample((many, 32)).argsort(1)
        self.sheets[which] = 0
        self.misses[which] = 0
        self.hands[which] = order[:, : 3 * seats].reshape(many, seats, 3)
        self.grid[which] = order[:, 3 * seats : 3 * seats + 4]
        where = xp.zeros((many, 32), dtype=xp.int64)
        where[xp.arange(many)[:, None], order[:, : 3 * seats]] = HAND
        where[xp.arange(many)[:, None], order[:, 3 * seats : 3 * seats + 4]] = GRID
        self.where[which] = where

    @property
    def left(self) -> Any:
        """Alone: how many cards can still be laid."""
        return (self.where == PILE).sum(1) + (self.hands[:, 0] >= 0).sum(1)

    def look(self, turn: int, left: Any) -> Any:
        """What everybody sees, with `turn` to lay next."""
        context = contexts(self.sheets, self.misses, xp.full(self.games, turn), left)
        return inputs(self.sheets, context)

    def turn(self, temperature: float = 0.0) -> tuple[Any, Any]:
        """One turn of every match. Gives what everybody sees after it, and which matches ended with what points."""
        games, seats, me, net = self.games, self.seats, self.active, self.net
        every = xp.arange(games)
        following = (me + 1) % seats
        base = net.base(self.look(following, self.left - 1))
        mine = tables(net, self.sheets[:, me], base[:, me], self.misses[:, me])
        missed = self._missed(base[:, me], me)
        ways = lays(self.hands[:, me], self.grid)
        value, cell = offered(mine, ways.number, ways.bits)
        writes = value > missed[:, None]
        worth = xp.where(writes, value, missed[:, None])
        if self.ahead:
            worth = worth + self.ahead * self._next(mine, ways, net.above(base[:, me])[:, 0])
        if temperature:
            worth = worth + temperature * self.luck.gumbel(size=worth.shape)
        lay = xp.where(ways.allowed, worth, 3 * NEVER).argmax(1)
        number, bits = ways.number[every, lay], ways.bits[every, lay]
        before = self.hands[:, me].copy()
        self.grid, old = ways.grid[every, lay], self.grid
        kept = ways.kept[every, lay]
        self.hands[:, me] = xp.concatenate([kept, xp.full((games, 1), -1)], 1)
        self._move(before, old)
        for seat in range(seats):
            if seat == me:
                chosen, cells = writes[every, lay], cell[every, lay]
                self.misses[:, me] += ~chosen
            else:
                theirs = tables_for(net, self.sheets[:, seat], base[:, seat], self.misses[:, seat], number)
                best, cells = offered(theirs, number[:, None], bits[:, None])
                chosen, cells = best[:, 0] > net.above(base[:, seat])[:, 0], cells[:, 0]
            self.sheets[every[chosen], seat, cells[chosen]] = number[chosen]
        over = (empty_cells(self.sheets)[..., 1] == 0).any(1) | (self.misses >= 4).any(1)
        self._draw(me, ~over)
        over |= (self.hands >= 0).sum((1, 2)) == 0
        self.active = following
        result = points(self.sheets, self.misses)
        seen = self.look(following, self.left)
        return seen, (over, result)

    def _missed(self, base: Any, me: int) -> Any:
        """The value of a miss more; the fourth ends the match."""
        w1 = self.net.parts["w1"][SIZE * NUMBERS :]
        misses = self.misses[:, me]
        next_ = xp.minimum(misses + 1, 3)
        value = self.net.above(base - w1[misses] + w1[next_])[:, 0]
        return xp.where(misses == 3, points(self.sheets[:, me], misses + 1) / 50, value)

    def _next(self, mine: Tables, ways: Lays, now: Any) -> Any:
        """What the cards kept could bring on the grid after each lay, as the sheet is now."""
        best = xp.full(ways.number.shape, NEVER, dtype=xp.float32)
        for card in range(2):
            held = ways.kept[:, :, card]
            for one, two in ((0, 3), (1, 2)):
                first, second = ways.grid[:, :, one], ways.grid[:, :, two]
                number = CARD_VALUES[held] + CARD_VALUES[first] + CARD_VALUES[second]
                bits = CARD_BITS[held] | CARD_BITS[first] | CARD_BITS[second]
                value, _ = offered(mine, number, bits)
                best = xp.maximum(best, xp.where(held >= 0, value, NEVER))
        return xp.clip(best - now[:, None], -0.1, 1)

    def _move(self, hand: Any, grid: Any) -> None:
        """Note what was covered, laid and kept."""
        every = xp.arange(self.games)[:, None]
        self.where[every, grid] = COVERED
        self.where[every, self.grid] = GRID
        held = xp.zeros((self.games, 33), dtype=bool)
        held[every, xp.where(hand >= 0, hand, 32)] = True
        on_grid = self.where == GRID
        still = xp.zeros((self.games, 33), dtype=bool)
        mine = self.hands.reshape(self.games, -1)
        still[every, xp.where(mine >= 0, mine, 32)] = True
        # a card laid first and covered by nothing lies on the grid; one that left the hand otherwise does not exist
        self.where = xp.where(held[:, :32] & ~on_grid & ~still[:, :32], COVERED, self.where)

    def _draw(self, me: int, going: Any) -> None:
        """QUIN-20, QUIN-22, QUIN-33."""
        every = xp.arange(self.games)
        for slot in range(3):
            if self.seats > 1:
                empty = ~(self.where == PILE).any(1)
                self.where = xp.where(empty[:, None] & (self.where == COVERED), PILE, self.where)
            pile = self.where == PILE
            wants = (self.hands[:, me, slot] < 0) & pile.any(1) & going
            card = (self.luck.random_sample(pile.shape) * pile).argmax(1)
            rows = every[wants]
            self.hands[rows, me, slot] = card[rows]
            self.where[rows, card[rows]] = HAND
        if self.seats > 1:
            empty = ~(self.where == PILE).any(1)
            self.where = xp.where(empty[:, None] & (self.where == COVERED), PILE, self.where)


def tables_for(net: Network, sheets: Any, base: Any, misses: Any, number: Any) -> Tables:
    """As `tables`, for one number only."""
    many = len(sheets)
    fits = writable(sheets)
    fits[..., 0] = False
    only = xp.arange(NUMBERS)[None, :] == number[:, None]
    fits &= only[:, None, :]
    which, cell, n = xp.nonzero(fits)
    change = net.parts["w1"][: SIZE * NUMBERS].reshape(SIZE, NUMBERS, -1)
    value = net.above(base[which] + change[cell, n] - change[cell, 0])[:, 0]
    empty = (sheets.reshape(many, 3, 9) == 0).sum(-1)
    row = cell // 9
    ends = (empty[which, row] == 1) & (empty[which, (row + 1) % 3] * empty[which, (row + 2) % 3] == 0)
    if ends.any():
        where = xp.nonzero(ends)[0]
        done = sheets[which[where]].copy()
        done[xp.arange(len(where)), cell[where]] = n[where]
        value[where] = points(done, misses[which[where]]) / 50
    values = xp.full((many, SIZE, NUMBERS), NEVER, dtype=xp.float32)
    values[which, cell, n] = value
    rows = values.reshape(many, 3, 9, NUMBERS)
    return Tables(rows.max(2), rows.argmax(2) + xp.arange(3)[None, :, None] * 9)
