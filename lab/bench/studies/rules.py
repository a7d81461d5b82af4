"""Players of Push who follow a rule a person can remember, for `lab.bench.studies`: each match with its own."""

from typing import Any, Final, NamedTuple

import jax.numpy as jnp
from jax import Array

from cartable.games.push.simulator import rules as push
from cartable.games.push.simulator.rules import PackedPush
from cartable.research.batch.bits import Planes, count, either, keep, one_if, word
from cartable.research.batch.contract import Simulator

CARDS, RISK, POINTS = range(3)
"""When to stop: after so many cards, when a bust is so likely (in percent), when the best column has so many points."""

NEVER: Final = 1000
DIE: Final = 4
"""A Dice card makes a column worth so many points less."""

_VALUES: Final = tuple(push.VALUE * six for six in (0b010101, 0b100110, 0b111000))


class Rule(NamedTuple):
    """When to stop, from how many points a colour is protected, and whether cards go where they block least; else they
    go on the column with the most points.
    """

    kind: Array
    limit: Array
    protect: Array
    safe: Array


def points(cards: Array) -> Array:
    """What number cards count together, each there once at most."""
    return sum(((count(cards & bits) << at) for at, bits in enumerate(_VALUES)), word(0))


def _blocked(column: Array) -> Array:
    """The number cards that cannot join a column."""
    values, colours = word(0), word(0)
    for colour in range(5):
        six = (column >> (6 * colour)) & push.COLOUR
        values = values | six
        colours = colours | keep(six != 0, word(push.COLOUR << 6 * colour))
    return (word(push.VALUE) * values) | colours


def _bad(pile: Planes, dice: Array, columns: list[Array]) -> Array:
    """How many cards of the pile would bust."""
    shut = _blocked(columns[0]) & _blocked(columns[1]) & _blocked(columns[2])
    dead = pile.only(shut)
    full = (columns[0] & columns[1] & columns[2] & word(1 << push.DICE)) != 0
    return dead.size() + keep(full, dice)


def _best(worths: list[Array], allowed: list[Array]) -> Array:
    """The first of the best that are allowed."""
    found, top = word(0), jnp.full_like(worths[0], -10_000)
    for at, (worth, may) in enumerate(zip(worths, allowed, strict=True)):
        better = may & (worth > top)
        found, top = jnp.where(better, word(at), found), jnp.where(better, worth, top)
    return found


def play_by(rule: Rule, state: PackedPush) -> Array:
    """What a player who follows the rule does now."""
    now, columns = push.fields(state.table), list(state.columns)
    legal = push.legal_bits(state)
    shown = push.zone_of(state, now.active).shown
    worths = [
        points(column & push.CARDS).astype(jnp.int32) - DIE * (column >> push.DICE).astype(jnp.int32)
        for column in columns
    ]
    take = _best(worths, [(legal >> (push.TAKE_ACT + at)) & 1 != 0 for at in range(3)])
    laid = count(columns[0]) + count(columns[1]) + count(columns[2])
    risk = 100 * _bad(state.pile, now.dice_left, columns)
    top = jnp.maximum(worths[0], jnp.maximum(worths[1], worths[2]))
    enough = jnp.where(rule.kind == CARDS, laid >= rule.limit, risk >= rule.limit * push.left(state))
    enough = jnp.where(rule.kind == POINTS, top >= rule.limit.astype(jnp.int32), enough)
    stops = (columns[0] != 0) & (enough | (legal & 1 == 0))
    colours = [shown.only(word(push.COLOUR << 6 * at)) for at in range(5)]
    open_points = [(points(each.ones) + 2 * points(each.twos)).astype(jnp.int32) for each in colours]
    colour = _best(open_points, [(legal >> (push.PROTECT_ACT + at)) & 1 != 0 for at in range(5)])
    most = jnp.stack(open_points, 0).max(0)
    protects = (legal >> push.PROTECT_ACT != 0) & (most >= rule.protect.astype(jnp.int32))
    turn = jnp.where(protects, push.PROTECT_ACT + colour, jnp.where(stops, push.TAKE_ACT + take, word(push.DRAW_ACT)))
    chosen = jnp.where(now.phase == push.TURN, turn, push.TAKE_ACT + take)
    return jnp.where(now.phase == push.PLACE, push.PLACE_ACT + _place(rule, state, worths, legal), chosen)


def _place(rule: Rule, state: PackedPush, worths: list[Array], legal: Array) -> Array:
    now, columns = push.fields(state.table), list(state.columns)
    card, likings = 1 << now.drawn, []
    for at in range(3):
        grown = [column | card if at == own else column for own, column in enumerate(columns)]
        danger = _bad(state.pile, now.dice_left, grown).astype(jnp.int32)
        likings.append(worths[at] - 40 * keep(rule.safe != 0, danger.astype(jnp.uint32)).astype(jnp.int32))
    return _best(likings, [(legal >> (push.PLACE_ACT + at)) & 1 != 0 for at in range(3)])


def policy(rules: tuple[Rule, ...]) -> Any:
    """Every seat by its own rule."""

    def choose(state: PackedPush, _luck: Array) -> Array:
        seat, mine = push.mover(state), rules[0]
        for at, rule in enumerate(rules[1:], 1):
            mine = either(seat == at, rule, mine)
        return play_by(mine, state)

    return choose


def turns(simulator: Simulator, before: PackedPush, act: Array, after: PackedPush) -> dict[str, Array]:
    """How turns end, and who wins."""
    merits = simulator.merits(after)
    first = (merits == merits.max(-1, keepdims=True)).astype(jnp.float32)
    over = simulator.over(after)[..., None]
    phase = push.phase(before)
    return {
        "wins": jnp.where(over, first / first.sum(-1, keepdims=True), 0),
        "points": jnp.where(over, simulator.scores(after).astype(jnp.float32), 0),
        "busts": one_if((act == push.DRAW_ACT) & (push.phase(after) == push.SHARE)),
        "stops": one_if((phase == push.TURN) & (act >= push.TAKE_ACT) & (act < push.PROTECT_ACT)),
        "protects": one_if(act >= push.PROTECT_ACT),
    }
