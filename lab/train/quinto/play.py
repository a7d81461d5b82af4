"""Quinto: turns of many matches at once, in which everybody does what the network likes best."""

from typing import Any, Final, NamedTuple

import jax
import jax.numpy as jnp
from jax import Array

from cartable.games.quinto.bots.alone import KNOWN_AT
from cartable.games.quinto.bots.features import MISSES, NUMBERS
from cartable.games.quinto.bots.sheet_value import SCALE
from cartable.games.quinto.sheet import CELLS
from cartable.games.quinto.simulator import rules as quinto
from cartable.games.quinto.simulator import sheet
from cartable.games.quinto.simulator.rules import PAIR_ACT, PASS, WRITE, WRITE_ACT, PackedQuinto
from cartable.games.quinto.simulator.sheet import Rows
from cartable.research.batch.bits import RandomBits, count, keep, one_if, word
from lab.train.learner import Weights, from_first
from lab.train.quinto.look import (
    FLOAT,
    cards_of,
    colours_of,
    context,
    grid_of,
    look,
    sheet_features,
    table_features,
    twos_of,
    unseen,
    value_of,
)

SIZE: Final = len(CELLS)
NEVER: Final = -1e9
BESIDE: Final = ((1, 2), (0, 3), (0, 3), (1, 2))


class Lay(NamedTuple):
    """A way to lay: its act, whether it is allowed, the hand and grid it leaves, and what it offers."""

    act: Array
    allowed: Array
    hand: Array
    kept: list[tuple[Array, Array]]
    grid: list[Array]
    number: Array
    colours: Array


def lays(hand: Array, grid: list[Array]) -> list[Lay]:
    """All ways to lay one card, and the ways to lay the first two of a value that are held, the lower one first."""
    held = count(hand)
    cards = [card & 31 for card in cards_of(hand)]
    found = []
    for rank, card in enumerate(cards):
        others = [(cards[at], held > at) for at in range(3) if at != rank]
        for place in range(4):
            after = [card if at == place else there for at, there in enumerate(grid)]
            kept = hand & ~(1 << card)
            found.append(_lay((card << 2) | place, held > rank, kept, kept=others, grid=after, place=place))
    two = (held > 1) & (cards[0] & 7 == cards[1] & 7)
    outer = (held > 2) & (cards[0] & 7 == cards[2] & 7) & ~two
    last = (held > 2) & (cards[1] & 7 == cards[2] & 7) & ~two & ~outer
    first, second = jnp.where(last, cards[1], cards[0]), jnp.where(two, cards[1], cards[2])
    third = jnp.where(two, cards[2], jnp.where(outer, cards[1], cards[0]))
    kept = hand & ~(1 << first) & ~(1 << second)
    place_of_second = (second >> 3) - one_if(second > first)
    for place in range(4):
        for which, then in enumerate(BESIDE[place]):
            after = [first if at == place else second if at == then else there for at, there in enumerate(grid)]
            act = PAIR_ACT + ((3 * first + place_of_second) << 3) + (2 * place + which)
            found.append(_lay(act, two | outer | last, kept, kept=[(third, held > 2)], grid=after, place=then))
    return found


def _lay(
    act: Array, allowed: Array, hand: Array, *, kept: list[tuple[Array, Array]], grid: list[Array], place: int
) -> Lay:
    one, other = BESIDE[place]
    three = (grid[place], grid[one], grid[other])
    number = value_of(three[0]) + value_of(three[1]) + value_of(three[2])
    colours = colours_of(three[0]) | colours_of(three[1]) | colours_of(three[2])
    return Lay(act, allowed, hand, kept, grid, number, keep(number > 0, colours))


def _stacked(ways: list[Lay]) -> Lay:
    """All ways along a new last axis."""
    padded = [way._replace(kept=(way.kept * 2)[:2] if len(way.kept) > 1 else [*way.kept, _none(way)]) for way in ways]
    stacked: Lay = jax.tree.map(lambda *parts: jnp.stack(parts, -1), *padded)
    return stacked


def _none(way: Lay) -> tuple[Array, Array]:
    return jnp.zeros_like(way.act), jnp.zeros_like(way.allowed)


def sheet_changes(weights: Weights) -> tuple[Array, Array]:
    """What changes on a sheet adds to the first layer: [number, cell, hidden] for a number in an empty cell, and
    [misses, hidden] for one miss more."""
    cells = weights["w1"][: SIZE * NUMBERS].reshape(SIZE, NUMBERS, -1)
    written = (cells - cells[:, :1]).transpose(1, 0, 2)
    misses = weights["w1"][SIZE * NUMBERS : SIZE * NUMBERS + MISSES]
    more = jnp.concatenate([misses[1:], misses[-1:]]) - misses
    return written.astype(FLOAT), more.astype(FLOAT)


class TurnNetwork(NamedTuple):
    """The network, cut up for what changes within a turn."""

    weights: Weights
    table: Array  # the rows of w1 for a hand, known, and what it makes of the grid
    write: Array  # this and `miss`: see `sheet_changes`
    miss: Array

    @classmethod
    def of(cls, weights: Weights) -> "TurnNetwork":
        net = {name: part.astype(FLOAT) for name, part in weights.items()}
        return cls(net, net["w1"][KNOWN_AT + 1 :], *sheet_changes(weights))

    def base(self, state: PackedQuinto, seat: int, following: Array, left: Array) -> Array:
        """The first layer of a seat's sheet, without its hand."""
        seen = jnp.concatenate(
            [sheet_features(state.sheets[seat]), context(state, seat, following, left), unseen(state, seat)], -1
        )
        w1 = self.weights["w1"]
        return seen @ w1[:KNOWN_AT] + w1[KNOWN_AT] + self.weights["b1"]

    def value(self, first: Array) -> Array:
        """The points to expect, in `SCALE`."""
        return from_first(self.weights, first)[..., 0].astype(jnp.float32)

    def writes(self, first: Array, rows: Rows, misses: Array, *, number: Array, colours: Array, ends: Array) -> Array:
        """[..., cell]: the value of the number in each cell; points where that ends the match, or it ends anyway."""
        said = self.value(first[..., None, :] + self.write[jnp.clip(number, 0, NUMBERS - 1)])
        fits = sheet.room(rows, jnp.clip(number, 1, 18).astype(jnp.uint32), colours)
        cell = jnp.arange(SIZE, dtype=jnp.uint32)
        wide: Any = tuple(words[..., None] for words in rows)
        after = sheet.write(wide, cell, jnp.clip(number, 1, 18).astype(jnp.uint32)[..., None], jnp.bool_(True))
        points = sheet.score(after, misses[..., None]) / SCALE
        said = jnp.where((sheet.full_rows(after) >= 2) | ends[..., None], points, said)
        return jnp.where(((fits[..., None] >> cell) & 1) != 0, said, NEVER)


class Styles(NamedTuple):
    """How people differ, by match and seat: what they like to write beyond its worth; how much another's gain counts
    against their own when they lay; and a taste for some cells rather than others.
    """

    haste: Array
    envy: Array
    taste: Array  # [match, seat, cell]


class Turned(NamedTuple):
    """A turn that was played: the state after all wrote, before anybody draws."""

    state: PackedQuinto
    following: Array


def _of(parts: Any, seat: Array) -> Any:
    """A seat's part of something everybody has."""
    found = parts[0]
    for at, part in enumerate(parts[1:], 1):
        here = seat == at
        found = jax.tree.map(
            lambda own, other, here=here: jnp.where(
                here.reshape(here.shape + (1,) * (own.ndim - here.ndim)), own, other
            ),
            part,
            found,
        )
    return found


def turn(net: TurnNetwork, state: PackedQuinto, key: Array, stray: Array, styles: Styles) -> Turned:
    """One turn of every match. `stray` is how far from the best lay one strays."""
    seats = len(state.hands)
    active = quinto.fields(state.table).active
    following = jnp.where(active + 1 < seats, active + 1, 0)
    hand, rows = quinto.hand_of(state, active), _of(state.sheets, active)
    left = (count(state.pile) + count(hand)).astype(jnp.int32)
    ways = _stacked(lays(hand, grid_of(state)))
    after = left[:, None] - (count(hand)[:, None] - count(ways.hand)).astype(jnp.int32)
    bases = [net.base(state, seat, following, left - 1) for seat in range(seats)]
    base, misses = _of(bases, active), _of([quinto.misses(state, at) for at in range(seats)], active)
    made = table_features(ways.hand, ways.kept, twos_of(ways.grid))
    first = base[:, None] + made @ net.table
    ends = (after == 0) if seats == 1 else jnp.zeros_like(ways.allowed)
    wide: Any = tuple(words[:, None] for words in rows)
    liked = _of([styles.taste[:, at] + styles.haste[:, at, None] for at in range(seats)], active)
    writes = (
        net.writes(first, wide, misses[:, None], number=ways.number, colours=ways.colours, ends=ends) + liked[:, None]
    )
    missed = net.value(first + net.miss[misses.astype(jnp.int32)][:, None])
    over = ends | (misses >= MISSES - 1)[:, None]
    missed = jnp.where(over, sheet.score(wide, misses[:, None] + 1) / SCALE, missed)
    worth = jnp.where(ways.allowed[..., None], jnp.concatenate([writes, missed[..., None]], -1), 2 * NEVER)
    noise = stray * jax.random.gumbel(key, worth.shape[:2])
    grudged = (
        _grudged(net, state, bases, other=following, ways=ways, envy=_of(list(styles.envy.T), active))
        if seats > 1
        else 0.0
    )
    chosen = (worth.max(-1) + noise - grudged).argmax(-1)
    act = jnp.take_along_axis(ways.act, chosen[:, None], 1)[:, 0]
    own = jnp.take_along_axis(worth, chosen[:, None, None], 1)[:, 0].argmax(-1).astype(jnp.uint32)
    laid = quinto.step(state, act)
    said, now = quinto.offer(laid), laid
    for seat in range(seats):
        theirs = _answer(net, laid, seat, base=bases[seat], said=said, styles=styles) if seats > 1 else own
        cell = jnp.where(active == seat, own, theirs)
        written = quinto.step_as(now, word(seat), WRITE_ACT + jnp.where(cell == SIZE, word(PASS), cell))
        asks = quinto.phase(now) == WRITE
        now = jax.tree.map(lambda new, old, asks=asks: jnp.where(asks, new, old), written, now)
    return Turned(now, following)


def _grudged(
    net: TurnNetwork, state: PackedQuinto, bases: list[Array], *, other: Array, ways: Lay, envy: Array
) -> Array:
    """[match, way]: what the next player would gain by each way to lay, as far as that is grudged."""
    seats = len(state.hands)
    base, rows = _of(bases, other), _of(state.sheets, other)
    misses = _of([quinto.misses(state, at) for at in range(seats)], other)
    wide: Any = tuple(words[:, None] for words in rows)
    never = jnp.zeros_like(ways.allowed)
    first = jnp.broadcast_to(base[:, None], (*ways.act.shape, base.shape[-1]))
    writes = net.writes(first, wide, misses[:, None], number=ways.number, colours=ways.colours, ends=never)
    gain = jnp.maximum(writes.max(-1) - net.value(base)[:, None], 0.0)
    return envy[:, None] * gain


def _answer(net: TurnNetwork, laid: PackedQuinto, seat: int, *, base: Array, said: Any, styles: Styles) -> Array:
    """Where somebody else writes what was offered; `SIZE` for nowhere."""
    hand = laid.hands[seat]
    cards = [(card & 31, count(hand) > rank) for rank, card in enumerate(cards_of(hand))]
    first = base + table_features(hand, cards, twos_of(grid_of(laid))) @ net.table
    never = jnp.zeros(hand.shape, bool)
    number = said.number.astype(jnp.int32)
    writes = net.writes(
        first, laid.sheets[seat], quinto.misses(laid, seat), number=number, colours=said.writable, ends=never
    )
    worth = jnp.concatenate(
        [writes + styles.taste[:, seat] + styles.haste[:, seat, None], net.value(first)[:, None]], -1
    )
    return worth.argmax(-1).astype(jnp.uint32)


def looks(turned: Turned) -> Array:
    """[match, seat, INPUTS]: what everybody sees then."""
    seats = len(turned.state.hands)
    return jnp.stack([look(turned.state, seat, turned.following) for seat in range(seats)], 1)


def drawn(state: PackedQuinto, rng: RandomBits) -> tuple[PackedQuinto, RandomBits]:
    """The active player draws; where the match is over the next one is dealt."""
    for _ in range(2):
        bits, rng = rng.draw()
        state = quinto.settle(state, bits)
    fresh = quinto.init(len(state.hands))
    wide = jax.tree.map(lambda leaf: jnp.broadcast_to(leaf, state.pile.shape), fresh)
    dealt = quinto.dealt(wide, rng)
    again = quinto.over(state)
    state = jax.tree.map(lambda new, old: jnp.where(again, new, old), dealt, state)
    for _ in range(3 * len(state.hands) + 5):  # `dealt` used so much of the stream
        _, rng = rng.draw()
    return state, rng
