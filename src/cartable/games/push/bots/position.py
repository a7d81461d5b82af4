"""Push: a position as the network of `table_value` sees it, and what acts and cards make of it.

Number cards are bits, six a colour, as in `cartable.games.push.simulator.rules`; bit 30 of a column is its Dice
card. Of a zone only what the network is shown is kept: the points that lie open, colour by colour, all points, and
all cards.
"""

from typing import Final, NamedTuple

from cartable.games.push.cards import COLOURS, DICE, LETTERS, NUMBERS, SWITCH, value
from cartable.games.push.state import COLUMNS, PushPhase, Zone
from cartable.games.push.view import PushView
from cartable.kernel import Seat, clockwise

TURN, DEAL, ROLL, SHARE, OVER = range(5)

CARDS: Final = (1 << len(NUMBERS)) - 1
DIE: Final = 1 << len(NUMBERS)
SIX: Final = 0b111111
EVERY: Final = sum(1 << 6 * colour for colour in range(len(COLOURS)))
POINTS: Final = tuple(EVERY * six for six in (0b010101, 0b100110, 0b111000))
"""The cards that count 1, 2 and 4 points: values 1 3 5, then 2 3 6, then 4 5 6."""

BIT: Final = {**{card: 1 << at for at, card in enumerate(NUMBERS)}, DICE: DIE}
CLASH: Final = {
    **{1 << at: (SIX << at // 6 * 6) | (EVERY << at % 6) for at in range(len(NUMBERS))},
    DIE: DIE,
}
"""What a card does not bear beside it in a column (PUSH-12, PUSH-13)."""

LETTER_AT: Final = {letter: at for at, letter in enumerate(LETTERS)}


def points_of(cards: int) -> int:
    """What a set of number cards counts."""
    ones, twos, fours = POINTS
    return (cards & ones).bit_count() + 2 * (cards & twos).bit_count() + 4 * (cards & fours).bit_count()


class OpenZone(NamedTuple):
    """A player's cards: points that lie open, by colour; all points; all cards."""

    open: tuple[int, ...]
    score: int
    size: int

    @classmethod
    def of(cls, zone: Zone) -> "OpenZone":
        shown = [0] * len(COLOURS)
        for card in zone.shown:
            shown[LETTER_AT[card[0]]] += value(card)
        return cls(tuple(shown), zone.total, zone.size)

    def plus(self, column: int) -> "OpenZone":
        """With the number cards of a column."""
        gains = [points_of(column & (SIX << 6 * at)) for at in range(len(COLOURS))]
        many = (column & CARDS).bit_count()
        return OpenZone(tuple(map(int.__add__, self.open, gains)), self.score + sum(gains), self.size + many)

    def without(self, colour: int) -> "OpenZone":
        """With a colour put away (PUSH-32)."""
        return self._replace(open=(*self.open[:colour], 0, *self.open[colour + 1 :]))


class PileBits(NamedTuple):
    """What is left: number cards, each kind up to three times, as ones and twos; Dice and Switch cards."""

    ones: int
    twos: int
    dice: int
    switches: int

    @classmethod
    def of(cls, left: dict[str, int]) -> "PileBits":
        ones = sum(BIT[card] for card, many in left.items() if card not in (DICE, SWITCH) and many & 1)
        twos = sum(BIT[card] for card, many in left.items() if card not in (DICE, SWITCH) and many & 2)
        return cls(ones, twos, left.get(DICE, 0), left.get(SWITCH, 0))

    @property
    def numbers(self) -> int:
        """How many number cards."""
        return self.ones.bit_count() + 2 * self.twos.bit_count()

    @property
    def size(self) -> int:
        """How many cards."""
        return self.numbers + self.dice + self.switches

    def minus(self, card: str) -> "PileBits":
        """One card fewer."""
        if card == DICE:
            return self._replace(dice=self.dice - 1)
        if card == SWITCH:
            return self._replace(switches=self.switches - 1)
        bit = BIT[card]
        ones = self.ones ^ bit
        return self._replace(ones=ones, twos=self.twos ^ (ones & bit))


class PushPosition(NamedTuple):
    """A table. `chooser` takes a column next, or rolls the die."""

    phase: int
    active: Seat
    chooser: Seat
    pile: PileBits
    columns: tuple[int, ...]
    odd: int
    risk: bool
    zones: tuple[OpenZone, ...]

    @classmethod
    def of(cls, view: PushView) -> "PushPosition":
        """What a view shows; a card that waits to be placed lies nowhere."""
        columns = [sum(BIT[card] for card in column) for column in view.columns]
        shares = view.phase is PushPhase.SHARE
        return cls(
            phase=SHARE if shares else TURN,
            active=view.active,
            chooser=view.chooser if shares else view.active,
            pile=PileBits.of(view.left),
            columns=(*columns, *[0] * (COLUMNS - len(columns))),
            odd=view.switches & 1,
            risk=view.risk,
            zones=tuple(map(OpenZone.of, view.zones)),
        )

    def drawing(self) -> "PushPosition":
        """A card is due."""
        return self._replace(phase=DEAL)

    def placed(self, bit: int, at: int) -> "PushPosition":
        """A card in a column."""
        columns = [column | bit if place == at else column for place, column in enumerate(self.columns)]
        return self._replace(columns=tuple(columns))

    def places(self, bit: int) -> list[int]:
        """The columns where a card may go; only the first empty one is a new one (PUSH-11)."""
        clash, found = CLASH[bit], []
        for at, column in enumerate(self.columns):
            if not column & clash:
                found.append(at)
            if not column:
                break
        return found

    def taken(self, at: int) -> "PushPosition":
        """Whoever chooses has taken a column: the die is due (PUSH-18), or the share-out goes on (PUSH-21)."""
        column = self.columns[at]
        columns = tuple(0 if place == at else other for place, other in enumerate(self.columns))
        zones = [zone.plus(column) if seat == self.chooser else zone for seat, zone in enumerate(self.zones)]
        after = self._replace(columns=columns, zones=tuple(zones))
        return after._replace(phase=ROLL) if column & DIE else after._shared()

    def protected(self, colour: int) -> "PushPosition":
        """The active player has put a colour away (PUSH-32)."""
        zones = [zone.without(colour) if seat == self.active else zone for seat, zone in enumerate(self.zones)]
        return self._replace(zones=tuple(zones))._ended()

    def bust(self) -> "PushPosition":
        """The die is due for the active player (PUSH-30)."""
        return self._replace(phase=ROLL)

    def switched(self) -> "PushPosition":
        """A Switch card came (PUSH-24); as the last card, without a column, it ends the match (PUSH-33)."""
        after = self._replace(phase=TURN, odd=1 - self.odd)
        return after if after.pile.size or any(self.columns) else after._ended()

    def _shared(self) -> "PushPosition":
        """The next opponent chooses (PUSH-22 to 24), or the turn is over (PUSH-27)."""
        following = clockwise(self.chooser, len(self.zones), -1 if self.odd else 1)
        if any(self.columns) and following != self.active:
            return self._replace(phase=SHARE, chooser=following)
        return self._ended()

    def _ended(self) -> "PushPosition":
        if not self.pile.size:
            return self._replace(phase=OVER, columns=(0,) * COLUMNS)
        following = clockwise(self.active, len(self.zones))
        return self._replace(phase=TURN, active=following, chooser=following, columns=(0,) * COLUMNS, odd=0)
