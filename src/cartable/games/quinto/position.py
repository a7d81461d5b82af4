"""Quinto: positions in words, for scenarios and studies."""

from collections.abc import Mapping
from typing import Any, Final

from msgspec.structs import replace

from cartable.games.quinto.cards import COLOURS, DECK, HAND, KINDS, PLACES, SUMS, Announced, Grid
from cartable.games.quinto.options import QuintoOptions
from cartable.games.quinto.score import ended
from cartable.games.quinto.sheet import (
    AT,
    EMPTY,
    MISSES,
    NUMBERS,
    Sheet,
    numbers_by_cell,
    out_of_order,
    sheet_of,
    twice_in_column,
)
from cartable.games.quinto.state import PASSED, UNDECIDED, QuintoPhase, QuintoState
from cartable.kernel import BadInput, CardSource, Pile, Position, PositionReader, Seat, Shuffle

KEYS: Final = ("grid", "covered", "pile", "hands", "sheets", "misses", "active", "announced", "chosen")

Hands = tuple[tuple[str, ...], ...]


def from_position(
    keys: Mapping[str, Any], options: QuintoOptions, seats: int, shuffle: Shuffle
) -> Position[QuintoState]:
    """The position these keys describe. The lot, where `active` is left out, is taken to have fallen on seat 0."""
    given = PositionReader(keys, KEYS, DECK)
    hands, grid, covered, pile = _cards(given, seats, shuffle)
    offer = _announced(given)
    seen = (*(card for hand in hands for card in hand), *grid, *covered)
    state = QuintoState(
        options=options,
        seats=seats,
        phase=QuintoPhase.TURN,
        active=given.integer("active", 0, range(seats)),
        # As after a deal: what lies open or in hands came from the same shuffle, and so nothing tells them apart.
        pile=Pile(0, KINDS.count((*seen, *pile)), KINDS.count(pile)),
        hands=tuple(tuple(sorted(hand)) for hand in hands),
        sheets=_sheets(given, seats),
        misses=_misses(given, seats),
        grid=grid,
        covered=covered,
        announced=offer,
        choices=_choices(given, offer, seats),
    )
    return Position(_in_phase(state), {"deal": (*seen, *pile)})


def _cards(given: PositionReader, seats: int, shuffle: Shuffle) -> tuple[Hands, Grid, tuple[str, ...], tuple[str, ...]]:
    """Hands, grid, covered cards and pile; what is left out is dealt, in the order of the set-up (QUIN-10)."""
    hands = _hands(given, seats) if "hands" in given else None
    grid = _grid(given) if "grid" in given else None
    covered = tuple(given.cards("covered"))
    pile = tuple(given.cards("pile")) if "pile" in given else None
    rest = given.rest(shuffle)
    wanted = (HAND * seats if hands is None else 0) + (len(PLACES) if grid is None else 0)
    if wanted > len(rest):
        raise BadInput("hands and grid", f"{wanted} cards are still to be dealt, {len(rest)} are named nowhere")
    if hands is None:
        hands = tuple(tuple(rest[HAND * seat : HAND * seat + HAND]) for seat in range(seats))
        rest = rest[HAND * seats :]
    if grid is None:
        grid, rest = tuple(rest[: len(PLACES)]), rest[len(PLACES) :]
    return hands, grid, covered, tuple(rest) if pile is None else pile


def _hands(given: PositionReader, seats: int) -> Hands:
    hands = tuple(tuple(given.cards("hands", hand)) for hand in given.listed("hands", seats, "one for each player"))
    for hand in hands:
        if len(hand) > HAND:
            raise BadInput("hands", f"expected at most {HAND} cards in a hand (QUIN-10), got {' '.join(hand)}")
    return hands


def _grid(given: PositionReader) -> Grid:
    value = given.raw("grid")
    if not isinstance(value, dict) or value.keys() != set(PLACES):
        raise BadInput("grid", f"expected a card for each of {', '.join(PLACES)}, got {value!r}")
    return tuple(given.card("grid", value[at]) for at in PLACES)


def _sheets(given: PositionReader, seats: int) -> tuple[Sheet, ...]:
    if "sheets" not in given:
        return (EMPTY,) * seats
    return tuple(_sheet(numbers) for numbers in given.listed("sheets", seats, "one for each player"))


def _sheet(numbers: object) -> Sheet:
    if not isinstance(numbers, dict):
        raise BadInput("sheets", f"expected a table from cell to number, got {numbers!r}")
    for cell, number in numbers.items():
        if cell not in AT:
            raise BadInput("sheets", f"expected cells of the sheet (QUIN-03), got {cell!r}")
        if type(number) is not int or number not in NUMBERS:
            raise BadInput("sheets", f"{cell}: expected a whole number from 1 to 18 (QUIN-05), got {number!r}")
    sheet = sheet_of(numbers)
    for cell, number in numbers.items():
        other = out_of_order(sheet, AT[cell], number)
        if other:
            raise BadInput("sheets", f"{cell}: {number} and {other} do not rise from left to right (QUIN-07)")
        if twice_in_column(sheet, AT[cell], number):
            raise BadInput("sheets", f"{cell}: {number} stands twice in its column (QUIN-08)")
    return sheet


def _misses(given: PositionReader, seats: int) -> tuple[int, ...]:
    if "misses" not in given:
        return (0,) * seats
    misses = given.listed("misses", seats, "one for each player")
    for count in misses:
        if type(count) is not int or not 0 <= count <= MISSES:
            raise BadInput("misses", f"expected whole numbers from 0 to {MISSES}, got {count!r}")
    return tuple(misses)


def _announced(given: PositionReader) -> Announced | None:
    value = given.raw("announced", {})
    if not value and isinstance(value, dict):
        return None
    if not isinstance(value, dict) or value.keys() != {"sum", "colours"}:
        raise BadInput("announced", f"expected {{sum = N, colours = [...]}}, got {value!r}")
    total, colours = value["sum"], value["colours"]
    if type(total) is not int or total not in SUMS:
        raise BadInput("announced", f"expected a sum from {SUMS[0]} to {SUMS[-1]}, got {total!r}")
    known = isinstance(colours, list) and all(colour in COLOURS for colour in colours)
    if not known or len(set(colours)) < len(colours):
        raise BadInput("announced", f"expected colours out of {', '.join(COLOURS)}, each once, got {colours!r}")
    return Announced(total, tuple(colour for colour in COLOURS if colour in colours))


def _choices(given: PositionReader, offer: Announced | None, seats: int) -> tuple[str, ...]:
    """Those who have decided in a position are taken to have passed."""
    chosen: list[Seat] = given.listed("chosen")
    if any(type(seat) is not int or seat not in range(seats) for seat in chosen) or len(set(chosen)) < len(chosen):
        raise BadInput("chosen", f"expected seats from 0 to {seats - 1}, each once, got {chosen!r}")
    if offer is None:
        if chosen:
            raise BadInput("chosen", "nothing is announced to decide about")
        return ()
    if len(chosen) == seats:
        raise BadInput("chosen", "when all have decided the sum is written, and nothing is announced any more")
    return tuple(PASSED if seat in chosen else UNDECIDED for seat in range(seats))


def _in_phase(state: QuintoState) -> QuintoState:
    """What is awaited in a position follows from its keys."""
    over = bool(ended(state))
    if state.announced is not None:
        if over:
            raise BadInput("announced", "two full rows or four misses have ended the match already (QUIN-23)")
        return replace(state, phase=QuintoPhase.WRITE)
    if over:
        return replace(state, phase=QuintoPhase.OVER)
    if state.hands[state.active]:
        return state
    if state.seats > 1 or state.pile:
        raise BadInput("hands", f"seat {state.active} is to lay a card and has none")
    return replace(state, phase=QuintoPhase.OVER)  # QUIN-33


def to_position(state: QuintoState, peek: CardSource) -> dict[str, Any]:
    """All keys of the position."""
    offer = state.announced
    return {
        "grid": dict(zip(PLACES, state.grid, strict=False)),
        "covered": list(state.covered),
        "pile": state.pile.order(peek),
        "hands": [list(hand) for hand in state.hands],
        "sheets": [numbers_by_cell(sheet) for sheet in state.sheets],
        "misses": list(state.misses),
        "active": state.active,
        "announced": {} if offer is None else {"sum": offer.sum, "colours": list(offer.colours)},
        "chosen": [seat for seat, choice in enumerate(state.choices) if choice != UNDECIDED],
    }
