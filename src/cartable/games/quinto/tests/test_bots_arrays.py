"""Quinto in arrays: what holds for one sheet, hand or grid by the rules holds for many at once."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from cartable.bots.network import network
from cartable.games.quinto.bots.batch_lays import ways
from cartable.games.quinto.bots.batch_sheets import contexts, ended, points, writable
from cartable.games.quinto.bots.batch_table import BatchTable
from cartable.games.quinto.bots.features import context_of
from cartable.games.quinto.bots.lay_shapes import COVERED, GRID, HELD, NONE, PILE
from cartable.games.quinto.cards import COLOURS, KINDS, announced, lay
from cartable.games.quinto.rules import lays
from cartable.games.quinto.sheet import EMPTY, NUMBERS, Sheet, full_rows, room, score_of, write
from lab.train.quinto.alone import dealt


@st.composite
def sheets(draw: st.DrawFn) -> Sheet:
    """Any sheet that can come about, more or less full."""
    sheet, dice = EMPTY, draw(st.randoms(use_true_random=False))
    for _ in range(draw(st.integers(0, 40))):
        number = dice.choice(NUMBERS)
        cells = room(sheet, number, [dice.choice(COLOURS)])
        if cells:
            sheet = write(sheet, dice.choice(cells), number)
    return sheet


@given(sheet=sheets())
def test_what_may_be_written(sheet: Sheet) -> None:
    """QUIN-05 to 08."""
    fits = writable(np.array([sheet]))[0]
    for number in NUMBERS:
        assert list(np.nonzero(fits[:, number])[0]) == room(sheet, number, COLOURS)
    assert not fits[:, 0].any()


@given(sheet=sheets(), misses=st.integers(0, 4))
def test_what_counts_and_what_ends(sheet: Sheet, misses: int) -> None:
    """QUIN-23 to 28."""
    assert points(np.array([sheet]), np.array([misses]))[0] == score_of(sheet, misses).total
    assert ended(np.array([[sheet]]), np.array([[misses]]))[0] == (full_rows(sheet) >= 2 or misses >= 4)


@given(seats=st.lists(st.tuples(sheets(), st.integers(0, 3)), min_size=1, max_size=4), following=st.integers(0, 3))
def test_one_and_many_are_shown_alike(seats: list[tuple[Sheet, int]], following: int) -> None:
    shown, misses = [sheet for sheet, _ in seats], tuple(missed for _, missed in seats)
    lays_next = following % len(seats)
    many = contexts(np.array([shown]), np.array([misses]), lays_next, np.array([7]))[0]
    for seat, row in enumerate(many):
        assert row == pytest.approx(context_of(shown, misses, seat, lays_next, 7).inputs())


@given(cards=st.lists(st.sampled_from(KINDS.names), min_size=7, max_size=7, unique=True), held=st.integers(1, 3))
def test_every_way_to_lay(cards: list[str], held: int) -> None:
    """QUIN-11 to 15: the same sums, colours, grids and cards kept as by the rules."""
    hand, grid = tuple(cards[:held]), tuple(cards[3:])
    expected = set()
    for act in lays(hand):
        after = lay(grid, act.on)[0]
        offer = announced(after, act.on[-1][1])
        bits = sum(1 << COLOURS.index(colour) for colour in offer.colours)
        kept = frozenset(hand) - {card for card, _ in act.on}
        expected.add(
            (offer.sum, bits, tuple(KINDS.index[card] for card in after), frozenset(KINDS.index[card] for card in kept))
        )
    numbers = [*(KINDS.index[card] for card in hand), *[NONE] * (3 - held)]
    found = ways(np.array([numbers]), np.array([[KINDS.index[card] for card in grid]]))
    told = zip(found.sum, found.bits, found.grid, found.kept, strict=True)
    assert {(s, b, tuple(g), frozenset(k) - {NONE}) for s, b, g, k in told} == expected


@pytest.mark.parametrize("seats", [1, 2, 4])
def test_matches_in_arrays_keep_to_the_rules(seats: int) -> None:
    """Every card is somewhere once; sheets only grow; all matches end, and stay as they are then (QUIN-22, QUIN-33)."""
    rng = np.random.default_rng(seats)
    table = BatchTable(network("cartable.games.quinto.bots", f"sheet-{seats}.npz"), rng, dealt(12, seats, rng), 0, 0.2)
    for _ in range(400):
        was, before = table.over.copy(), table.position.sheets.copy()
        table.turn()
        position = table.position
        assert (position.sheets == before)[before > 0].all()
        assert (position.sheets == before)[was].all()
        for game in np.nonzero(~table.over)[0]:
            where = position.where[game]
            held = position.hands[game][position.hands[game] != NONE]
            assert sorted(np.nonzero(where == HELD)[0]) == sorted(held)
            assert sorted(np.nonzero(where == GRID)[0]) == sorted(position.grid[game])
            assert set(where) <= {PILE, COVERED, GRID, HELD}
        if table.over.all():
            break
    assert table.over.all()
