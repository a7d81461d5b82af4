"""Push for many matches at once: the rules of `cartable.games.push` as functions over arrays of any shape.

A match is 6 words of 32 bits and 4 for each seat. Number cards are bits 0 to 29, six a colour; bit 30 of a column is
its Dice card. Acts, chances and phases have the numbers of `cartable.games.push.encoding`.
"""

from typing import Final, NamedTuple

import jax.numpy as jnp
from jax import Array

from cartable.games.push.cards import COLOURS, DICE_CARDS, KINDS, NUMBERS, SWITCH_CARDS
from cartable.research.batch.bits import Planes, RandomBits, below, count, either, keep, one_if, select, word
from cartable.research.batch.seal import seal

TURN, DEAL, PLACE, ROLL, SHARE, OVER = range(6)
DRAW_ACT, PLACE_ACT, TAKE_ACT, PROTECT_ACT, ACTS = 0, 1, 4, 7, 12

CARDS: Final = (1 << len(NUMBERS)) - 1
DICE, SWITCH, NONE = 30, 31, 31
COLOUR: Final = 0b111111
VALUE: Final = sum(1 << 6 * colour for colour in range(len(COLOURS)))
STAR: Final = len(COLOURS)

# The dealer's acts by their number: which card of ours each is.
CARD_OF: Final = tuple(
    {**{card: at for at, card in enumerate(NUMBERS)}, "D": DICE, "S": SWITCH}[k] for k in KINDS.names
)
_ROLLS: Final = len(CARD_OF)

Three = tuple[Array, Array, Array]


class PackedZone(NamedTuple):
    """A player's cards."""

    shown: Planes
    protected: Planes


class PackedPush(NamedTuple):
    """A match. `table` holds the small numbers: see `PushFields`."""

    pile: Planes
    columns: Three
    table: Array
    zones: tuple[PackedZone, ...]


class PushFields(NamedTuple):
    """The small numbers of a match. Nobody is choosing where `chooser` is `active`; the roller is the one before it."""

    phase: Array
    active: Array
    chooser: Array
    drawn: Array
    switches: Array
    dice_left: Array
    switches_left: Array
    risk: Array


_WIDTHS: Final = PushFields(3, 3, 3, 5, 4, 5, 4, 1)  # type: ignore[arg-type] # the bits of each in `table`


def fields(table: Array) -> PushFields:
    """The numbers in a table."""
    parts, at = [], 0
    for width in _WIDTHS:
        parts.append((table >> at) & ((1 << int(width)) - 1))
        at += int(width)
    return PushFields(*parts)


def packed(numbers: PushFields) -> Array:
    """The table of these numbers."""
    table, at = word(0), 0
    for width, number in zip(_WIDTHS, numbers, strict=True):
        table = table | (number << at)
        at += int(width)
    return table


def init(seats: int, *, risk: bool = False, switch_cards: bool | None = None) -> PackedPush:
    """A match before its first act. Switch cards are in the pile unless there are two players (PUSH-07)."""
    switches = seats > 2 or bool(switch_cards)
    none = Planes(word(0), word(0))
    numbers = (TURN, 0, 0, NONE, 0, DICE_CARDS, SWITCH_CARDS if switches else 0, int(risk))
    return PackedPush(
        pile=Planes(word(CARDS), word(CARDS)),
        columns=(word(0), word(0), word(0)),
        table=packed(PushFields(*map(word, numbers))),
        zones=(PackedZone(none, none),) * seats,
    )


# --- what is allowed -----------------------------------------------------------------------------------------------


def mover(state: PackedPush) -> Array:
    """Who is to act, where a player is."""
    now = fields(state.table)
    return jnp.where(now.phase == SHARE, now.chooser, now.active)


def phase(state: PackedPush) -> Array:
    """What is awaited."""
    return fields(state.table).phase


def over(state: PackedPush) -> Array:
    """Has the match ended?"""
    return phase(state) == OVER


def left(state: PackedPush) -> Array:
    """How many cards the pile has."""
    now = fields(state.table)
    return state.pile.size() + now.dice_left + now.switches_left


def _clashes(card: Array) -> Array:
    """What a card does not bear beside it in a column (PUSH-12, PUSH-13)."""
    colour = card // 6
    numbers = (COLOUR << (6 * colour)) | (VALUE << (card - 6 * colour))
    return jnp.where(card == DICE, word(1 << DICE), numbers)


def legal_bits(state: PackedPush) -> Array:
    """The acts the mover may choose from, one bit each."""
    now = fields(state.table)
    first, second, third = state.columns
    turn, place = now.phase == TURN, now.phase == PLACE
    clashes = _clashes(now.drawn)
    opens = (first == 0, (first != 0) & (second == 0), (second != 0) & (third == 0))  # PUSH-11
    acts = one_if(turn & (left(state) != 0))
    for at, (column, new) in enumerate(zip(state.columns, opens, strict=True)):
        fits = (column != 0) & ((column & clashes) == 0)
        acts |= one_if(place & (fits | new)) << (PLACE_ACT + at)
        acts |= one_if((turn | (now.phase == SHARE)) & (column != 0)) << (TAKE_ACT + at)  # PUSH-16, PUSH-22
    unbegun = turn & (first == 0) & (now.switches == 0)  # PUSH-08
    shown = zone_of(state, now.active).shown
    for colour in range(len(COLOURS)):  # PUSH-32
        acts |= one_if(unbegun & shown.any_of(word(COLOUR << 6 * colour))) << (PROTECT_ACT + colour)
    return acts


def zone_of(state: PackedPush, seat: Array) -> PackedZone:
    """The cards of a seat."""
    found = state.zones[0]
    for at, zone in enumerate(state.zones[1:], 1):
        found = either(seat == at, zone, found)
    return found


# --- what follows --------------------------------------------------------------------------------------------------


def step(state: PackedPush, act: Array) -> PackedPush:
    """The match after a legal act of the mover: often a card or the die is due then (see `deal` and `roll`)."""
    now, act, who = fields(state.table), act.astype(jnp.uint32), mover(state)
    columns, taken = [], word(0)
    for at, column in enumerate(state.columns):
        take = act == TAKE_ACT + at
        taken = taken | keep(take, column)
        columns.append(keep(~take, column | keep(act == PLACE_ACT + at, 1 << now.drawn)))
    protects, takes = act >= PROTECT_ACT, (act >= TAKE_ACT) & (act < PROTECT_ACT)
    colour = keep(protects, COLOUR << (6 * (act - PROTECT_ACT)))
    zones = tuple(
        _changed(zone, keep(who == seat, taken & CARDS), keep(who == seat, colour))
        for seat, zone in enumerate(state.zones)
    )
    rolls = (taken >> DICE) != 0  # PUSH-18: the numbers first, then the die
    now = now._replace(
        phase=jnp.where(rolls, word(ROLL), jnp.where(act == DRAW_ACT, word(DEAL), word(TURN))),
        chooser=jnp.where(takes, _after(who, now, len(zones)), now.active),
        drawn=word(NONE),
    )
    after = PackedPush(state.pile, (columns[0], columns[1], columns[2]), state.table, zones)
    return _settle(after, now, takes & ~rolls, protects)


def _changed(zone: PackedZone, gained: Array, colour: Array) -> PackedZone:
    """With the cards of a column; with a colour put away (PUSH-32)."""
    shown = zone.shown.plus(gained)
    return PackedZone(shown.only(~colour), zone.protected.and_all(shown.only(colour)))


def _after(seat: Array, now: PushFields, seats: int) -> Array:
    """Who takes a column after `seat`: PUSH-23, or backwards with an odd number of Switch cards (PUSH-24)."""
    following = seat + jnp.where((now.switches & 1) != 0, word(seats - 1), word(1))
    return following - keep(following >= seats, word(seats))


def _before(seat: Array, now: PushFields, seats: int) -> Array:
    """The inverse of `_after`."""
    following = seat + jnp.where((now.switches & 1) != 0, word(1), word(seats - 1))
    return following - keep(following >= seats, word(seats))


def _settle(state: PackedPush, now: PushFields, shares: Array, ends: Array) -> PackedPush:
    """Where a take was settled the next opponent chooses, while a column and somebody to take it are left (PUSH-21,
    PUSH-22); else the turn ends (PUSH-27, PUSH-28), and the match with it when the pile has run out (PUSH-33).
    """
    first, second, third = state.columns
    goes_on = shares & ((first | second | third) != 0) & (now.chooser != now.active)
    ends = ends | (shares & ~goes_on)
    more = (state.pile.ones | state.pile.twos | now.dice_left | now.switches_left) != 0
    following = now.active + 1
    following = keep(following < len(state.zones), following)
    active = jnp.where(ends & more, following, now.active)
    now = now._replace(
        phase=jnp.where(ends, jnp.where(more, word(TURN), word(OVER)), jnp.where(goes_on, word(SHARE), now.phase)),
        active=active,
        chooser=jnp.where(ends, active, now.chooser),
        switches=keep(~ends, now.switches),
    )
    columns = (keep(~ends, first), keep(~ends, second), keep(~ends, third))
    return PackedPush(state.pile, columns, packed(now), state.zones)


def deal(state: PackedPush, card: Array) -> PackedPush:
    """The match after the card that was turned, where one is due; elsewhere as it was."""
    now = fields(state.table)
    due = now.phase == DEAL
    number, dice, switch = due & (card < DICE), due & (card == DICE), due & (card == SWITCH)
    pile = state.pile.minus(keep(number, 1 << card))
    now = now._replace(
        dice_left=now.dice_left - one_if(dice),
        switches_left=now.switches_left - one_if(switch),
        switches=now.switches + one_if(switch),
    )
    clashes = _clashes(card)
    first, second, third = state.columns
    shut = (first & clashes != 0) & (second & clashes != 0) & (third & clashes != 0)
    busts, placed = due & ~switch & shut, due & ~switch & ~shut  # PUSH-29
    turned = jnp.where(switch, word(TURN), jnp.where(busts, word(ROLL), jnp.where(placed, word(PLACE), now.phase)))
    now = now._replace(
        phase=turned,
        chooser=jnp.where(busts, _after(now.active, now, len(state.zones)), now.chooser),
        drawn=jnp.where(placed, card, now.drawn),
    )
    more = (pile.ones | pile.twos | now.dice_left | now.switches_left) != 0
    nothing = switch & ~more & (first == 0)  # PUSH-33: a last Switch card and no column
    return _settle(state._replace(pile=pile), now, jnp.zeros_like(due), nothing)


def roll(state: PackedPush, face: Array) -> PackedPush:
    """The match after the die (PUSH-18, 19, 30, 38), where it is due; elsewhere as it was."""
    now = fields(state.table)
    due = now.phase == ROLL
    roller = _before(now.chooser, now, len(state.zones))
    colour = jnp.where(face == STAR, keep(now.risk != 0, word(CARDS)), COLOUR << (6 * face))
    zones = tuple(
        zone._replace(shown=zone.shown.only(~keep(due & (roller == seat), colour)))
        for seat, zone in enumerate(state.zones)
    )
    return _settle(state._replace(zones=zones), now, due, jnp.zeros_like(due))


def chance(state: PackedPush, outcome: Array) -> PackedPush:
    """The match after an act of the dealer, by its number."""
    outcome = outcome.astype(jnp.uint32)
    card = jnp.asarray(CARD_OF, jnp.uint32)[jnp.minimum(outcome, _ROLLS - 1)]
    rolls = phase(state) == ROLL
    rolled = roll(state, outcome - _ROLLS)
    dealt = deal(state, card)
    return either(rolls, rolled, dealt)


def turned(state: PackedPush, random: Array) -> Array:
    """The card that is turned next, by 32 random bits: counted off in the pile, which nobody has shuffled."""
    now = fields(state.table)
    numbers = state.pile.size()
    rank = below(random, numbers + now.dice_left + now.switches_left)
    other = jnp.where(rank - numbers < now.dice_left, word(DICE), word(SWITCH))
    return jnp.where(rank < numbers, state.pile.pick(rank), other)


def play(state: PackedPush, act: Array, card_random: Array, die_random: Array) -> tuple[PackedPush, Array]:
    """A legal act and all that the dealer owes after it; and how many acts of the dealer that were."""
    acted = seal(step(state, act))
    faced = seal(deal(acted, seal(turned(acted, card_random))))
    owed = one_if(phase(acted) == DEAL) + one_if(phase(faced) == ROLL)
    return seal(roll(faced, below(die_random, word(6)))), owed


def dealt(state: PackedPush, _rng: RandomBits) -> PackedPush:
    """The match when the first player is to act: as it begins."""
    return state


def uniform(state: PackedPush, random: Array) -> Array:
    """A legal act, each as likely as the others."""
    acts = legal_bits(state)
    return seal(select(acts, below(random, count(acts)), ACTS))
