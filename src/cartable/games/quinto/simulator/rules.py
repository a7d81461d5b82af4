"""Quinto for many matches at once: the rules of `cartable.games.quinto` as functions over arrays of any shape.

A match is 4 words of 32 bits and 4 for each seat. A set of cards is a word, one bit a card in the order of the
encoding: orange, purple, grey, yellow, eight values each. Acts, chances and phases have the numbers of
`cartable.games.quinto.encoding`. A match begins before the deal, and everybody holds cards until it ends: positions
made up otherwise are not for here.
"""

from typing import Final, NamedTuple

import jax.numpy as jnp
from jax import Array

from cartable.games.quinto.cards import HAND
from cartable.games.quinto.sheet import MISSES
from cartable.games.quinto.simulator import sheet
from cartable.games.quinto.simulator.sheet import Rows
from cartable.research.batch.bits import RandomBits, below, count, entry, keep, one_if, select, word
from cartable.research.batch.seal import seal

DEAL, FIRST, TURN, WRITE, DRAW, OVER = range(6)
PAIR_ACT, WRITE_ACT, ACTS = 128, 896, 924
PASS, UNDECIDED = 27, 31
CARDS: Final = 32
ALL: Final = (1 << CARDS) - 1
_LEAST: Final = 6  # sums are kept with this much added, so that none lies below 0
_COLOURS: Final = 0x2041  # orange, purple, grey, yellow: the bit of each among orange, yellow, purple; four bits each


class PackedQuinto(NamedTuple):
    """A match. `shuffled` went into the present pile; the covered cards are those that are nowhere else."""

    pile: Array
    shuffled: Array
    grid: Array  # four cards of five bits, a to d; then the misses, three bits a seat
    table: Array  # see `QuintoFields`
    hands: tuple[Array, ...]
    sheets: tuple[Rows, ...]


class QuintoFields(NamedTuple):
    """The small numbers of a match: the place laid on last, and what each seat has chosen to write, five bits each."""

    phase: Array
    active: Array
    place: Array
    choices: Array


_NONE_CHOSEN: Final = (1 << 20) - 1
_ALL_PASS: Final = sum(PASS << 5 * seat for seat in range(4))


def fields(table: Array) -> QuintoFields:
    """The numbers in a table."""
    return QuintoFields(table & 7, (table >> 3) & 3, (table >> 5) & 3, table >> 7)


def packed(now: QuintoFields) -> Array:
    """The table of these numbers."""
    return now.phase | (now.active << 3) | (now.place << 5) | (now.choices << 7)


def init(seats: int) -> PackedQuinto:
    """A match before its deal."""
    return PackedQuinto(
        pile=word(ALL),
        shuffled=word(ALL),
        grid=word(0),
        table=packed(QuintoFields(word(DEAL), word(0), word(0), word(_NONE_CHOSEN))),
        hands=(word(0),) * seats,
        sheets=((word(0), word(0), word(0)),) * seats,
    )


def phase(state: PackedQuinto) -> Array:
    """What is awaited."""
    return fields(state.table).phase


def over(state: PackedQuinto) -> Array:
    """Has the match ended?"""
    return phase(state) == OVER


def choice(now: QuintoFields, seat: int) -> Array:
    """What a seat has chosen: a cell, `PASS` or `UNDECIDED`."""
    return (now.choices >> (5 * seat)) & 31


def misses(state: PackedQuinto, seat: int) -> Array:
    """The misses of a seat."""
    return (state.grid >> (20 + 3 * seat)) & 7


def mover(state: PackedQuinto) -> Array:
    """Who is to act, where a player is. While everybody writes they are asked from seat 0 on."""
    now, seats = fields(state.table), len(state.hands)
    writer = word(seats - 1)
    for seat in range(seats - 2, -1, -1):
        writer = jnp.where(choice(now, seat) == UNDECIDED, word(seat), writer)
    return jnp.where(now.phase == WRITE, writer, now.active)


class Offer(NamedTuple):
    """What everybody may write: `sum` is 6 more than the sum (QUIN-12), `colours` a bit each (QUIN-13)."""

    sum: Array
    colours: Array

    @property
    def number(self) -> Array:
        """The sum where it can be written, else 1."""
        return jnp.where(self.sum > _LEAST, self.sum - _LEAST, word(1))

    @property
    def writable(self) -> Array:
        """The colours in which it can be written (QUIN-19)."""
        return keep(self.sum > _LEAST, self.colours)


def offer(state: PackedQuinto) -> Offer:
    """What the card laid last and its two neighbours give."""
    place = fields(state.table).place
    across = 3 - place  # the one place that does not count
    total, colours = word(0), word(0)
    for at in range(4):
        card, counts = (state.grid >> (5 * at)) & 31, across != at
        value = card & 7
        total = total + keep(counts, value + one_if(value != 0))  # -2, 0, 1 to 6 as 0, 2, 3 to 8
        colours = colours | keep(counts, (word(_COLOURS) >> (4 * (card >> 3))) & 7)
    return Offer(total, colours)


def hand_of(state: PackedQuinto, seat: Array) -> Array:
    """The cards a seat holds."""
    return entry(state.hands, seat)


def cells(state: PackedQuinto, seat: Array) -> Array:
    """Where a seat could write the sum (QUIN-17), a bit for each cell."""
    said = offer(state)
    first, second, third = (entry(rows, seat) for rows in zip(*state.sheets, strict=True))
    return sheet.room((first, second, third), said.number, said.writable)


# --- what follows --------------------------------------------------------------------------------------------------


def step(state: PackedQuinto, act: Array) -> PackedQuinto:
    """The match after a legal act of the mover."""
    return step_as(state, mover(state), act)


def step_as(state: PackedQuinto, seat: Array, act: Array) -> PackedQuinto:
    """The match after a legal act of a seat: while everybody writes, anyone who has not chosen may be next. Where no
    player is to act it stays as it was.
    """
    act = act.astype(jnp.uint32)
    lays, writes = phase(state) == TURN, phase(state) == WRITE
    laid = _lay(state, act, lays)
    now = fields(laid.table)
    nobody = lays & (offer(laid).writable == 0)  # QUIN-19: nobody is asked
    choices, all_chose = jnp.where(nobody, word(_ALL_PASS), now.choices), writes | nobody
    for at in range(len(state.hands)):
        mine = writes & (seat == at)
        choices = jnp.where(mine, (choices & ~word(31 << 5 * at)) | ((act - WRITE_ACT) << (5 * at)), choices)
        all_chose = all_chose & (((choices >> (5 * at)) & 31) != UNDECIDED)
    return _reveal(laid._replace(table=packed(now._replace(choices=choices))), all_chose)


def _lay(state: PackedQuinto, act: Array, flag: Array) -> PackedQuinto:
    """QUIN-11, QUIN-15: a card on a place, or two of a value on neighbouring places."""
    now = fields(state.table)
    pair = flag & (act >= PAIR_ACT)
    ordered = (act - PAIR_ACT) >> 3
    card = jnp.where(pair, ordered // 3, act >> 2)
    rank, group = ordered - 3 * card, card >> 3
    second = ((rank + one_if(rank >= group)) << 3) | (card & 7)
    at = jnp.where(pair, ((act - PAIR_ACT) >> 1) & 3, act & 3)
    corner = (at == 0) | (at == 3)
    beside = jnp.where(corner, 1 + (act & 1), 3 * (act & 1))
    grid = _put(_put(state.grid, at, card, flag), beside, second, pair)
    gone = keep(flag, 1 << card) | keep(pair, 1 << second)
    now = now._replace(
        phase=jnp.where(flag, word(WRITE), now.phase),
        place=jnp.where(flag, jnp.where(pair, beside, at), now.place),
    )
    return state._replace(grid=grid, table=packed(now), hands=tuple(hand & ~gone for hand in state.hands))


def _put(grid: Array, place: Array, card: Array, flag: Array) -> Array:
    shift = 5 * place
    return jnp.where(flag, (grid & ~(31 << shift)) | (card << shift), grid)


def _reveal(state: PackedQuinto, flag: Array) -> PackedQuinto:
    """Where all have chosen, their choices take effect together; then the end is looked for (QUIN-23)."""
    now, number = fields(state.table), offer(state).number
    sheets, grid = [], state.grid
    ends = jnp.zeros_like(flag)
    for seat, rows in enumerate(state.sheets):
        cell = choice(now, seat)
        passes = flag & (cell == PASS)
        after = sheet.write(rows, cell, number, flag & ~passes)
        missed = passes & (now.active == seat)  # QUIN-18
        grid = grid + keep(missed, word(1 << (20 + 3 * seat)))
        ends = ends | (flag & (sheet.full_rows(after) >= 2)) | (missed & (misses(state, seat) == MISSES - 1))
        sheets.append(after)
    now = QuintoFields(
        jnp.where(ends, word(OVER), now.phase),
        now.active,
        keep(~flag, now.place),
        jnp.where(flag, word(_NONE_CHOSEN), now.choices),
    )
    return _draw_on(state._replace(grid=grid, sheets=tuple(sheets)), now, flag & ~ends)


def _draw_on(state: PackedQuinto, now: QuintoFields, flag: Array) -> PackedQuinto:
    """QUIN-20 to 22: a new pile when it has run out, then a card for the active player, or the next turn."""
    seats, pile, shuffled = len(state.hands), state.pile, state.shuffled
    if seats > 1:  # alone the pile is used once (QUIN-33)
        seen = pile
        for hand in state.hands:
            seen = seen | hand
        for place in range(4):
            seen = seen | (1 << ((state.grid >> (5 * place)) & 31))
        again = flag & (pile == 0)
        pile, shuffled = jnp.where(again, ~seen, pile), jnp.where(again, ~seen, shuffled)
    hand = hand_of(state, now.active)
    draws = (pile != 0) & (count(hand) < HAND)
    following = now.active + 1
    following = keep(following < seats, following)
    ends = (hand == 0) if seats == 1 else jnp.zeros_like(flag)
    then = jnp.where(draws, word(DRAW), jnp.where(ends, word(OVER), word(TURN)))
    now = now._replace(
        phase=jnp.where(flag, then, now.phase),
        active=jnp.where(flag & ~draws & ~ends, following, now.active),
    )
    return state._replace(pile=pile, shuffled=shuffled, table=packed(now))


def deal(state: PackedQuinto, card: Array) -> PackedQuinto:
    """The match after the next card of the pile, at set-up (QUIN-10) or for the active player (QUIN-20), where one is
    due; elsewhere as it was.
    """
    now, seats = fields(state.table), len(state.hands)
    sets_up, draws = now.phase == DEAL, now.phase == DRAW
    dealt = CARDS - count(state.pile)
    bit = keep(sets_up | draws, 1 << card)
    receiver = jnp.where(draws, now.active, dealt // HAND)
    hands = tuple(hand | keep(receiver == seat, bit) for seat, hand in enumerate(state.hands))
    to_grid = sets_up & (dealt >= HAND * seats)
    grid = state.grid | keep(to_grid, card << (5 * (dealt - HAND * seats)))
    last = sets_up & (dealt == HAND * seats + 3)
    now = now._replace(phase=jnp.where(last, word(FIRST), now.phase))
    return _draw_on(state._replace(pile=state.pile & ~bit, grid=grid, hands=hands), now, draws)


def begin(state: PackedQuinto, seat: Array) -> PackedQuinto:
    """The match after the lot that says who starts, where it is due; elsewhere as it was."""
    now = fields(state.table)
    due = now.phase == FIRST
    return state._replace(
        table=packed(
            now._replace(
                phase=jnp.where(due, word(TURN), now.phase),
                active=jnp.where(due, seat, now.active),
            )
        )
    )


def chance(state: PackedQuinto, outcome: Array) -> PackedQuinto:
    """The match after an act of the dealer, by its number: a card, or after all cards the seat that starts."""
    outcome = outcome.astype(jnp.uint32)
    return deal(begin(state, outcome & 3), outcome & 31)


def settle(state: PackedQuinto, random: Array) -> PackedQuinto:
    """One act of the dealer, where one is due, by 32 random bits."""
    lots = word(len(state.hands))
    card = select(state.pile, below(random, count(state.pile)))
    return deal(begin(state, below(random, lots)), card)


def play(state: PackedQuinto, act: Array, random: Array, more_random: Array) -> tuple[PackedQuinto, Array]:
    """A legal act and all that the dealer owes after it; and how many acts of the dealer that were.

    Where the dealer is to act already the act is left out, and at most two acts of the dealer follow.
    """
    acted = seal(step(state, act))
    once = seal(settle(acted, random))
    return seal(settle(once, more_random)), one_if(_owes(acted)) + one_if(_owes(once))


def _owes(state: PackedQuinto) -> Array:
    """Is the dealer to act?"""
    now = phase(state)
    return (now == DEAL) | (now == FIRST) | (now == DRAW)


def dealt(state: PackedQuinto, rng: RandomBits) -> PackedQuinto:
    """The match when the first player is to act: from before its deal through all of it at once."""
    seats, pile, grid = len(state.hands), state.pile, state.grid
    hands = list(state.hands)
    for number in range(HAND * seats + 4):
        bits, rng = rng.draw()
        card = select(pile, below(bits, word(CARDS - number)))
        pile = pile & ~(1 << card)
        if number < HAND * seats:
            hands[number // HAND] = hands[number // HAND] | (1 << card)
        else:
            grid = grid | (card << (5 * (number - HAND * seats)))
    bits, rng = rng.draw()
    now = fields(state.table)._replace(phase=jnp.full_like(pile, TURN), active=below(bits, word(seats)))
    return seal(state._replace(pile=pile, grid=grid, hands=tuple(hands), table=packed(now)))
