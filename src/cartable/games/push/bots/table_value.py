"""Push: how likely a player is to win, by a network that sees the whole table.

It learned what a position is worth on average over every next card and face (`lab/train/push/values.py`). A choice is
one look at what it leads to; for a draw, now or after a card was placed, every card that may come is tried. Worked out
in whole numbers, so a choice is the same everywhere.
"""

from collections.abc import Sequence
from math import exp, sqrt, tanh
from typing import Final

from cartable.bots.packed_network import INPUT_BITS, packed_network
from cartable.games.push.acts import PushAct, PushDraw, PushPlace, PushProtect, PushTake
from cartable.games.push.bots.position import (
    BIT,
    CARDS,
    DEAL,
    DIE,
    EVERY,
    OVER,
    ROLL,
    SHARE,
    SIX,
    TURN,
    OpenZone,
    PushPosition,
    points_of,
)
from cartable.games.push.cards import COLOURS, SWITCH
from cartable.games.push.view import PushView
from cartable.kernel import Seat, clockwise

UNIT: Final = 1 << INPUT_BITS
FIVE: Final = range(len(COLOURS))
COLUMN_INPUTS: Final = 14


class TableValue:
    """One view evaluated for one player. What the network says of a position is the share of the others whom the player
    ends ahead of: with two, the chance to win."""

    def __init__(self, view: PushView, me: Seat) -> None:
        self._view = view
        self._me = me
        self._net = packed_network(__package__, f"table-{len(view.zones)}.npz")
        self._now = PushPosition.of(view)
        self._tables: dict[tuple[object, ...], tuple[list[float], list[float]]] = {}

    def weigh(self, acts: Sequence[PushAct]) -> list[float]:
        """What each act leads to."""
        return [self._act(act) for act in acts]

    def _act(self, act: PushAct) -> float:
        after = self.leads_to(act)
        match act:
            case PushDraw():
                return self._draw(self._now)
            case PushPlace():
                return self._going_on(after)
            case _:
                return self.worth(after)

    def leads_to(self, act: PushAct) -> PushPosition:
        """The position after an act, before the card or the die that is due then."""
        match act:
            case PushDraw():
                return self._now.drawing()
            case PushPlace(column):
                return self._now.placed(BIT[self._view.drawn], column - 1)
            case PushTake(column):
                return self._now.taken(column - 1)
            case PushProtect(colour):
                return self._now.protected(COLOURS.index(colour))
            case _:
                raise TypeError(f"not a player's act: {act}")

    def _going_on(self, now: PushPosition) -> float:
        """In the middle of a turn: the better of taking a column and drawing on."""
        ways = [self.worth(now.taken(at)) for at, column in enumerate(now.columns) if column]
        return max([*ways, self._draw(now)] if self._view.pile else ways)

    def _draw(self, now: PushPosition) -> float:
        """The average over every card that may come, each placed where it serves best."""
        total = 0.0
        for card, many in self._view.left.items():
            after = now._replace(pile=now.pile.minus(card))
            if card == SWITCH:
                total += many * self.worth(after.switched())
                continue
            ways = [self.worth(after.placed(BIT[card], at)) for at in after.places(BIT[card])]
            total += many * (max(ways) if ways else self.worth(after.bust()))
        return total / self._view.pile

    def worth(self, position: PushPosition) -> float:
        """What a position is worth: by the network, or the end itself."""
        if position.phase == OVER:
            return _ahead(position.zones, self._me)
        return 1 / (1 + exp(-self._net.value([round(UNIT * part) for part in self.inputs(position)])))

    # --- what the network is shown ------------------------------------------------------------------------------------

    def inputs(self, position: PushPosition) -> list[float]:
        """Return what the network is shown: the same as `lab/train/push/look.py` shows it for many at once."""
        pile, left = position.pile, position.pile.size
        some, wide = max(left, 1), 2 + 2.5 * sqrt(left)
        key = (position.phase, position.active, position.chooser, left, position.zones, position.odd)
        table = self._tables.get(key)
        if table is None:
            table = self._tables[key] = self._phase(position, left), self._zones(position, wide)
        average = (points_of(pile.ones) + 2 * points_of(pile.twos)) / max(pile.numbers, 1) / 4
        rates = [pile.dice / some, pile.switches / some, average]
        return [*table[0], *rates, *table[1], *self._columns(position, some, wide)]

    def _phase(self, position: PushPosition, left: int) -> list[float]:
        """What is awaited, from whom, and how many cards are left."""
        seats = len(position.zones)
        active = clockwise(position.active, seats, -self._me)
        chooser = clockwise(position.chooser, seats, -self._me) if position.phase in (ROLL, SHARE) else -1
        parts: list[float] = [position.phase == phase for phase in (TURN, DEAL, ROLL, SHARE)]
        parts += [active == place for place in range(seats)]
        parts += [chooser == place for place in range(seats)]
        parts += [
            left / 60, min(left, 12) / 12, min(left, 4) / 4, exp(-left / 4), exp(-left / 15),
            left == 0, left == 1,
        ]  # fmt: skip
        return parts

    def _zones(self, position: PushPosition, wide: float) -> list[float]:
        """What everybody has, oneself first."""
        seats, parts = len(position.zones), [float(position.odd), float(position.risk)]
        zones = [position.zones[clockwise(self._me, seats, place)] for place in range(seats)]
        mine, best = zones[0], max(zone.score for zone in zones[1:])
        for place, zone in enumerate(zones):
            lead = zone.score - (mine.score if place else best)
            more = zone.size - (mine if place else zones[1]).size
            highest = sorted(zone.open, reverse=True)
            parts += [lead / 30, tanh(lead / wide), *(part / 10 for part in highest), sum(highest) / 30, more / 10]
        return parts

    def _columns(self, position: PushPosition, some: int, wide: float) -> list[float]:
        """Each column, the one with the most points first, and what the next card would do."""
        pile, columns = position.pile, position.columns
        lost = 1 / 3 if position.risk else 1 / 6
        mine = position.zones[self._me].open
        theirs = position.zones[position.chooser if position.phase in (ROLL, SHARE) else position.active].open
        open_, theirs_open = sum(mine), sum(theirs)
        shut = [_shut(column) for column in columns]
        rows: list[tuple[float, list[float]]] = []
        for at, column in enumerate(columns):
            if not column:
                rows.append((-1.0, [0.0] * COLUMN_INPUTS))
                continue
            one, other = (shut[place] for place in range(len(columns)) if place != at)
            points, die = points_of(column & CARDS), 1 if column & DIE else 0
            ones, twos = pile.ones & ~shut[at], pile.twos & ~shut[at]
            alone_ones, alone_twos = ones & one & other, twos & one & other
            gains = [points_of(column & (SIX << 6 * colour)) for colour in FIVE]
            row = [
                1.0, points / 10, die, column.bit_count() / 5,
                (ones.bit_count() + 2 * twos.bit_count() + (1 - die) * pile.dice) / some,
                (points_of(ones) + 2 * points_of(twos)) / some / 3,
                (alone_ones.bit_count() + 2 * alone_twos.bit_count()) / some,
                (points_of(alone_ones) + 2 * points_of(alone_twos)) / some,
                (points - die * (open_ + points) * lost) / 10, (points - die * (theirs_open + points) * lost) / 10,
                points / wide, die * open_ * lost / wide,
                sum(map(int.__mul__, gains, mine)) / 50, sum(map(int.__mul__, gains, theirs)) / 50,
            ]  # fmt: skip
            rows.append((points + die, row))
        rows.sort(key=lambda row: -row[0])
        three, full = all(columns), all(column & DIE for column in columns)
        bad = shut[0] & shut[1] & shut[2]
        many = (pile.ones & bad).bit_count() + 2 * (pile.twos & bad).bit_count() + full * pile.dice
        bust = three * many / some
        odds = [bust, bust * open_ * lost / 10, bust * theirs_open * lost / 10, float(three)]
        return [*rows[0][1], *rows[1][1], *rows[2][1], *odds]


def _shut(column: int) -> int:
    """The number cards that cannot join a column (PUSH-12)."""
    values = colours = 0
    for colour in FIVE:
        six = (column >> 6 * colour) & SIX
        if six:
            values |= six
            colours |= SIX << 6 * colour
    return values * EVERY | colours


def _ahead(zones: Sequence[OpenZone], me: Seat) -> float:
    """The share of the others that one is ahead of, a tie for a half (PUSH-34 to 37)."""
    merits = [(zone.score, zone.size) for zone in zones]
    own = merits[me]
    ahead = sum(1.0 if own > other else 0.5 if own == other else 0.0 for at, other in enumerate(merits) if at != me)
    return ahead / (len(zones) - 1)
