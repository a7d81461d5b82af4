"""Quinto for several: turns of many matches at once. Some play by the network for a whole table, the others by sheets.

Within a turn everybody is counted from who lays: place 0 lays, place 1 is next, and so on.
"""

from typing import Any, Final, NamedTuple

import jax
import jax.numpy as jnp
from jax import Array

from cartable.games.quinto.bots.alone import INPUTS, KNOWN_AT
from cartable.games.quinto.bots.features import MISSES, SIZE
from cartable.games.quinto.bots.rivals import RIVAL, inputs_for
from cartable.games.quinto.bots.sheet_value import SCALE
from cartable.games.quinto.simulator import rules as quinto
from cartable.games.quinto.simulator import sheet
from cartable.games.quinto.simulator.rules import PASS, WRITE, WRITE_ACT, Offer, PackedQuinto
from cartable.games.quinto.simulator.sheet import Rows
from cartable.research.batch.bits import flags, word
from lab.train.learner import Weights, from_first
from lab.train.quinto.look import (
    FLOAT,
    cells_to_go,
    context,
    grid_of,
    sheet_features,
    table_features,
    twos_of,
    unseen,
)
from lab.train.quinto.play import NEVER, _of, _stacked, lays, sheet_changes
from lab.train.quinto.rivals import BestCells, SheetNetwork, all_writes, answered, best_of, liked
from lab.train.quinto.table_look import held, own_features, rival_features, scores

TABLE: Final = slice(KNOWN_AT + 1, INPUTS)


class PlayerKinds(NamedTuple):
    """How players differ, by match and seat: who goes by sheets alone; the aim of the others (`Aims`, by number); and
    how much those who go by sheets look ahead and like to write.
    """

    by_sheet: Array
    aim: Array
    ahead: Array
    haste: Array


class Aims(NamedTuple):
    """What fifty points are worth beside being ahead of everybody, by number of the aim: at first, and from when on
    somebody lacks no more than so many cells for two full rows.
    """

    early: Array
    late: Array
    cells: Array

    def points(self, state: PackedQuinto, aim: Array) -> Array:
        """[match, seat]: what the points are worth now."""
        to_go = jnp.stack([cells_to_go(rows) for rows in state.sheets], -1).min(-1)
        return jnp.where(to_go[:, None] <= self.cells[aim], self.late[aim], self.early[aim])


class TableNetwork(NamedTuple):
    """The network for a whole table, cut up for what changes within a turn."""

    weights: Weights
    write: Array
    miss: Array

    @classmethod
    def of(cls, weights: Weights) -> "TableNetwork":
        net = {name: part.astype(FLOAT) for name, part in weights.items()}
        return cls(net, *sheet_changes(weights))

    def worth(self, first: Array, points: Array) -> Array:
        """What a place at the table is worth: how far ahead of the others, and so much for the points."""
        said = from_first(self.weights, first).astype(jnp.float32)
        return jax.nn.sigmoid(said[..., 1]) + points * said[..., 0]

    def rival(self, place: int, rows: Rows, misses: Array, score: Array) -> Array:
        """What a rival at a place adds to the first layer."""
        at = INPUTS + (place - 1) * RIVAL
        return rival_features(rows, misses, score) @ self.weights["w1"][at : at + RIVAL]


def ahead_of(mine: Array, others: list[Array]) -> Array:
    """The share of the others one is ahead of, a tie for a half."""
    total = sum((jnp.sign(mine - other).astype(jnp.float32) for other in others), jnp.float32(0))
    return (1 + total / len(others)) / 2


class TableSeen(NamedTuple):
    """Everybody, counted from who lays: sheets, misses, points, hands, and the first layer without hand and rivals."""

    rows: list[Rows]
    misses: list[Array]
    scores: list[Array]
    base: list[Array]
    hidden: list[Array]


class After(NamedTuple):
    """A sheet after writing or not: what it counts, and whether it ends the match."""

    rows: Rows
    score: Array
    ends: Array


def around(parts: list[Any], active: Array) -> list[Any]:
    """What everybody has, counted from who lays."""
    seats = len(parts)
    return [_of([parts[(first + place) % seats] for first in range(seats)], active) for place in range(seats)]


def seen_by_all(net: TableNetwork, state: PackedQuinto, active: Array, following: Array) -> TableSeen:
    seats, w1 = len(state.hands), net.weights["w1"]
    everything = state.pile
    for hand in state.hands:
        everything = everything | hand
    nobody = jnp.zeros_like(state.pile)
    empty = table_features(nobody, [], twos_of(grid_of(state))) @ w1[TABLE]
    unknown = flags(everything, tuple(range(32))).astype(FLOAT) @ w1[KNOWN_AT - 32 : KNOWN_AT] + empty
    base, hidden = [], []
    for seat in range(seats):
        own = own_features(state, seat, following) @ w1[: KNOWN_AT - 32] + net.weights["b1"]
        base.append(own + unseen(state, seat) @ w1[KNOWN_AT - 32 : KNOWN_AT] + w1[KNOWN_AT])
        hidden.append(own + unknown)
    missed = [quinto.misses(state, seat) for seat in range(seats)]
    parts = (list(state.sheets), missed, scores(state), base, hidden)
    return TableSeen(*(around(part, active) for part in parts))


def expected(net: TableNetwork, seen: TableSeen, place: int, points: Array) -> tuple[BestCells, Array]:
    """Where somebody whose hand nobody knows would write each number, and what it is worth to write nothing.
    `points`: what they are worth in each match.
    """
    wide = points[:, None, None]
    seats = len(seen.rows)
    others = [(place + at) % seats for at in range(1, seats)]
    base = seen.hidden[place]
    for at, other in enumerate(others, 1):
        base = base + net.rival(at, seen.rows[other], seen.misses[other], seen.scores[other])
    fits, ends, after = all_writes(seen.rows[place])
    said = net.worth(base[:, None, None] + net.write[1:], wide)
    total = sheet.score(after, seen.misses[place][:, None, None])
    sure = ahead_of(total, [seen.scores[other][:, None, None] for other in others]) + wide * total / SCALE
    said = jnp.where(ends, sure, said)
    return best_of(jnp.where(fits, said, NEVER)), net.worth(base, points)


def written(rows: Rows, misses: Array, *, cell: Array, number: Array, writes: Array) -> After:
    """A sheet after a number; all may have one axis more than the sheet."""
    wide: Any = tuple(words[:, None] for words in rows) if cell.ndim > 1 else rows
    some = jnp.clip(number, 1, 18).astype(jnp.uint32)
    after = sheet.write(wide, jnp.minimum(cell, SIZE - 1).astype(jnp.uint32), some, writes)
    score = sheet.score(after, misses[:, None] if cell.ndim > 1 else misses)
    return After(after, score, sheet.full_rows(after) >= 2)


def options(
    net: TableNetwork, first: Array, rows: Rows, misses: Array, *,
    number: Array, colours: Array, others: list[After], points: Array, lays_: bool,
) -> Array:  # fmt: skip
    """[..., cell, and nothing]: what it is worth to write a number in each cell, or to leave it."""
    cell = jnp.arange(SIZE, dtype=jnp.uint32)
    wide: Any = tuple(words[..., None] for words in rows)
    some = jnp.clip(number, 1, 18).astype(jnp.uint32)
    fits = ((sheet.room(rows, some, colours)[..., None] >> cell) & 1) != 0
    after = sheet.write(wide, cell, some[..., None], jnp.bool_(True))
    total = sheet.score(after, misses[..., None])
    ended = jnp.zeros(number.shape, bool)
    for other in others:
        ended = ended | other.ends
    said = net.worth(first[..., None, :] + net.write[some.astype(jnp.int32)], points)
    sure = ahead_of(total, [other.score[..., None] for other in others]) + points * total / SCALE
    said = jnp.where((sheet.full_rows(after) >= 2) | ended[..., None], sure, said)
    said = jnp.where(fits, said, NEVER)
    more = net.miss[jnp.minimum(misses, MISSES - 1).astype(jnp.int32)] if lays_ else 0
    points = points[..., 0]
    left = net.worth(first + more, points)
    total = sheet.score(rows, misses + (1 if lays_ else 0))
    sure = ahead_of(total, [other.score for other in others]) + points * total / SCALE
    over = ended | (misses >= MISSES - 1) if lays_ else ended
    return jnp.concatenate([said, jnp.where(over, sure, left)[..., None]], -1)


class Turned(NamedTuple):
    """A turn that was played: the state after all wrote, before anybody draws."""

    state: PackedQuinto
    following: Array


class ChosenLays(NamedTuple):
    """What was laid: the act, the cell of who laid (`SIZE` for none), and what the others were thought to do then."""

    act: Array
    cell: Array
    others: list[After]


class Networks(NamedTuple):
    """Both ways to play, the first layers of everybody's sheet for those who go by sheets alone, and what points are
    worth to the others, by place."""

    table: TableNetwork
    sheets: SheetNetwork
    base: list[Array]
    points: Array


def turn(
    net: TableNetwork, sheets: SheetNetwork, state: PackedQuinto, key: Array, *,
    stray: Array, kinds: PlayerKinds, aims: Aims,
) -> Turned:  # fmt: skip
    """One turn of every match."""
    seats = len(state.hands)
    active = quinto.fields(state.table).active
    following = jnp.where(active + 1 < seats, active + 1, 0)
    seen = seen_by_all(net, state, active, following)
    how = PlayerKinds(*(jnp.stack(around(list(part.T), active), 1) for part in kinds))
    aimed = [net.weights["w1"][inputs_for(seats) + how.aim[:, place]] for place in range(seats)]
    seen = seen._replace(
        base=[base + aim for base, aim in zip(seen.base, aimed, strict=True)],
        hidden=[hidden + aimed[0] for hidden in seen.hidden],
    )
    points = aims.points(state, how.aim)
    nets = Networks(net, sheets, _sheet_bases(sheets, state, active, following), points)
    chosen = _chosen(nets, state, seen, active, key, stray=stray, how=how)
    laid = quinto.step(state, chosen.act)
    hands = around([held(laid, seat) @ net.weights["w1"][TABLE] for seat in range(seats)], active)
    cells = [chosen.cell, *_answers(nets, seen, quinto.offer(laid), chosen, hands=hands, how=how)]
    return Turned(_all_write(laid, active, cells), following)


def _chosen(
    nets: Networks, state: PackedQuinto, seen: TableSeen, active: Array, key: Array, *, stray: Array, how: PlayerKinds
) -> ChosenLays:  # fmt: skip
    """What is laid, and where who lays it writes the sum."""
    net, places = nets.table, range(1, len(state.hands))
    hand = around(list(state.hands), active)[0]
    ways = _stacked(lays(hand, grid_of(state)))
    after = []
    for place in places:
        best, nothing = expected(net, seen, place, nets.points[:, 0])
        value, cell = best.at(ways.number, ways.colours)
        writes = value > nothing[:, None]
        misses = seen.misses[place]
        after.append(written(seen.rows[place], misses, cell=cell, number=ways.number, writes=writes))
    first = seen.base[0][:, None] + table_features(ways.hand, ways.kept, twos_of(ways.grid)) @ net.weights["w1"][TABLE]
    for place, other in zip(places, after, strict=True):
        first = first + net.rival(place, other.rows, seen.misses[place][:, None], other.score)
    wide: Any = tuple(words[:, None] for words in seen.rows[0])
    worths = options(
        net, first, wide, seen.misses[0][:, None], number=ways.number, colours=ways.colours, others=after,
        points=nets.points[:, 0, None, None], lays_=True,
    )  # fmt: skip
    by_sheet, their_cell, they_write = liked(
        nets.sheets, nets.base[0], seen.rows[0], seen.misses[0],
        ways=ways, ahead=how.ahead[:, 0], haste=how.haste[:, 0],
    )  # fmt: skip
    simple = how.by_sheet[:, 0]
    worth = jnp.where(simple[:, None], by_sheet, worths.max(-1)) + stray * jax.random.gumbel(key, by_sheet.shape)
    which = jnp.where(ways.allowed, worth, 2 * NEVER).argmax(-1)[:, None]

    def of(parts: Array) -> Array:
        return jnp.take_along_axis(parts, which, 1)[:, 0]

    theirs = jnp.where(of(they_write), of(their_cell), SIZE)
    cell = jnp.where(simple, theirs, of(worths.argmax(-1))).astype(jnp.uint32)
    return ChosenLays(of(ways.act), cell, [jax.tree.map(of, each) for each in after])


def _answers(
    nets: Networks, seen: TableSeen, said: Offer, chosen: ChosenLays, *, hands: list[Array], how: PlayerKinds
) -> list[Array]:  # fmt: skip
    """Where the others write what was offered, the next one first; `SIZE` for nowhere."""
    net, seats, number = nets.table, len(seen.rows), said.number.astype(jnp.int32)
    writes = chosen.cell < SIZE
    first = written(seen.rows[0], seen.misses[0], cell=chosen.cell, number=number, writes=writes)
    missed = seen.misses[0] + (~writes).astype(jnp.uint32)
    first = first._replace(score=sheet.score(first.rows, missed), ends=first.ends | (missed >= MISSES))
    everybody, counted = [first, *chosen.others], [missed, *seen.misses[1:]]
    cells = []
    for place in range(1, seats):
        others = [(place + at) % seats for at in range(1, seats)]
        layer = seen.base[place] + hands[place]
        for at, other in enumerate(others, 1):
            layer = layer + net.rival(at, everybody[other].rows, counted[other], everybody[other].score)
        answers = options(
            net, layer, seen.rows[place], seen.misses[place], number=number, colours=said.writable,
            others=[everybody[other] for other in others], points=nets.points[:, place, None], lays_=False,
        )  # fmt: skip
        by_sheet = answered(
            nets.sheets, nets.base[place], seen.rows[place], seen.misses[place],
            number=said.number, colours=said.writable,
        )  # fmt: skip
        cells.append(jnp.where(how.by_sheet[:, place], by_sheet, answers.argmax(-1).astype(jnp.uint32)))
    return cells


def _sheet_bases(sheets: SheetNetwork, state: PackedQuinto, active: Array, following: Array) -> list[Array]:
    """The first layer of everybody's sheet, for those who go by sheets alone."""
    found = []
    for seat in range(len(state.hands)):
        told = context(state, seat, following, jnp.zeros(state.pile.shape, jnp.int32))
        inputs = jnp.concatenate([sheet_features(state.sheets[seat]), told], -1)
        found.append(inputs @ sheets.weights["w1"] + sheets.weights["b1"])
    return around(found, active)


def _all_write(laid: PackedQuinto, active: Array, cells: list[Array]) -> PackedQuinto:
    """Everybody writes; `cells` count from who laid."""
    seats, now = len(cells), laid
    for seat in range(seats):
        place = jnp.where(seat >= active, seat - active, seat + seats - active)
        cell = cells[0]
        for at in range(1, seats):
            cell = jnp.where(place == at, cells[at], cell)
        after = quinto.step_as(now, word(seat), WRITE_ACT + jnp.where(cell == SIZE, word(PASS), cell))
        asks = quinto.phase(now) == WRITE
        now = jax.tree.map(lambda new, old, asks=asks: jnp.where(asks, new, old), after, now)
    return now
