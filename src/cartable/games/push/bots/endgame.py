"""Push for two: the last cards of a match played out to the end, every card, every roll and every choice.

A roll takes a whole colour, so of a player's open cards only what each colour counts matters, and of the protected ones
their sum. Points and cards (for ties, PUSH-36) are one number: a point is `POINT` of it, a card one. Values are the
share of the victory of whoever is to act.
"""

from collections.abc import Sequence
from functools import lru_cache
from typing import Final

from cartable.games.push.acts import PushAct, PushDraw, PushPlace, PushProtect, PushTake
from cartable.games.push.bots.column_values import Columns, placed, placements
from cartable.games.push.cards import COLOURS, DICE, LETTERS, SWITCH, value
from cartable.games.push.state import PushPhase, Zone
from cartable.games.push.view import PushView
from cartable.kernel import Seat

CARDS: Final = 3
"""With so few cards left it is tried."""

MOST: Final = 12_000
"""So many positions are looked at; where more would have to be, it is left to the learned values."""

POINT: Final = 1000
SAFE: Final = 3
"""No turn that begins with so few cards left can bust (PUSH-29)."""

Merits = tuple[int, int, int, int, int, int]
"""What a player has: open, colour by colour, and the rest, which no roll can take."""

LETTER_AT: Final = {letter: at for at, letter in enumerate(LETTERS)}


class TooManyPositions(Exception):
    """It would take too long."""


@lru_cache(maxsize=4096)
def _column(cards: tuple[str, ...]) -> tuple[tuple[int, ...], bool]:
    """What a column adds to each colour, and whether the die comes with it."""
    gains = [0] * len(LETTERS)
    for card in cards:
        if card != DICE:
            gains[LETTER_AT[card[0]]] += POINT * value(card) + 1
    return tuple(gains), DICE in cards


def _merits(zone: Zone) -> Merits:
    gains, _ = _column(zone.shown)
    return (*gains, POINT * sum(map(value, zone.protected)) + len(zone.protected))  # type: ignore[return-value] # six


def _pile_worth(pile: tuple[str, ...]) -> int:
    return sum([POINT * value(card) + 1 for card in pile if card != DICE])


class Endgame:
    """Positions with the same option of the die (PUSH-38); what was found is kept."""

    def __init__(self, *, risk: bool, most: int | None = None) -> None:
        self._risk = risk
        self._most = MOST if most is None else most
        self._turns: dict[tuple[Merits, Merits, tuple[str, ...]], float] = {}
        self._known: dict[tuple[object, ...], float] = {}

    def _rolled(self, zone: Merits) -> list[tuple[Merits, int]]:
        """What the die leaves, and how many of its six faces do (PUSH-18)."""
        stays = 0 if self._risk else 1
        found: list[tuple[Merits, int]] = [((0, 0, 0, 0, 0, zone[5]), 1)] if self._risk else []
        for at in range(5):
            if zone[at]:
                found.append(((*zone[:at], 0, *zone[at + 1 :]), 1))  # type: ignore[arg-type] # six
            else:
                stays += 1
        return [*found, (zone, stays)]

    def _taken(self, zone: Merits, column: tuple[str, ...]) -> list[tuple[Merits, int]]:
        """A player's zone after a column was taken, and how many faces of six lead there."""
        gains, die = _column(column)
        after: Merits = (*map(int.__add__, zone[:5], gains), zone[5])  # type: ignore[assignment] # six
        return self._rolled(after) if die else [(after, 6)]

    def turn(self, mine: Merits, theirs: Merits, pile: tuple[str, ...]) -> float:
        """A turn begins, with cards left."""
        dice = DICE in pile or len(pile) > SAFE
        more, own, other = _pile_worth(pile), sum(mine), sum(theirs)
        if (mine[5] if dice else own) > other + more:
            return 1.0
        if own + more < (theirs[5] if dice else other):
            return 0.0
        if not dice:  # nothing can be lost any more: it matters only how often one may protect
            mine, theirs = _counted(mine, own), _counted(theirs, other)
        key = (mine, theirs, pile)
        found = self._turns.get(key)
        if found is None:
            if len(self._turns) + len(self._known) >= self._most:
                raise TooManyPositions
            best = self.drawing(mine, theirs, (), pile)
            for at in range(5):
                if mine[at] and best < 1.0:
                    best = max(best, self.protecting(mine, theirs, at, pile))
                    if not dice:
                        break
            found = self._turns[key] = best
        return found

    def protecting(self, mine: Merits, theirs: Merits, at: int, pile: tuple[str, ...]) -> float:
        """A colour is made safe, and the other one plays (PUSH-32)."""
        safe: Merits = (*mine[:at], 0, *mine[at + 1 : 5], mine[5] + mine[at])  # type: ignore[assignment] # six
        return 1.0 - self.turn(theirs, safe, pile)

    def drawing(self, mine: Merits, theirs: Merits, columns: Columns, pile: tuple[str, ...]) -> float:
        """The average over the next card."""
        total = 0.0
        for number, card in enumerate(pile):
            if number and pile[number - 1] == card:
                continue
            rest = (*pile[:number], *pile[number + 1 :])
            ways = [self.going_on(mine, theirs, placed(card, at, columns), rest) for at in placements(card, columns)]
            total += pile.count(card) * (max(ways) if ways else self._bust(mine, theirs, columns, rest))
        return total / len(pile)

    def _bust(self, mine: Merits, theirs: Merits, columns: Columns, pile: tuple[str, ...]) -> float:
        return sum(many * self.shared(zone, theirs, columns, pile) for zone, many in self._rolled(mine)) / 6

    def going_on(self, mine: Merits, theirs: Merits, columns: Columns, pile: tuple[str, ...]) -> float:
        """In the middle of a turn: take a column, or draw."""
        key = (mine, theirs, columns, pile)
        found = self._known.get(key)
        if found is None:
            if len(self._turns) + len(self._known) >= self._most:
                raise TooManyPositions
            found = max([self.taking(mine, theirs, columns, at, pile) for at in range(len(columns))])
            if pile and found < 1.0:
                found = max(found, self.drawing(mine, theirs, columns, pile))
            self._known[key] = found
        return found

    def taking(self, mine: Merits, theirs: Merits, columns: Columns, at: int, pile: tuple[str, ...]) -> float:
        """A column is taken; the other one chooses among the rest."""
        rest = (*columns[:at], *columns[at + 1 :])
        return sum(many * self.shared(zone, theirs, rest, pile) for zone, many in self._taken(mine, columns[at])) / 6

    def shared(self, mine: Merits, theirs: Merits, columns: Columns, pile: tuple[str, ...]) -> float:
        """The turn is over but for the column that the other one takes (PUSH-21)."""
        ways = [column for column in columns if column]
        if not ways:
            return self._over(mine, theirs, pile)
        return min([self.left_to(mine, theirs, column, pile) for column in ways])

    def left_to(self, mine: Merits, theirs: Merits, column: tuple[str, ...], pile: tuple[str, ...]) -> float:
        """The other one takes this column."""
        return sum(many * self._over(mine, zone, pile) for zone, many in self._taken(theirs, column)) / 6

    def _over(self, mine: Merits, theirs: Merits, pile: tuple[str, ...]) -> float:
        """The turn is over: for whoever had it."""
        if pile:
            return 1.0 - self.turn(theirs, mine, pile)
        own, other = sum(mine), sum(theirs)
        return 1.0 if own > other else 0.5 if own == other else 0.0


def _counted(zone: Merits, total: int) -> Merits:
    """As good a zone where nothing can be lost: what counts is the sum, and how many colours lie open."""
    many = 5 - zone[:5].count(0)
    return (*[1] * many, *[0] * (5 - many), total - many)  # type: ignore[return-value] # six


def exact(view: PushView, me: Seat, legal: Sequence[PushAct]) -> list[float] | None:
    """The share of the victory that each act leads to; None where that takes too long to find out."""
    if len(view.zones) > 2 or view.pile > CARDS or SWITCH in view.left:
        return None
    known = Endgame(risk=view.risk)
    pile = tuple(sorted(card for card, many in view.left.items() for _ in range(many)))
    try:
        return [_worth(known, view, me, act, pile) for act in legal]
    except TooManyPositions:
        return None


def _worth(known: Endgame, view: PushView, me: Seat, act: PushAct, pile: tuple[str, ...]) -> float:
    mine, theirs = _merits(view.zones[me]), _merits(view.zones[1 - me])
    columns = view.columns
    match act:
        case PushDraw():
            return known.drawing(mine, theirs, columns, pile)
        case PushPlace(column):
            return known.going_on(mine, theirs, placed(view.drawn, column - 1, columns), pile)
        case PushTake(column) if view.phase is PushPhase.SHARE:
            return 1.0 - known.left_to(theirs, mine, columns[column - 1], pile)
        case PushTake(column):
            return known.taking(mine, theirs, columns, column - 1, pile)
        case PushProtect(colour):
            return known.protecting(mine, theirs, COLOURS.index(colour), pile)
        case _:
            raise TypeError(f"not a player's act: {act}")
