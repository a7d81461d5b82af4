"""Push: what every choice is worth, with a learned value for drawing on.

Within a turn all is counted in points as they will be in the end; then points become the chance to win.
"""

from functools import cache
from importlib.resources import files
from typing import Any, Final

from cartable.bots.arrays import np
from cartable.bots.network import Network
from cartable.bots.win_chance import win_chances
from cartable.games.push.bots.batch_turns import (
    COLOURS,
    KEPT,
    KINDS,
    NUMBER_KINDS,
    SCALE,
    VALUES,
    Floats,
    TurnBatch,
    TurnStakes,
    features,
    fits,
    grown,
    shares,
)
from cartable.games.push.cards import DICE, LETTER_OF, NUMBERS, SWITCH, value
from cartable.games.push.state import COLUMNS, choosers
from cartable.games.push.view import PushView
from cartable.kernel import Seat

KIND: Final = {**{card: at for at, card in enumerate(NUMBERS)}, DICE: NUMBER_KINDS}
"""Where a card stands among the kinds."""

SPREAD: Final = (1.5 + 21.0 * (1 - np.exp(-np.arange(121) / 18))).astype(np.float64)
"""How far, in points, the end of a match lies from where it seems to be headed, by the cards left. Measured."""

SCORE_WEIGHT: Final = 0.001
"""What a point is worth beside the chance to win: a player who cannot win or lose any more still plays well."""

Columns = tuple[tuple[str, ...], ...]


class Learned:
    """What training found: the value of drawing on, and that of having the turn, by players and cards left."""

    def __init__(self) -> None:
        with files(__package__).joinpath("turns.npz").open("rb") as file, np.load(file) as kept:
            self.net = Network({name: kept[name] for name in kept})
            self.tempo: Floats = kept["tempo"].astype(np.float32)


@cache
def learned() -> Learned:
    """Read once."""
    return Learned()


class PushEvaluator:
    """One turn as its player sees it."""

    def __init__(self, view: PushView, me: Seat, score_weight: float = SCORE_WEIGHT) -> None:
        self._known = learned()
        self._score_weight = score_weight
        self._view = view
        self._me = me
        seats = len(view.zones)
        exposed = [float(sum(map(value, zone.shown))) for zone in view.zones]
        takers = choosers(me, seats, view.switches)[:COLUMNS]
        nobody = [0.0] * (COLUMNS - len(takers))
        self._envy = 1 / (seats - 1)
        # Among several, ending a turn gives none of them more turns than the others.
        self._tempo = self._known.tempo * np.float32(seats == 2)
        self._one = TurnStakes(
            np.array([exposed[me]], dtype=np.float32),
            np.array([[exposed[seat] for seat in takers] + nobody], dtype=np.float32),
            np.array([[self._envy] * len(takers) + nobody], dtype=np.float32),
            np.array([(2 if view.risk else 1) / 6], dtype=np.float32),
            np.array([seats]),
        )
        self._left = np.zeros(KINDS, dtype=np.float32)
        for card, count in view.left.items():
            if card != SWITCH:
                self._left[KIND[card]] = count
        self._switches = float(view.left.get(SWITCH, 0))
        headed = [points - at_risk(view) * open_ for points, open_ in zip(view.scores, exposed, strict=True)]
        self.headed = headed
        """Where everybody's points seem to be headed, this turn left out."""

    def chance(self, points: Any, left: Any) -> Any:
        """The chance to win with this many points more and this many cards left; and a little for the points."""
        variance = SPREAD[np.asarray(left, dtype=np.int64)] ** 2 / 2
        headed = [at + points if seat == self._me else at for seat, at in enumerate(self.headed)]
        return win_chances(headed, [variance] * len(headed))[self._me] + self._score_weight * points

    # --- points ----------------------------------------------------------------------------------------------------

    def stopping(self, layouts: list[Columns]) -> Floats:
        """What stopping with these columns is worth."""
        turns, stakes = self._rows(layouts)
        return shares(turns, stakes, self._tempo).stop

    def going_on(self, layouts: list[Columns]) -> Floats:
        """What drawing on from these columns is worth, on average over the next card."""
        turns, stakes = self._rows(layouts)
        return self._drawing(turns, stakes, of_winning=False)

    def protecting(self, colour: str) -> float:
        """What it is worth to make a colour safe and let the next one play (PUSH-32)."""
        shown = self._view.zones[self._me].shown
        points = sum(value(card) for card in shown if card[0] == LETTER_OF[colour])
        return at_risk(self._view) * points - self._envy * float(self._tempo[len(self._view.zones), self._view.pile])

    # --- chances to win ----------------------------------------------------------------------------------------------

    def stop(self, layouts: list[Columns]) -> Floats:
        """The chance to win by stopping."""
        won: Floats = self.chance(self.stopping(layouts), self._view.pile)
        return won

    def draw(self, layouts: list[Columns]) -> Floats:
        """The chance to win by drawing on."""
        turns, stakes = self._rows(layouts)
        return self._drawing(turns, stakes, of_winning=True)

    def protect(self, colour: str) -> float:
        """The chance to win by protecting."""
        return float(self.chance(self.protecting(colour), self._view.pile))

    # --- the evaluation ----------------------------------------------------------------------------------------------

    def _rows(self, layouts: list[Columns]) -> tuple[TurnBatch, TurnStakes]:
        many = len(layouts)
        cards = np.zeros((many, COLUMNS, COLOURS), dtype=np.int64)
        dice = np.zeros((many, COLUMNS), dtype=bool)
        for row, columns in enumerate(layouts):
            for at, column in enumerate(columns):
                for card in column:
                    kind = KIND[card]
                    if card == DICE:
                        dice[row, at] = True
                    else:
                        cards[row, at, kind // VALUES] = kind % VALUES + 1
        switches = np.full(many, self._switches, dtype=np.float32)
        turns = TurnBatch(cards, dice, np.repeat(self._left[None], many, 0), switches)
        return turns, self._one.of(np.zeros(many, dtype=np.int64))

    def _drawing(self, turns: TurnBatch, stakes: TurnStakes, *, of_winning: bool) -> Floats:
        """The exact average over the next card; beyond it, the learned value."""
        total = turns.total
        left = np.maximum(total - 1, 0)
        ways = grown(turns, fits(turns))
        worth = self._best(ways.turns, stakes.of(ways.turn))
        fewer = turns._replace(switches=np.maximum(turns.switches - 1, 0))
        switched = self._best(fewer, stakes)
        fewer_of_each = (left / np.maximum(total, 1)).astype(np.float32)[:, None]
        drawn = turns._replace(left=turns.left * fewer_of_each)  # one card fewer, whichever it was
        bust = shares(drawn, stakes, self._tempo).bust
        if of_winning:
            worth, switched, bust = (
                self.chance(points, cards)
                for points, cards in ((worth, left[ways.turn]), (switched, left), (bust, left))
            )
        best = np.full((len(total), KINDS, COLUMNS), -np.inf)
        best[ways.turn, ways.kind, ways.column] = worth
        top = best.max(2)
        each = np.where(np.isfinite(top), top, bust[:, None])
        average = ((turns.left * each).sum(1) + turns.switches * switched) / np.maximum(total, 1)
        return np.where(total > 0, average, -np.inf)

    def _best(self, turns: TurnBatch, stakes: TurnStakes) -> Floats:
        """The better of stopping and drawing on, as learned, in points."""
        share = shares(turns, stakes, self._tempo)
        more = self._known.net(features(turns, stakes, share))[:, 0] * SCALE
        stands = turns.used.any(1)
        return share.stop + np.where(turns.total > 0, np.where(stands, np.maximum(more, 0), more), 0)


def at_risk(view: PushView) -> float:
    """The share of what lies open that the die will take, or a turn be spent on, before the end.

    Measured with two; the more there are, the rarer is a turn in which to protect it.
    """
    cards = min(view.pile * len(view.zones) // 2, len(KEPT) - 1)
    return (1 - float(KEPT[cards])) * (1.5 if view.risk else 1.0)  # PUSH-38
