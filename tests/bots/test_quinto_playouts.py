"""Quinto without numpy: the network and the matches played on in the head give the same as in numpy's arrays.

`python -m tests.bots.test_quinto_playouts 100` compares on the positions of so many matches.
"""

import sys
from collections.abc import Iterator
from math import fsum
from random import Random

import numpy as np
import pytest

from cartable.bots.network import network
from cartable.bots.packed_network import FIRST_BITS, LANE, SECOND_BITS, packed_network
from cartable.bots.quinto.alone import OFFER_AT
from cartable.bots.quinto.evaluator import evaluate
from cartable.bots.quinto.expert import SCORE_WEIGHTS
from cartable.bots.quinto.features import INPUTS, MOST_TO_GO, NUMBERS, SIZE
from cartable.bots.quinto.rollout import Rollouts
from cartable.games.quinto import QUINTO
from cartable.games.quinto.acts import QuintoAct
from cartable.games.quinto.view import QuintoView
from tests.bots.quinto_batch_rollout import batch_worths
from tests.kit.sample import Setup, sampled

PACKAGE = "cartable.bots.quinto"
WEIGHTS = ("sheet-1.npz", "sheet-2.npz", "sheet-3.npz", "sheet-4.npz", "alone.npz")
SHARE_AT = INPUTS - 37
"""The one input that is neither 0 nor 1: a share of `MOST_TO_GO`."""


@pytest.mark.parametrize("name", WEIGHTS)
def test_the_network_says_the_same_to_the_last_bit(name: str) -> None:
    """On a thousand inputs each."""
    arrays, plain, random = network(PACKAGE, name), packed_network(PACKAGE, name), Random(name)
    many = len(arrays.w1)
    for _ in range(1000):
        places, part = random.sample(range(many), 40), random.randrange(MOST_TO_GO + 1)
        inputs = np.zeros(many)
        inputs[places] = 1
        inputs[SHARE_AT] = part / MOST_TO_GO
        first = plain.base + sum(plain.row(at) for at in places if at != SHARE_AT)
        first += plain.share(SHARE_AT, part, MOST_TO_GO)
        assert plain.both(first) == tuple(arrays(inputs))
        assert plain.points(first) == plain.both(first)[0]


@pytest.mark.parametrize("name", WEIGHTS)
def test_no_sum_leaves_its_bits(name: str) -> None:
    """Whatever the network is shown: one number in each cell, anything else, and what three cards make of the grid."""
    net = network(PACKAGE, name)
    cells, rest = net.w1[: SIZE * NUMBERS].reshape(SIZE, NUMBERS, -1), net.w1[SIZE * NUMBERS :]
    most = cells.max(1).sum(0) + np.maximum(rest, 0).sum(0) + net.b1
    if len(net.w1) > OFFER_AT:  # these are counted: two pairs, three cards, three colours
        most = most + 18 * np.maximum(net.w1[OFFER_AT:].max(0), 0)
    for sign in (1, -1):
        largest = np.maximum(most, 0) @ np.maximum(sign * net.w2, 0) + np.abs(net.b2)
        assert largest.max() * 2 ** (FIRST_BITS + SECOND_BITS) < 2 ** (LANE - 1)


def positions(seats: int, seed: int) -> Iterator[tuple[QuintoView, tuple[QuintoAct, ...]]]:
    """Every decision of a match."""
    for turn in sampled(QUINTO, Setup(seats, QUINTO.options(), "bots fair", seed)).turns:
        for seat in range(seats):
            legal = QUINTO.legal(turn.state, seat)
            if len(legal) > 1:
                yield QUINTO.view(turn.state, seat), legal


def check(view: QuintoView, legal: tuple[QuintoAct, ...], samples: int) -> None:
    """The same worths with the same luck, and so the same choice."""
    assert view.seat is not None
    evaluated = evaluate(view, view.seat, SCORE_WEIGHTS[len(view.sheets)])
    acts = list(legal[:: max(1, len(legal) // 4)])
    plain, arrays = (Rollouts(view, evaluated, Random(1)) for _ in range(2))
    worths = plain.worths(acts, samples)
    batch = batch_worths(arrays, [arrays.after(act) for act in acts], arrays.lucks(samples))
    same = [fsum(row) for row in batch]
    assert worths == pytest.approx(same, rel=0, abs=1e-12)
    assert worths.index(max(worths)) == same.index(max(same))


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_matches_played_on_end_the_same(seats: int) -> None:
    found = list(positions(seats, seats))[:: 6 * seats]
    assert len(found) > 6
    for view, legal in found:
        check(view, legal, 2)


def test_the_pile_may_run_out_between_two_cards() -> None:
    """QUIN-22: what was covered is shuffled in the middle of drawing."""
    view, legal = list(positions(3, 1003))[201]
    assert view.pile == 1
    check(view, legal, 4)


if __name__ == "__main__":
    looked_at = 0
    for match in range(int(sys.argv[1])):
        for position in positions(2 + match % 3, 1000 + match):
            check(*position, 4)
            looked_at += 1
    print(f"{looked_at} positions: the same worths and choices")
