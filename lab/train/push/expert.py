"""Push for two: the expert of the package (`cartable.games.push.bots.expert`) for many matches at once, in JAX.

It weighs what that expert weighed at two before it saw the whole table, and still weighs at more, with the same
network, in 32 bits. It plays in studies, and against the network of `lab.train.push.values` in `lab.train.push.duel`.
Without Switch cards, as matches of two are played unless an option says otherwise (PUSH-07).
"""

from typing import Any, Final, NamedTuple

import jax.numpy as jnp
from jax import Array

from cartable.games.push.bots.batch_turns import KEPT, NEVER, SCALE
from cartable.games.push.bots.evaluator import SCORE_WEIGHT, SPREAD, learned
from cartable.games.push.bots.expert import SAME
from cartable.games.push.bots.position import CARDS
from cartable.games.push.simulator import rules as push
from cartable.games.push.simulator.rules import ACTS, PackedPush
from lab.train.push.look import Heap, blocked, by_colour, heap_points, heap_size, points_of

KINDS: Final = 31
DIE: Final = 30
BEST_OF: Final = -1e9
_SLOPE: Final = (2 / jnp.pi) ** 0.5

Columns = tuple[Array, Array, Array]


class TurnTables(NamedTuple):
    """What was learned and measured, by the cards left."""

    net: dict[str, Array]
    kept: Array
    tempo: Array
    spread: Array

    @classmethod
    def of_package(cls) -> "TurnTables":
        known = learned()
        net = {name: jnp.asarray(getattr(known.net, name)) for name in ("w1", "b1", "w2", "b2", "w3", "b3")}
        return cls(net, jnp.asarray(KEPT), jnp.asarray(known.tempo[2]), jnp.asarray(SPREAD, jnp.float32))


class OpenTurn(NamedTuple):
    """Columns, and the cards left."""

    columns: Columns
    pile: Heap
    dice: Array

    @property
    def total(self) -> Array:
        """How many cards are left."""
        count: Array = heap_size(jnp, self.pile) + self.dice
        return count


class Stakes(NamedTuple):
    """What lies open with oneself and with the other, the share that a roll takes, and by how much one leads."""

    mine: Array
    theirs: Array
    lost: Array
    lead: Array

    def wider(self) -> "Stakes":
        return Stakes(*(part[..., None] for part in self))


class TurnShares(NamedTuple):
    """What stopping is worth, and a bust; the gains of each column for both, and which columns stand."""

    stop: Array
    bust: Array
    mine: list[Array]
    theirs: list[Array]
    used: list[Array]
    take: list[Array]


def shares(tables: TurnTables, turn: OpenTurn, stakes: Stakes) -> TurnShares:
    """See `batch_turns.shares`, with one opponent."""
    mine, theirs, used = [], [], []
    for column in turn.columns:
        points = points_of(jnp, column & CARDS).astype(jnp.float32)
        die = (column >> DIE).astype(jnp.float32)
        used.append(column != 0)
        mine.append(jnp.where(used[-1], points - die * (stakes.mine + points) * stakes.lost, NEVER))
        theirs.append(jnp.where(used[-1], points - die * (stakes.theirs + points) * stakes.lost, NEVER))
    take = []
    for at, (one, other) in enumerate(((1, 2), (0, 2), (0, 1))):
        take.append(mine[at] - _there(jnp.maximum(theirs[one], theirs[other])))
    stop = jnp.maximum(jnp.maximum(take[0], take[1]), take[2])
    most = jnp.maximum(jnp.maximum(theirs[0], theirs[1]), theirs[2])
    bust = -stakes.mine * stakes.lost - _there(most)
    kept, gone = tables.kept[turn.total], tables.tempo[turn.total]
    some = used[0] | used[1] | used[2]
    return TurnShares(jnp.where(some, kept * stop - gone, 0), kept * bust - gone, mine, theirs, used, take)


def _there(gain: Array) -> Array:
    return jnp.where(gain > NEVER / 2, gain, 0)


def fitting(columns: Columns) -> list[Array]:
    """The number cards that may go on each column; on an empty one only if none before it is (PUSH-11)."""
    fits = []
    for at, column in enumerate(columns):
        free = ~blocked(jnp, column) & jnp.uint32(CARDS)
        shut = (column == 0) & (columns[at - 1] == 0) if at else jnp.zeros_like(column, bool)
        fits.append(jnp.where(shut, jnp.uint32(0), free))
    return fits


def features(turn: OpenTurn, stakes: Stakes, share: TurnShares) -> Array:
    """See `batch_turns.features`."""
    total = turn.total
    some = jnp.maximum(total, 1).astype(jnp.float32)
    fits = fitting(turn.columns)
    die_fits = [
        ((column >> DIE) == 0) & ((column != 0) if at == 0 else (column != 0) | (turn.columns[at - 1] != 0))
        for at, column in enumerate(turn.columns)
    ]
    die_fits[0] = (turn.columns[0] >> DIE) == 0
    many = sum(fit.astype(jnp.int32) for fit in die_fits)
    rows = []
    for at, column in enumerate(turn.columns):
        others = [fits[other] for other in range(3) if other != at]
        here = Heap(turn.pile.ones & fits[at], turn.pile.twos & fits[at])
        alone = ~(others[0] | others[1])
        only = Heap(here.ones & alone, here.twos & alone)
        die_here = die_fits[at] * turn.dice
        die_only = (die_fits[at] & (many == 1)) * turn.dice
        used = share.used[at]
        kinds = jnp.bitwise_count(fits[at] & (turn.pile.ones | turn.pile.twos))
        rows.append(
            [
                jnp.where(used, share.mine[at], NEVER / 10),
                jnp.where(used, share.mine[at], 0) / SCALE,
                jnp.where(used, share.theirs[at], 0) / SCALE,
                jnp.bitwise_count(column & jnp.uint32(CARDS)) / 5,
                (column >> DIE),
                used,
                (heap_size(jnp, here) + die_here) / some,
                heap_points(jnp, here) / some,
                (heap_size(jnp, only) + die_only) / some,
                kinds / 30,
            ]
        )
    for low in (0, 1, 0):
        swap = rows[low][0] < rows[low + 1][0]
        pairs = list(zip(rows[low], rows[low + 1], strict=True))
        rows[low] = [jnp.where(swap, two, one) for one, two in pairs]
        rows[low + 1] = [jnp.where(swap, one, two) for one, two in pairs]
    nowhere = ~(fits[0] | fits[1] | fits[2])
    dead = heap_size(jnp, Heap(turn.pile.ones & nowhere, turn.pile.twos & nowhere)) + (many == 0) * turn.dice
    full = share.used[0] & share.used[1] & share.used[2]
    rest = [
        share.stop / SCALE, share.bust / SCALE, dead / some * full, turn.dice / some, 0.0, total / 108,
        jnp.minimum(total, 10) / 10, stakes.mine * stakes.lost / SCALE, stakes.theirs * stakes.lost / SCALE, 0.0,
        1.0, 0.0, 0.0, stakes.lost,
    ]  # fmt: skip
    parts = [part for row in rows for part in row[1:]] + rest
    return jnp.stack([jnp.broadcast_to(part, total.shape).astype(jnp.float32) for part in parts], -1)


def best(tables: TurnTables, turn: OpenTurn, stakes: Stakes) -> Array:
    """The better of stopping and drawing on, as learned, in points."""
    share, net = shares(tables, turn, stakes), tables.net
    first = jnp.maximum(features(turn, stakes, share) @ net["w1"] + net["b1"], 0)
    more = (jnp.maximum(first @ net["w2"] + net["b2"], 0) @ net["w3"] + net["b3"])[..., 0] * SCALE
    stands = share.used[0] | share.used[1] | share.used[2]
    return share.stop + jnp.where(turn.total > 0, jnp.where(stands, jnp.maximum(more, 0), more), 0)


def chance(tables: TurnTables, points: Array, left: Array, lead: Array) -> Array:
    """The chance to win with this many points more and this many cards left; and a little for the points."""
    deviations = (lead + points) / tables.spread[left]
    bent = _SLOPE * (deviations + 0.044715 * deviations**3)
    return 0.5 * (1 + jnp.tanh(bent)) + SCORE_WEIGHT * points


def drawing(tables: TurnTables, turn: OpenTurn, stakes: Stakes) -> Array:
    """The chance to win by drawing on: the exact average over the next card; beyond it, the learned value."""
    total, left = turn.total, jnp.maximum(turn.total - 1, 0)
    kind = jnp.arange(KINDS, dtype=jnp.uint32)
    number = kind < DIE
    card = jnp.uint32(1) << kind
    ones, twos = turn.pile.ones[..., None], turn.pile.twos[..., None]
    dice = turn.dice[..., None]
    many = jnp.where(number, ((ones >> kind) & 1) + 2 * ((twos >> kind) & 1), dice).astype(jnp.int32)
    less = ones ^ jnp.where(number, card, 0)
    pile = Heap(less, twos ^ jnp.where(number, less & card, 0))
    fewer = dice - jnp.where(number, 0, 1)
    wide, deep = stakes.wider(), left[..., None]
    top = jnp.full(many.shape, BEST_OF)
    fits = fitting(turn.columns)
    for at, column in enumerate(turn.columns):
        opens = (column != 0) | (turn.columns[at - 1] != 0) if at else jnp.ones_like(column, bool)
        die_fits = ((column >> DIE) == 0) & opens
        fit = jnp.where(number, (fits[at][..., None] & card) != 0, die_fits[..., None])
        columns: Any = tuple(
            own[..., None] | card if at == place else jnp.broadcast_to(own[..., None], many.shape)
            for place, own in enumerate(turn.columns)
        )
        worth = chance(tables, best(tables, OpenTurn(columns, pile, fewer), wide), deep, wide.lead)
        top = jnp.where(fit, jnp.maximum(top, worth), top)
    gone = turn._replace(dice=left - heap_size(jnp, turn.pile))  # one card fewer, whichever it was
    bust = chance(tables, shares(tables, gone, stakes).bust, left, stakes.lead)[..., None]
    each = jnp.where(top > BEST_OF / 2, top, bust)
    average = (many * each).sum(-1) / jnp.maximum(total, 1)
    return jnp.where(total > 0, average, BEST_OF)


def worths(tables: TurnTables, state: PackedPush) -> Array:
    """[..., act]: what each act does for the mover's chance to win; only those that are legal mean anything."""
    now, me = push.fields(state.table), push.mover(state)
    heaps = [Heap(*zone.shown) for zone in state.zones]
    whole = [Heap(*zone.shown.and_all(zone.protected)) for zone in state.zones]
    open_ = [heap_points(jnp, heap).astype(jnp.float32) for heap in heaps]
    scores = [heap_points(jnp, heap).astype(jnp.float32) for heap in whole]
    left = push.left(state).astype(jnp.int32)
    risk = jnp.where(now.risk != 0, 1.5, 1.0)
    at_risk = (1 - tables.kept[jnp.minimum(left, len(KEPT) - 1)]) * risk
    headed = [score - at_risk * part for score, part in zip(scores, open_, strict=True)]
    second = me == 1
    lead = jnp.where(second, headed[1] - headed[0], headed[0] - headed[1])
    lost = jnp.where(now.risk != 0, 2 / 6, 1 / 6)
    stakes = Stakes(
        jnp.where(second, open_[1], open_[0]), jnp.where(second, open_[0], open_[1]), lost.astype(jnp.float32), lead
    )
    dice, pile = now.dice_left.astype(jnp.int32), Heap(*state.pile)
    places = now.phase == push.PLACE
    card = jnp.where(places, jnp.uint32(1) << now.drawn, jnp.uint32(0))
    laid: Any = tuple(
        jnp.stack([column | card if at == place else column for at in range(3)], -1)
        for place, column in enumerate(state.columns)
    )
    layouts = OpenTurn(laid, Heap(pile.ones[..., None], pile.twos[..., None]), dice[..., None])
    layouts = layouts._replace(pile=Heap(*(jnp.broadcast_to(part, laid[0].shape) for part in layouts.pile)))
    layouts = layouts._replace(dice=jnp.broadcast_to(layouts.dice, laid[0].shape))
    wide = stakes.wider()
    draw = drawing(tables, layouts, wide)
    share = shares(tables, layouts, wide)
    stop = chance(tables, share.stop, left[..., None], wide.lead)
    place = jnp.maximum(stop, draw)
    most = jnp.maximum(jnp.maximum(share.take[0], share.take[1]), share.take[2])[..., 0]
    takes = [chance(tables, share.stop[..., 0] - (most - take[..., 0]), left, lead) for take in share.take]
    shared = [chance(tables, mine[..., 0], left, lead) for mine in share.mine]
    takes = [jnp.where(now.phase == push.SHARE, theirs, own) for theirs, own in zip(shared, takes, strict=True)]
    shown = push.zone_of(state, me).shown
    colours = by_colour(jnp, Heap(*shown))
    protects = [chance(tables, at_risk * points - tables.tempo[left], left, lead) for points in colours]
    return jnp.stack([draw[..., 0], *(place[..., at] for at in range(3)), *takes, *protects], -1)


def expert_act(tables: TurnTables, state: PackedPush) -> Array:
    """What the expert does; of equals the first."""
    acts = jnp.arange(ACTS, dtype=jnp.uint32)
    legal = ((push.legal_bits(state)[..., None] >> acts) & 1) != 0
    found = jnp.where(legal, worths(tables, state), -jnp.inf)
    return (found >= found.max(-1, keepdims=True) - SAME).argmax(-1).astype(jnp.uint32)
