"""Push: many turns at once in arrays. What stopping is worth, what can be turned next, and what a network is shown.

A column is five numbers: the value of its card in each colour, or 0; and whether a Dice card lies in it (PUSH-12, 13).
All is counted in points: one's own gain, less what the others gain, each weighted.
"""

from typing import Any, Final, NamedTuple

from cartable.bots.arrays import NDArray, np
from cartable.games.push.state import COLUMNS

COLOURS: Final = 5
VALUES: Final = 6
NUMBER_KINDS: Final = COLOURS * VALUES
KINDS: Final = NUMBER_KINDS + 1
"""The cards that can be placed: every number, colour by colour, then the Dice card."""

NEVER: Final = -1e6
SCALE: Final = 10.0
FEATURES: Final = 41

Floats = NDArray[np.float32]
Array = NDArray[Any]

KIND_COLOUR: Final = np.arange(NUMBER_KINDS) // VALUES
KIND_VALUE: Final = np.arange(NUMBER_KINDS) % VALUES + 1
CARDS: Final = 120
KEPT: Final = (1 - 0.5 * (1 - np.exp(-np.arange(CARDS + 1) / 30))).astype(np.float32)
"""How much of a point that lies open will count in the end, by the cards still to come: the die takes its share, or a
turn is spent to protect it. Measured in matches of bots of level `fair`."""

OTHERS: Final = ((1, 2), (0, 2), (0, 1))


class TurnStakes(NamedTuple):
    """What a turn is played for, one row a turn: points lying open with oneself and with the next three to choose;
    how much a point of theirs counts; the share of what lies open that a roll takes on average; how many play.
    """

    mine: Floats  # [turn]
    theirs: Floats  # [turn, 3]
    envy: Floats  # [turn, 3]
    lost: Floats  # [turn]
    seats: Array  # [turn]

    def of(self, which: Array) -> "TurnStakes":
        """Those of some turns."""
        return TurnStakes(*(part[which] for part in self))


class TurnBatch(NamedTuple):
    """Columns on the table, and the cards left, one row a turn."""

    cards: Array  # [turn, column, colour]: the value there, or 0
    dice: Array  # [turn, column]
    left: Floats  # [turn, KINDS]
    switches: Floats  # [turn]: Switch cards left

    @property
    def used(self) -> Array:
        """Which columns stand."""
        return (self.cards > 0).any(-1) | self.dice

    @property
    def total(self) -> Floats:
        """How many cards are left."""
        count: Floats = self.left.sum(1) + self.switches
        return count


def fits(turns: TurnBatch) -> Array:
    """[turn, column, kind]: may a card of this kind go there? Only the first empty column is a new one (PUSH-11)."""
    many = len(turns.cards)
    free_value = (turns.cards[..., None] != np.arange(1, VALUES + 1)).all(2)
    numbers = ((turns.cards == 0)[..., None] & free_value[:, :, None, :]).reshape(many, COLUMNS, NUMBER_KINDS)
    fit = np.concatenate([numbers, ~turns.dice[..., None]], -1)
    empty = ~turns.used
    for at in range(1, COLUMNS):
        fit[:, at] &= ~(empty[:, at] & empty[:, at - 1])[:, None]
    return fit


def gains(turns: TurnBatch, exposed: Floats, lost: Floats) -> Floats:
    """[turn, column]: what a column brings on average to somebody who has this much lying open (PUSH-18)."""
    points = turns.cards.sum(-1).astype(np.float32)
    gain = points - turns.dice * (exposed[:, None] + points) * lost[:, None]
    return np.where(turns.used, gain, NEVER).astype(np.float32)


class Shares(NamedTuple):
    """What stopping is worth, and a bust; and the gains of each column for oneself and for who chooses next."""

    stop: Floats
    bust: Floats
    mine: Floats
    first: Floats


def shares(turns: TurnBatch, stakes: TurnStakes, tempo: Floats) -> Shares:
    """Everybody takes, in order, what is best for their own zone (PUSH-16, 21, 22, 30). Then it is the next one's turn,
    which is worth `tempo[seats, cards left]` to that player.
    """
    mine = gains(turns, stakes.mine, stakes.lost)
    theirs = [gains(turns, stakes.theirs[:, seat], stakes.lost) for seat in range(COLUMNS)]
    envy = [stakes.envy[:, seat] for seat in range(COLUMNS)]
    first, second, third = theirs
    best = [_two(first, second, pair, (envy[0], envy[1])) for pair in OTHERS]
    stop = np.max([mine[:, at] - best[at] for at in range(COLUMNS)], axis=0)
    taken = first.argmax(1)
    every = np.arange(len(mine))
    after = [_two(second, third, pair, (envy[1], envy[2])) for pair in OTHERS]
    left = envy[0] * _there(first[every, taken]) + np.stack(after, 1)[every, taken]
    bust = -stakes.mine * stakes.lost - left
    total = turns.total.astype(np.int64)
    kept, gone = KEPT[total], envy[0] * tempo[stakes.seats, total]
    return Shares(np.where(turns.used.any(1), kept * stop - gone, 0), kept * bust - gone, mine, first)


def _there(gain: Floats) -> Floats:
    """A gain, or nothing where no column stands."""
    return np.where(gain > NEVER / 2, gain, 0).astype(np.float32)


def _two(next_: Floats, then: Floats, columns: tuple[int, int], envies: tuple[Floats, Floats]) -> Floats:
    """What two columns are to those who still choose: the first takes the better one, the next what is left."""
    one, other = columns
    takes_one = next_[:, one] >= next_[:, other]
    taken = np.where(takes_one, next_[:, one], next_[:, other])
    left = np.where(takes_one, then[:, other], then[:, one])
    return envies[0] * _there(taken) + envies[1] * _there(left)


class Placements(NamedTuple):
    """Every way the next card can be placed: of which turn, which kind, in which column, and the turns afterwards."""

    turn: Array
    kind: Array
    column: Array
    turns: TurnBatch


def grown(turns: TurnBatch, fit: Array) -> Placements:
    """One row for each kind that is left and each column it fits."""
    turn, column, kind = np.nonzero(fit & (turns.left > 0)[:, None, :])
    cards, dice, left = turns.cards[turn], turns.dice[turn], turns.left[turn]
    rows = np.arange(len(turn))
    number = kind < NUMBER_KINDS
    some = rows[number]
    cards[some, column[some], KIND_COLOUR[kind[some]]] = KIND_VALUE[kind[some]]
    some = rows[~number]
    dice[some, column[some]] = True
    left[rows, kind] -= 1
    return Placements(turn, kind, column, TurnBatch(cards, dice, left, turns.switches[turn]))


def features(turns: TurnBatch, stakes: TurnStakes, share: Shares) -> Floats:
    """What the network is shown of turns that go on."""
    fit = fits(turns)
    total = turns.total
    likely = turns.left / np.maximum(total, 1)[:, None]
    count = fit.sum(1)
    only = fit & (count == 1)[:, None]
    worth = np.concatenate([KIND_VALUE, [0]]).astype(np.float32)
    used = turns.used
    shown = np.where(used, share.mine, 0)
    order = np.argsort(-np.where(used, share.mine, NEVER / 10), axis=1, kind="stable")
    first = np.where(used, share.first, 0)
    columns = np.stack(
        [
            shown / SCALE,
            first / SCALE,
            (turns.cards > 0).sum(-1) / 5,
            turns.dice,
            used,
            np.einsum("tck,tk->tc", fit, likely),
            np.einsum("tck,tk,k->tc", fit, likely, worth),
            np.einsum("tck,tk->tc", only, likely),
            (fit[..., :NUMBER_KINDS] & (turns.left[:, None, :NUMBER_KINDS] > 0)).sum(-1) / NUMBER_KINDS,
        ],
        -1,
    )
    columns = np.take_along_axis(columns, order[..., None], 1).reshape(len(used), columns.shape[1] * columns.shape[2])
    rest = np.stack(
        [
            share.stop / SCALE,
            share.bust / SCALE,
            ((count == 0) * likely).sum(1) * used.all(1),
            likely[:, -1],
            turns.switches / np.maximum(total, 1),
            total / 108,
            np.minimum(total, 10) / 10,
            stakes.mine * stakes.lost / SCALE,
            stakes.theirs[:, 0] * stakes.lost / SCALE,
            stakes.theirs[:, 1] * stakes.lost / SCALE,
            *stakes.envy.T,
            stakes.lost,
        ],
        1,
    )
    return np.concatenate([columns, rest], 1).astype(np.float32)
