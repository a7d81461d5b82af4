"""Push for two: a player who chooses nearly as the expert does, some thousand times as fast.

The expert weighs drawing on by looking at every next card (`lab.train.push.expert`). Here one look of a network stands
for that: it is shown what the expert's own network is shown, and how far one leads. What stopping and protecting are
worth is worked out as the expert does it. `lab.train.push.imitate` teaches it; it is for studies of many matches.
"""

from pathlib import Path
from typing import Any, Final, NamedTuple

import jax
import jax.numpy as jnp
import numpy as np
from jax import Array

from cartable.bots.network import PARTS
from cartable.games.push.bots.batch_turns import KEPT, NEVER, SCALE
from cartable.games.push.bots.position import CARDS
from cartable.games.push.simulator import rules as push
from cartable.games.push.simulator.rules import PackedPush
from cartable.research.batch.bits import one_if, word
from cartable.research.batch.seal import once
from lab.train.learner import Weights
from lab.train.push.expert import DIE, OpenTurn, Stakes, TurnShares, TurnTables, chance, fitting, shares
from lab.train.push.look import Heap, by_colour, heap_points, heap_size, points_of

INPUTS: Final = 48
HIDDEN: Final = (64, 32)
FLOAT: Final = jnp.float32 if jax.default_backend() == "cpu" else jnp.float16
"""A processor has no short floats."""


class QuickTables(NamedTuple):
    """The network of this player, and the tables of the expert."""

    net: Weights
    expert: TurnTables

    @classmethod
    def read(cls, path: Path) -> "QuickTables":
        with np.load(path) as kept:
            return cls({name: jnp.asarray(kept[name], jnp.float32) for name in PARTS}, TurnTables.of_package())


def in_order(turn: OpenTurn, stakes: Stakes) -> OpenTurn:
    """The same turn with the column first that brings most."""
    columns = list(turn.columns)
    gains = []
    for column in columns:
        points = points_of(jnp, column & CARDS).astype(jnp.float32)
        die = (column >> DIE).astype(jnp.float32)
        gains.append(jnp.where(column != 0, points - die * (stakes.mine + points) * stakes.lost, NEVER / 10))
    for low in (0, 1, 0):
        swap = gains[low] < gains[low + 1]
        for parts in (columns, gains):
            one, two = parts[low], parts[low + 1]
            parts[low], parts[low + 1] = jnp.where(swap, two, one), jnp.where(swap, one, two)
    return turn._replace(columns=(columns[0], columns[1], columns[2]))


def look(tables: TurnTables, turn: OpenTurn, stakes: Stakes, share: TurnShares) -> list[Array]:
    """What the network is shown of a turn whose columns are in order: `push_expert.features` less what is always the
    same for two, then the lead.
    """
    total = turn.total
    some = jnp.maximum(total, 1).astype(jnp.float32)
    fits = fitting(turn.columns)
    opens = [(column >> DIE) == 0 for column in turn.columns]
    die_fits = [
        free & ((turn.columns[at] != 0) | (turn.columns[at - 1] != 0)) if at else free for at, free in enumerate(opens)
    ]
    many = one_if(die_fits[0]) + one_if(die_fits[1]) + one_if(die_fits[2])
    spread = tables.spread[total]
    fits, die_fits, many, some, spread = once((fits, die_fits, many, some, spread))
    parts: list[Array] = []
    for at, column in enumerate(turn.columns):
        others = [fits[other] for other in range(3) if other != at]
        here = Heap(turn.pile.ones & fits[at], turn.pile.twos & fits[at])
        alone = ~(others[0] | others[1])
        only = Heap(here.ones & alone, here.twos & alone)
        used = share.used[at]
        parts += [
            jnp.where(used, share.mine[at], 0) / SCALE,
            jnp.where(used, share.theirs[at], 0) / SCALE,
            jnp.bitwise_count(column & jnp.uint32(CARDS)) / 5,
            column >> DIE,
            used,
            (heap_size(jnp, here) + die_fits[at] * turn.dice) / some,
            heap_points(jnp, here) / some,
            (heap_size(jnp, only) + (die_fits[at] & (many == 1)) * turn.dice) / some,
            jnp.bitwise_count(fits[at] & (turn.pile.ones | turn.pile.twos)) / 30,
        ]
    nowhere = ~(fits[0] | fits[1] | fits[2])
    dead = heap_size(jnp, Heap(turn.pile.ones & nowhere, turn.pile.twos & nowhere)) + (many == 0) * turn.dice
    full = share.used[0] & share.used[1] & share.used[2]
    cards = total.astype(jnp.float32)
    ahead = stakes.lead / spread
    parts += [
        share.stop / SCALE, share.bust / SCALE, dead / some * full, turn.dice / some, cards / 108,
        jnp.minimum(cards, 10) / 10, stakes.mine * stakes.lost / SCALE, stakes.theirs * stakes.lost / SCALE,
        jnp.clip(stakes.lead / 30, -2, 2), jnp.clip(ahead, -3, 3) / 2, jnp.clip(ahead + share.stop / spread, -3, 3) / 2,
        jnp.clip(ahead + share.bust / spread, -3, 3) / 2, jnp.exp(-cards / 4), jnp.minimum(cards, 3) / 3, 5 / spread,
        jnp.exp(-(ahead * ahead)), heap_points(jnp, turn.pile) / some / 3,
    ]  # fmt: skip
    return parts


def inputs(tables: TurnTables, turn: OpenTurn, stakes: Stakes, share: TurnShares) -> Array:
    """[INPUTS, ...]: the look, and noughts up to a size that a GPU likes."""
    parts = look(tables, turn, stakes, share)
    shape = turn.columns[0].shape
    parts += [jnp.zeros(())] * (INPUTS - len(parts))
    return jnp.stack([jnp.broadcast_to(part, shape).astype(FLOAT) for part in parts])


def said(net: Weights, seen: Array) -> Array:
    """What drawing on brings beside stopping, in points; of [INPUTS, ...] looks."""
    flat = seen.reshape(INPUTS, -1)
    layers = {name: part.astype(FLOAT) for name, part in net.items()}
    first = jax.nn.relu(layers["w1"].T @ flat + layers["b1"][:, None])
    second = jax.nn.relu(layers["w2"].T @ first + layers["b2"][:, None])
    out = layers["w3"].T @ second + layers["b3"][:, None]
    return SCALE * out.astype(jnp.float32).reshape(seen.shape[1:])


class Outlook(NamedTuple):
    """What stopping and drawing on do for the chance to win."""

    stop: Array
    draw: Array


def outlook(tables: QuickTables, turn: OpenTurn, stakes: Stakes) -> Outlook:
    """Of turns, the columns in any order."""
    turn, stakes = once((in_order(turn, stakes), stakes))
    share = once(shares(tables.expert, turn, stakes))
    more = said(tables.net, inputs(tables.expert, turn, stakes, share))
    left = turn.total
    stop = chance(tables.expert, share.stop, left, stakes.lead)
    draw = chance(tables.expert, share.stop + more, left, stakes.lead)
    return Outlook(stop, jnp.where(left > 0, draw, -5.0))


class Spot(NamedTuple):
    """Where the mover stands: the turn, the stakes, the share of what lies open that will be lost, and the phase."""

    turn: OpenTurn
    stakes: Stakes
    at_risk: Array
    phase: Array


def spot_of(tables: TurnTables, state: PackedPush) -> Spot:
    """What the expert's evaluation starts from (`push_expert.worths`)."""
    now, second = push.fields(state.table), push.mover(state) == 1
    open_ = [heap_points(jnp, Heap(*zone.shown)).astype(jnp.float32) for zone in state.zones]
    kept = [heap_points(jnp, Heap(*zone.protected)).astype(jnp.float32) for zone in state.zones]
    left = push.left(state).astype(jnp.int32)
    at_risk = (1 - tables.kept[jnp.minimum(left, len(KEPT) - 1)]) * jnp.where(now.risk != 0, 1.5, 1.0)
    headed = [safe + part - at_risk * part for safe, part in zip(kept, open_, strict=True)]
    lead = jnp.where(second, headed[1] - headed[0], headed[0] - headed[1])
    lost = jnp.where(now.risk != 0, 2 / 6, 1 / 6).astype(jnp.float32)
    mine, theirs = jnp.where(second, open_[1], open_[0]), jnp.where(second, open_[0], open_[1])
    turn = OpenTurn(state.columns, Heap(*state.pile), now.dice_left.astype(jnp.int32))
    return Spot(turn, Stakes(mine, theirs, lost, lead), at_risk, now.phase)


def places(spot: Spot, drawn: Array) -> OpenTurn:
    """[3, ...]: the turn after the drawn card was laid on each column."""
    card = word(1) << drawn
    columns: Any = tuple(
        jnp.stack([column | card if at == place else column for at in range(3)])
        for place, column in enumerate(spot.turn.columns)
    )
    wide = columns[0].shape
    pile = Heap(*(jnp.broadcast_to(part, wide) for part in spot.turn.pile))
    return OpenTurn(columns, pile, jnp.broadcast_to(spot.turn.dice, wide))


def column_of(tables: TurnTables, spot: Spot) -> Array:
    """Which column to take, as the expert does; of equals the first."""
    share = shares(tables, spot.turn, spot.stakes)
    worths = [
        jnp.where(used, jnp.where(spot.phase == push.SHARE, mine, take), NEVER)
        for used, mine, take in zip(share.used, share.mine, share.take, strict=True)
    ]
    second = worths[1] > worths[0]
    return jnp.where(worths[2] > jnp.maximum(worths[0], worths[1]), word(2), one_if(second))


def best_shield(tables: TurnTables, state: PackedPush, spot: Spot) -> tuple[Array, Array]:
    """The colour with the most open points of the active player, and what protecting it does for the chance to win."""
    shown = push.zone_of(state, push.fields(state.table).active).shown
    points = by_colour(jnp, Heap(*shown))
    colour, most = word(0), points[0]
    for at in range(1, 5):
        better = points[at] > most
        colour, most = jnp.where(better, word(at), colour), jnp.where(better, points[at], most)
    left = spot.turn.total
    worth = chance(tables, spot.at_risk * most - tables.tempo[left], left, spot.stakes.lead)
    return colour, jnp.where(most > 0, worth, -5.0)


def placing(tables: QuickTables, state: PackedPush, more: Array | float = 0.0) -> tuple[Array, Array]:
    """Where a card was drawn: the column it goes to, and whether to draw on then. Drawing is thought to win so much
    `more` often than it is.
    """
    spot = spot_of(tables.expert, state)
    wide = Stakes(*(jnp.broadcast_to(part, (3, *part.shape)) for part in spot.stakes))
    found = outlook(tables, places(spot, push.fields(state.table).drawn), wide)
    found = found._replace(draw=found.draw + more)
    legal = push.legal_bits(state) >> push.PLACE_ACT
    best = [jnp.where(((legal >> at) & 1) != 0, jnp.maximum(found.stop, found.draw)[at], -9.0) for at in range(3)]
    column = jnp.where(best[2] > jnp.maximum(best[0], best[1]), word(2), one_if(best[1] > best[0]))
    goes_on = (found.draw > found.stop)[0]
    for at in (1, 2):
        goes_on = jnp.where(column == at, (found.draw > found.stop)[at], goes_on)
    return column, goes_on


def beginning(tables: QuickTables, state: PackedPush) -> Array:
    """The act with which a turn begins: to draw, or to protect the best colour."""
    spot = spot_of(tables.expert, state)
    draw = outlook(tables, spot.turn, spot.stakes).draw
    colour, worth = best_shield(tables.expert, state, spot)
    return jnp.where(worth > draw, push.PROTECT_ACT + colour, word(push.DRAW_ACT))


def taking(tables: QuickTables, state: PackedPush) -> Array:
    """The act that takes a column."""
    return push.TAKE_ACT + column_of(tables.expert, spot_of(tables.expert, state))


def quick_act(tables: QuickTables, state: PackedPush) -> Array:
    """What this player does, in any phase: for matches that are played act by act."""
    column, _ = placing(tables, state)
    spot = spot_of(tables.expert, state)
    found = outlook(tables, spot.turn, spot.stakes)
    goes_on = (found.draw > found.stop) & (spot.turn.total > 0)
    begins = state.columns[0] == 0
    turn = jnp.where(begins, beginning(tables, state), jnp.where(goes_on, word(push.DRAW_ACT), taking(tables, state)))
    act = jnp.where(spot.phase == push.SHARE, taking(tables, state), turn)
    return jnp.where(spot.phase == push.PLACE, push.PLACE_ACT + column, act)
