"""Push for two with few cards, solved exactly: with any deck, or from a position of a match.

A roll takes a whole colour, so of a player's open cards only what each colour counts matters, and of the protected ones
their sum. Points and cards (for ties, PUSH-36) are one number: a point is `POINT` of it, a card one. Which of the
columns is the first does not matter, so they are kept in order; a column is a set of kinds of cards, one bit each.
Values are the share of the victory. `cartable.games.push.bots.endgame` is the same for three cards at play.
"""

from collections.abc import Sequence
from typing import Final, NamedTuple, Protocol

from cartable.games.push.cards import DICE, LETTERS, value

POINT: Final = 1000
FACES: Final = 6
COLUMNS: Final = 3
SAFE: Final = 3
"""No turn that begins with so few cards left can bust (PUSH-29)."""

COLOUR_AT: Final = {letter: at for at, letter in enumerate(LETTERS)}

SmallZone = tuple[int, ...]
"""What a player has: open, colour by colour, and last what no roll can take."""

SmallPile = tuple[int, ...]
SmallColumns = tuple[int, ...]


class Deck(NamedTuple):
    """The kinds of cards there are, and how many of each; the Dice card last."""

    kinds: tuple[str, ...]
    pile: SmallPile

    @classmethod
    def of(cls, cards: Sequence[str], others: Sequence[str] = ()) -> "Deck":
        """Of the cards of a pile; `others` lie in columns."""
        kinds = (*sorted({card for card in (*cards, *others) if card != DICE}), DICE)
        return cls(kinds, tuple(cards.count(kind) for kind in kinds))


def levelled(mine: SmallZone, theirs: SmallZone) -> tuple[SmallZone, SmallZone]:
    """As good for both: of what is safe only the difference matters."""
    less = min(mine[-1], theirs[-1])
    return ((*mine[:-1], mine[-1] - less), (*theirs[:-1], theirs[-1] - less)) if less else (mine, theirs)


class SmallPush:
    """The rules for the cards of one deck, and how good a position is with perfect play."""

    def __init__(self, deck: Deck) -> None:
        self.deck = deck
        self.nothing: SmallZone = (0,) * (len(LETTERS) + 1)
        self.die = 1 << (len(deck.kinds) - 1)
        self._clashes = [
            sum(1 << at for at, other in enumerate(deck.kinds) if kind[0] == other[0] or kind[1:] == other[1:])
            for kind in deck.kinds
        ]
        self._worth = [0 if kind == DICE else POINT * value(kind) + 1 for kind in deck.kinds]
        self._gains: dict[int, SmallZone] = {}
        self.turns: dict[tuple[SmallZone, SmallZone, SmallPile], float] = {}
        self.known: dict[tuple[SmallZone, SmallZone, SmallColumns, SmallPile], float] = {}

    # --- the rules ---------------------------------------------------------------------------------------------------

    def sure(self, mine: SmallZone, theirs: SmallZone, pile: SmallPile) -> float | None:
        """The end, where it does not hang on anything any more, as a turn begins."""
        own, other = sum(mine), sum(theirs)
        more = sum([worth * many for worth, many in zip(self._worth, pile, strict=True)])
        if not any(pile):
            return 1.0 if own > other else 0.5 if own == other else 0.0
        rolls = pile[-1] > 0 or sum(pile) > SAFE
        if (mine[-1] if rolls else own) > other + more:
            return 1.0
        return 0.0 if own + more < (theirs[-1] if rolls else other) else None

    def cards(self, pile: SmallPile) -> list[tuple[int, int, SmallPile]]:
        """What may be turned: which kind, how many there are of it, and the pile then."""
        return [(at, many, (*pile[:at], many - 1, *pile[at + 1 :])) for at, many in enumerate(pile) if many]

    def layings(self, kind: int, columns: SmallColumns) -> list[SmallColumns]:
        """The columns after a card was laid in every way that differs (PUSH-11 to 13); none: a bust."""
        found = []
        for at, column in enumerate(columns):
            if not column & self._clashes[kind] and column not in columns[:at]:
                found.append(tuple(sorted((*columns[:at], *columns[at + 1 :], column | 1 << kind))))
        if len(columns) < COLUMNS:
            found.append(tuple(sorted((*columns, 1 << kind))))
        return found

    def rolled(self, zone: SmallZone) -> list[tuple[SmallZone, int]]:
        """What the die leaves, and how many of its faces do (PUSH-18)."""
        found = [((*zone[:at], 0, *zone[at + 1 :]), 1) for at in range(len(LETTERS)) if zone[at]]
        return [*found, (zone, FACES - len(found))]

    def taken(self, zone: SmallZone, column: int) -> list[tuple[SmallZone, int]]:
        """A zone after a column was taken, and how many faces of the die lead there."""
        gains = self._gains.get(column)
        if gains is None:
            worths = [0] * (len(LETTERS) + 1)
            for at, kind in enumerate(self.deck.kinds[:-1]):
                if column >> at & 1:
                    worths[COLOUR_AT[kind[0]]] += self._worth[at]
            gains = self._gains[column] = tuple(worths)
        after = tuple(map(int.__add__, zone, gains))
        return self.rolled(after) if column & self.die else [(after, FACES)]

    def shielded(self, zone: SmallZone, at: int) -> SmallZone:
        """A zone after a colour was protected (PUSH-32)."""
        return (*zone[:at], 0, *zone[at + 1 : -1], zone[-1] + zone[at])

    # --- perfect play: the share of whoever has the turn -----------------------------------------------------------

    def turn(self, mine: SmallZone, theirs: SmallZone, pile: SmallPile) -> float:
        """A turn begins."""
        sure = self.sure(mine, theirs, pile)
        if sure is not None:
            return sure
        mine, theirs = levelled(mine, theirs)
        key = (mine, theirs, pile)
        found = self.turns.get(key)
        if found is None:
            found = self.turns[key] = max(self.beginnings(mine, theirs, pile))
        return found

    def beginnings(self, mine: SmallZone, theirs: SmallZone, pile: SmallPile) -> list[float]:
        """To draw, then to protect each colour that is open."""
        protects = [1.0 - self.turn(theirs, self.shielded(mine, at), pile) for at in range(len(LETTERS)) if mine[at]]
        return [self.drawing(mine, theirs, (), pile), *protects]

    def drawing(self, mine: SmallZone, theirs: SmallZone, columns: SmallColumns, pile: SmallPile) -> float:
        """The average over the next card."""
        total = 0.0
        for kind, many, rest in self.cards(pile):
            ways = [self.going_on(mine, theirs, after, rest) for after in self.layings(kind, columns)]
            total += many * (max(ways) if ways else self.bust(mine, theirs, columns, rest))
        return total / sum(pile)

    def bust(self, mine: SmallZone, theirs: SmallZone, columns: SmallColumns, pile: SmallPile) -> float:
        """PUSH-30, PUSH-31."""
        return sum([many * self.shared(zone, theirs, columns, pile) for zone, many in self.rolled(mine)]) / FACES

    def going_on(self, mine: SmallZone, theirs: SmallZone, columns: SmallColumns, pile: SmallPile) -> float:
        """In the middle of a turn: take a column, or draw."""
        key = (mine, theirs, columns, pile)
        found = self.known.get(key)
        if found is None:
            found = self.known[key] = max(self.goings(mine, theirs, columns, pile))
        return found

    def goings(self, mine: SmallZone, theirs: SmallZone, columns: SmallColumns, pile: SmallPile) -> list[float]:
        """To take each column, then to draw where there are cards."""
        takes = [self.taking(mine, theirs, columns, at, pile) for at in range(len(columns))]
        return [*takes, self.drawing(mine, theirs, columns, pile)] if any(pile) else takes

    def taking(self, mine: SmallZone, theirs: SmallZone, columns: SmallColumns, at: int, pile: SmallPile) -> float:
        """A column is taken; the other one chooses among the rest."""
        rest = (*columns[:at], *columns[at + 1 :])
        return sum([many * self.shared(zone, theirs, rest, pile) for zone, many in self.taken(mine, columns[at])]) / 6

    def shared(self, mine: SmallZone, theirs: SmallZone, columns: SmallColumns, pile: SmallPile) -> float:
        """The turn is over but for the column that the other one takes (PUSH-21)."""
        if not columns:
            return 1.0 - self.turn(theirs, mine, pile)
        return min([self.left_to(mine, theirs, column, pile) for column in columns])

    def left_to(self, mine: SmallZone, theirs: SmallZone, column: int, pile: SmallPile) -> float:
        """The other one takes this column."""
        return 1.0 - sum([many * self.turn(zone, mine, pile) for zone, many in self.taken(theirs, column)]) / FACES


class SmallPlayer(Protocol):
    """Somebody whose choices are known: each is a place in the list of what may be done."""

    def begins(self, mine: SmallZone, theirs: SmallZone, pile: SmallPile) -> int: ...

    def lays(self, mine: SmallZone, theirs: SmallZone, ways: list[SmallColumns], pile: SmallPile) -> int: ...

    def goes_on(self, mine: SmallZone, theirs: SmallZone, columns: SmallColumns, pile: SmallPile) -> int: ...

    def shares(self, mine: SmallZone, theirs: SmallZone, columns: SmallColumns, pile: SmallPile) -> int: ...


class PerfectPlayer:
    """Does what is best against somebody who does the same; of equals the first."""

    def __init__(self, game: SmallPush) -> None:
        self._game = game

    def begins(self, mine: SmallZone, theirs: SmallZone, pile: SmallPile) -> int:
        return best_of(self._game.beginnings(mine, theirs, pile))

    def lays(self, mine: SmallZone, theirs: SmallZone, ways: list[SmallColumns], pile: SmallPile) -> int:
        return best_of([self._game.going_on(mine, theirs, columns, pile) for columns in ways])

    def goes_on(self, mine: SmallZone, theirs: SmallZone, columns: SmallColumns, pile: SmallPile) -> int:
        return best_of(self._game.goings(mine, theirs, columns, pile))

    def shares(self, mine: SmallZone, theirs: SmallZone, columns: SmallColumns, pile: SmallPile) -> int:
        return best_of([-self._game.left_to(theirs, mine, column, pile) for column in columns])


def best_of(worths: Sequence[float], same: float = 1e-9) -> int:
    """Where the best stands; of equals the first."""
    least = max(worths) - same
    return next(at for at, worth in enumerate(worths) if worth >= least)
