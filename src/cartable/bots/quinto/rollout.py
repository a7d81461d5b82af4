"""Quinto: matches played on in the head, many at once, from after each of a few choices to the own next turn.

What nobody can see is drawn by lot, for every choice alike, so that they are compared on the same luck.
"""

from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from cartable.bots.quinto.batch_lays import NONE
from cartable.bots.quinto.batch_sheets import CARDS, Ints
from cartable.bots.quinto.batch_table import COVERED, GRID, HELD, BatchPosition, BatchTable
from cartable.bots.quinto.evaluator import AHEAD, DOUBT, QuintoEvaluator
from cartable.bots.quinto.sheet_value import SCALE
from cartable.bots.win_chance import win_chances
from cartable.games.quinto.acts import QuintoAct, QuintoLay, QuintoWrite
from cartable.games.quinto.cards import HAND, KINDS, NOTHING, Grid, announced, lay
from cartable.games.quinto.sheet import AT
from cartable.games.quinto.view import QuintoView

ROUNDS: Final = {1: 2, 2: 1, 3: 1, 4: 1}
"""How often one's own turn comes round in the head, by players: each round costs as many turns as there are players."""

NUMBER: Final = {card: number for number, card in enumerate(KINDS.names)}

Floats = NDArray[np.float64]


class TableAfter(NamedTuple):
    """A table after a choice, and after what everybody will make of it."""

    sheets: list[list[int]]
    misses: list[int]
    hand: tuple[str, ...]
    grid: Grid
    covered: tuple[str, ...]


class SharedRandom:
    """Lots for a few choices and many samples: each sample has the same luck after every choice."""

    def __init__(self, random: np.random.Generator, choices: int) -> None:
        self._random = random
        self._choices = choices

    def random(self, size: tuple[int, ...], /) -> Floats:
        """Numbers from 0 to 1."""
        many, each = size
        return np.tile(self._random.random((many // self._choices, each)), (self._choices, 1))


class Rollouts:
    """A view, as far as one can see ahead."""

    def __init__(self, view: QuintoView, evaluator: QuintoEvaluator, random: np.random.Generator) -> None:
        self._view = view
        self._evaluator = evaluator
        self._random = random

    def worths(self, acts: list[QuintoAct], samples: int) -> Floats:
        """What each act is worth, on average over so many ways in which it could go on."""
        view, me, seats = self._view, self._evaluator.me, len(self._view.sheets)
        position = self._position([self._after(act) for act in acts], samples)
        table = BatchTable(
            self._evaluator.net, SharedRandom(self._random, len(acts)), position, view.active, AHEAD[seats]
        )
        table.draw(view.active)
        table.active = (view.active + 1) % seats
        for _ in range((me - table.active) % seats + 1 + seats * (ROUNDS[seats] - 1)):
            if table.over.all():
                break
            table.turn()
        worths: Floats = self._worth(table).reshape(len(acts), samples).mean(1)
        return worths

    def _worth(self, table: BatchTable) -> Floats:
        """[game]: alone the points, else the chance to win, and a little for the points."""
        forecasts = self._evaluator.net(table.look(table.active))
        sure = table.points
        headed = np.where(table.over[:, None], sure, forecasts[..., 0] * SCALE)
        own: Floats = headed[:, self._evaluator.me]
        if not self._evaluator.others:
            return own
        seats = [self._evaluator.me, *self._evaluator.others]
        spread = np.maximum(forecasts[..., 1], 0) * SCALE**2 + DOUBT / 2
        likely = win_chances([headed[:, seat] for seat in seats], [spread[:, seat] for seat in seats])[0]
        mine, best = sure[:, seats[0]], sure[:, seats[1:]].max(1)
        won = np.where(mine == best, 0.5, mine > best)
        chance: Floats = np.where(table.over, won, likely)
        return chance + self._evaluator.score_weight * own

    def _after(self, act: QuintoAct) -> TableAfter:
        """Everybody writes what seems best; who is active and writes nothing has missed (QUIN-18)."""
        view, evaluator = self._view, self._evaluator
        offer, grid, covered, hand = view.announced or NOTHING, evaluator.grid, view.covered, view.hand
        match act:
            case QuintoLay(on):
                grid, under = lay(grid, on)
                covered += under
                offer = announced(grid, on[-1][1])
                hand = tuple(card for card in hand if card not in [laid for laid, _ in on])
                mine = evaluator.own.best(offer, evaluator.otherwise)
            case QuintoWrite(cell):
                mine = evaluator.own.written(AT[cell], offer.sum)
            case _:
                mine = evaluator.otherwise
        sheets, misses = [list(value.sheet) for value in evaluator.sheet_values], list(view.misses)
        for seat, forecast in zip([evaluator.me, *evaluator.others], [mine, *evaluator.answers(offer)], strict=True):
            if forecast.cell is not None:
                sheets[seat][forecast.cell] = offer.sum
            elif seat == view.active:
                misses[seat] += 1
        return TableAfter(sheets, misses, hand, grid, covered)

    def _position(self, afters: list[TableAfter], samples: int) -> BatchPosition:
        """Each table so many times, with others' hands as they might be."""
        view, me = self._view, self._evaluator.me
        hands = np.full((len(afters), samples, len(view.sheets), HAND), NONE, dtype=np.int64)
        where = np.zeros((len(afters), samples, CARDS), dtype=np.int64)
        for at, after in enumerate(afters):
            hands[at, :, me, : len(after.hand)] = _numbers(after.hand)
            for cards, place in ((after.hand, HELD), (after.covered, COVERED), (after.grid, GRID)):
                where[at, :, _numbers(cards)] = place
        held, begin = self._others(samples), 0
        for seat in self._evaluator.others:
            cards_ = held[:, begin : begin + view.hands[seat]]
            hands[:, :, seat, : view.hands[seat]] = cards_
            begin += view.hands[seat]
        where[:, np.arange(samples)[:, None], held] = HELD

        def each(part: Any) -> Ints:
            return np.repeat(np.array(part, dtype=np.int64), samples, 0)

        return BatchPosition(
            each([after.sheets for after in afters]),
            each([after.misses for after in afters]),
            hands.reshape(-1, *hands.shape[2:]),
            each([_numbers(after.grid) for after in afters]),
            where.reshape(-1, CARDS),
        )

    def _others(self, samples: int) -> Ints:
        """[sample, card]: what the others may hold. A card that was not in the pile when it was shuffled is in a hand;
        the rest is anybody's guess.
        """
        view = self._view
        unseen = np.array(_numbers(view.unseen), dtype=np.int64)
        known = np.array([card not in view.shuffled for card in view.unseen])
        lots = self._random.random((samples, len(unseen))) + known
        many = sum(view.hands[seat] for seat in self._evaluator.others)
        held: Ints = self._random.permuted(unseen[np.argsort(-lots, 1)[:, :many]], axis=1)
        return held


def _numbers(cards: tuple[str, ...]) -> list[int]:
    return [NUMBER[card] for card in cards]
