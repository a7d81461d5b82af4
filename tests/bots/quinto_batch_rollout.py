"""Quinto: all matches of a rollout at once, in numpy's arrays: what `cartable.bots.quinto.playout` is compared with."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from cartable.bots.network import network
from cartable.bots.quinto.batch_sheets import Ints
from cartable.bots.quinto.batch_table import BatchPosition, BatchTable
from cartable.bots.quinto.evaluator import AHEAD, DOUBT, QuintoEvaluator
from cartable.bots.quinto.lay_shapes import CARDS, COVERED, GRID, HELD, NONE
from cartable.bots.quinto.luck import PlayoutLuck
from cartable.bots.quinto.rollout import Rollouts, TableAfter
from cartable.bots.quinto.sheet_value import SCALE
from cartable.bots.win_chance import win_chances
from cartable.games.quinto.cards import HAND

Floats = NDArray[np.float64]


class SharedLots:
    """Lots for a few choices and many samples: each sample has the same luck after every choice."""

    def __init__(self, lucks: list[PlayoutLuck], choices: int) -> None:
        self._lucks = lucks
        self._choices = choices
        for luck in lucks:
            luck.again()

    def random(self, _size: tuple[int, ...], /) -> Floats:
        """Numbers from 0 to 1, for every card of every match."""
        return np.tile(np.array([luck.next_lots() for luck in self._lucks]), (self._choices, 1))


def batch_worths(rollouts: Rollouts, afters: list[TableAfter], lucks: list[PlayoutLuck]) -> list[list[float]]:
    """What each table is worth in each sample."""
    evaluator, seats = rollouts.evaluator, len(rollouts.view.sheets)
    net = network("cartable.bots.quinto", f"sheet-{seats}.npz")
    position = _position(rollouts, afters, lucks)
    active = rollouts.view.active
    table = BatchTable(net, SharedLots(lucks, len(afters)), position, active, AHEAD[seats])
    table.draw(active)
    table.active = (active + 1) % seats
    for _ in rollouts.turns:
        if table.over.all():
            break
        table.turn()
    # Where all are over it does not matter who would be next.
    worths: list[list[float]] = _worth(evaluator, table, net).reshape(len(afters), len(lucks)).tolist()
    return worths


def _worth(evaluator: QuintoEvaluator, table: BatchTable, net: Any) -> Floats:
    """[game]: the chance to win, and a little for the points."""
    forecasts = net(table.look(table.active))
    sure = table.points
    headed = np.where(table.over[:, None], sure, forecasts[..., 0] * SCALE)
    seats = [evaluator.me, *evaluator.others]
    spread = np.maximum(forecasts[..., 1], 0) * SCALE**2 + DOUBT / 2
    likely = win_chances([headed[:, seat] for seat in seats], [spread[:, seat] for seat in seats])[0]
    mine, best = sure[:, seats[0]], sure[:, seats[1:]].max(1)
    won = np.where(mine == best, 0.5, mine > best)
    chance: Floats = np.where(table.over, won, likely)
    return chance + evaluator.score_weight * headed[:, evaluator.me]


def _position(rollouts: Rollouts, afters: list[TableAfter], lucks: list[PlayoutLuck]) -> BatchPosition:
    """Each table so many times, with others' hands as they might be."""
    view, me, samples = rollouts.view, rollouts.evaluator.me, len(lucks)
    hands = np.full((len(afters), samples, len(view.sheets), HAND), NONE, dtype=np.int64)
    where = np.zeros((len(afters), samples, CARDS), dtype=np.int64)
    for at, after in enumerate(afters):
        hands[at, :, me, : len(after.hand)] = after.hand
        for cards, place in ((after.hand, HELD), (after.covered, COVERED), (after.grid, GRID)):
            where[at, :, cards] = place
    held, begin = np.array([luck.held for luck in lucks]), 0
    for seat in rollouts.evaluator.others:
        hands[:, :, seat, : view.hands[seat]] = held[:, begin : begin + view.hands[seat]]
        begin += view.hands[seat]
    where[:, np.arange(samples)[:, None], held] = HELD

    def each(part: Any) -> Ints:
        return np.repeat(np.array(part, dtype=np.int64), samples, 0)

    return BatchPosition(
        each([after.sheets for after in afters]),
        each([after.misses for after in afters]),
        hands.reshape(-1, *hands.shape[2:]),
        each([after.grid for after in afters]),
        where.reshape(-1, CARDS),
    )
