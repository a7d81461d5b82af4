"""Experts of Push for two on small decks, for `lab.bench.decks`: what they choose in positions that were solved.

Here it is the expert that goes by the learned value of a turn, as at commit dcc34aa, with or without exact endings. The
network of the whole table is in `lab.bench.decks.table`.
"""

from collections.abc import Callable, Sequence
from typing import Any, Final, NamedTuple

import jax
import jax.numpy as jnp
import numpy as np
from jax import Array

from cartable.games.push.bots.batch_turns import KEPT
from cartable.games.push.bots.evaluator import SCORE_WEIGHT, SPREAD
from cartable.games.push.bots.expert import LIKELY, SAME
from cartable.games.push.cards import LETTERS, NUMBERS
from cartable.games.push.small import POINT, SmallColumns, SmallPile, SmallPush, SmallZone, best_of
from lab.train.push.expert import DIE, OpenTurn, Stakes, TurnTables, chance, drawing, shares
from lab.train.push.look import Heap

AT_ONCE: Final = 4096
LOST: Final = 1 / 6
WORD: Final = {card: 1 << at for at, card in enumerate(NUMBERS)} | {"D": 1 << DIE}


class Weighed(NamedTuple):
    """What the expert says of a position in a turn: of drawing, taking each column, and protecting each colour."""

    draw: float
    takes: tuple[float, ...]
    protects: tuple[float, ...]


@jax.jit
def weighed(tables: TurnTables, turn: OpenTurn, stakes: Stakes, at_risk: Array, colours: Array) -> Array:
    """[position, 9]: see `Weighed` and `lab.train.push.expert.worths`."""
    left, share = turn.total, shares(tables, turn, stakes)
    most = jnp.maximum(jnp.maximum(share.take[0], share.take[1]), share.take[2])
    takes = [chance(tables, share.stop - (most - take), left, stakes.lead) for take in share.take]
    protects = [
        chance(tables, at_risk * colours[:, at] - tables.tempo[left], left, stakes.lead) for at in range(len(LETTERS))
    ]
    return jnp.stack([drawing(tables, turn, stakes), *takes, *protects], -1)


def weighed_all(game: SmallPush, tables: TurnTables) -> dict[Any, Weighed]:
    """What the expert's learned values say of every position of a game that was solved."""
    places = [*game.known, *((mine, theirs, (), pile) for mine, theirs, pile in game.turns)]
    found: dict[Any, Weighed] = {}
    for at in range(0, len(places), AT_ONCE):
        part = places[at : at + AT_ONCE]
        padded = part + part[:1] * (AT_ONCE - len(part))
        rows = np.asarray(weighed(tables, *arrays(game, padded))).astype(float)[: len(part)].tolist()
        for place, row in zip(part, rows, strict=True):
            found[place] = Weighed(row[0], tuple(row[1:4]), tuple(row[4:]))
    return found


def arrays(game: SmallPush, places: Sequence[Any]) -> tuple[OpenTurn, Stakes, Array, Array]:
    """Positions as the expert's evaluation takes them."""
    kinds = [WORD[kind] for kind in game.deck.kinds]
    words = np.zeros((len(places), 3), np.uint32)
    for row, at in enumerate(places):
        for number, column in enumerate(at[2]):
            words[row, number] = sum(word for place, word in enumerate(kinds) if column >> place & 1)
    counts = np.array([at[3] for at in places])
    ones, twos = ((((counts[:, :-1] >> plane) & 1) * np.array(kinds[:-1])).sum(1) for plane in (0, 1))
    points = (np.array([at[:2] for at in places]) + POINT // 2) // POINT  # what is safe may be points less cards
    open_, total = points[..., :-1].sum(-1), points.sum(-1)
    at_risk = 1 - KEPT[counts.sum(1)]
    headed = total - at_risk[:, None] * open_
    turn = OpenTurn(
        (jnp.asarray(words[:, 0]), jnp.asarray(words[:, 1]), jnp.asarray(words[:, 2])),
        Heap(jnp.asarray(ones.astype(np.uint32)), jnp.asarray(twos.astype(np.uint32))),
        jnp.asarray(counts[:, -1].astype(np.int32)),
    )
    numbers = [open_[:, 0], open_[:, 1], np.full(len(places), LOST), headed[:, 0] - headed[:, 1]]
    stakes = Stakes(*(jnp.asarray(part, jnp.float32) for part in numbers))
    return turn, stakes, jnp.asarray(at_risk, jnp.float32), jnp.asarray(points[:, 0, :-1], jnp.float32)


class SmallExpert:
    """The expert, who plays so many last cards out; before, and with none, it goes by its learned values."""

    def __init__(self, game: SmallPush, known: dict[Any, Weighed], played_out: int) -> None:
        self._game, self._known, self._played_out = game, known, played_out

    # --- what each choice is worth, in the order of `SmallPlayer` ----------------------------------------------------

    def worths_to_begin(self, mine: SmallZone, theirs: SmallZone, pile: SmallPile) -> list[float]:
        at = self._known[mine, theirs, (), pile]
        return [at.draw, *(worth for worth, open_ in zip(at.protects, mine[:-1], strict=True) if open_)]

    def worths_to_go_on(
        self, mine: SmallZone, theirs: SmallZone, columns: SmallColumns, pile: SmallPile
    ) -> list[float]:
        at = self._known[mine, theirs, columns, pile]
        takes = list(at.takes[: len(columns)])
        return [*takes, at.draw] if any(pile) else takes

    def worths_to_share(
        self, mine: SmallZone, theirs: SmallZone, columns: SmallColumns, pile: SmallPile
    ) -> list[float]:
        """As in `lab.train.push.expert.worths`: each column by what it brings oneself."""
        left = sum(pile)
        open_, other = sum(mine[:-1]) // POINT, sum(theirs[:-1]) // POINT
        lead = round((sum(mine) - sum(theirs)) / POINT) - (1 - float(KEPT[left])) * (open_ - other)
        gains = []
        for column in columns:
            points = (sum(self._game.taken(self._game.nothing, column & ~self._game.die)[0][0])) // POINT
            gains.append(points - (open_ + points) * LOST * bool(column & self._game.die))
        deviations = (np.array(gains) + lead) / SPREAD[left]
        bent = (2 / np.pi) ** 0.5 * (deviations + 0.044715 * deviations**3)
        worths: list[float] = (0.5 * (1 + np.tanh(bent)) + SCORE_WEIGHT * np.array(gains)).tolist()
        return worths

    # --- and what it does --------------------------------------------------------------------------------------------

    def _best(self, worths: list[float], pile: SmallPile, exact: Callable[[], list[float]]) -> int:
        """By learned values; where few enough cards are left, by the exact ones first."""
        if sum(pile) > self._played_out:
            return best_of(worths, SAME)
        return best_of([sure + LIKELY * guess for sure, guess in zip(exact(), worths, strict=True)], SAME)

    def begins(self, mine: SmallZone, theirs: SmallZone, pile: SmallPile) -> int:
        worths = self.worths_to_begin(mine, theirs, pile)
        return self._best(worths, pile, lambda: self._game.beginnings(mine, theirs, pile))

    def lays(self, mine: SmallZone, theirs: SmallZone, ways: list[SmallColumns], pile: SmallPile) -> int:
        worths = [max(self.worths_to_go_on(mine, theirs, columns, pile)) for columns in ways]
        return self._best(worths, pile, lambda: [self._game.going_on(mine, theirs, way, pile) for way in ways])

    def goes_on(self, mine: SmallZone, theirs: SmallZone, columns: SmallColumns, pile: SmallPile) -> int:
        worths = self.worths_to_go_on(mine, theirs, columns, pile)
        return self._best(worths, pile, lambda: self._game.goings(mine, theirs, columns, pile))

    def shares(self, mine: SmallZone, theirs: SmallZone, columns: SmallColumns, pile: SmallPile) -> int:
        worths = self.worths_to_share(mine, theirs, columns, pile)
        return self._best(
            worths, pile, lambda: [1.0 - self._game.left_to(theirs, mine, column, pile) for column in columns]
        )
