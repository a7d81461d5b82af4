"""Template: positions in words, for scenarios and studies."""

from collections.abc import Mapping
from typing import Any, Final

from msgspec.structs import replace

from cartable.games._template.cards import DECK, KINDS
from cartable.games._template.options import TemplateOptions
from cartable.games._template.rules import next_seat
from cartable.games._template.state import HAND, TemplatePhase, TemplateState
from cartable.kernel import BadInput, CardSource, Pile, Position, PositionReader, Seat, Shuffle

# To change: the keys of a position. What is left out is as at the start of a game that has been dealt.
KEYS: Final = ("pile", "hands", "rows", "discard", "drops", "stopped", "active")

Cards = tuple[tuple[str, ...], ...]


def from_position(
    keys: Mapping[str, Any], options: TemplateOptions, seats: int, shuffle: Shuffle
) -> Position[TemplateState]:
    """The position these keys describe; the pile, where it is left out, holds every card named nowhere."""
    given = PositionReader(keys, KEYS, DECK)
    hands = _per_seat(given, "hands", seats, HAND) if "hands" in given else None
    rows = _per_seat(given, "rows", seats) if "rows" in given else ((),) * seats
    discard = tuple(given.cards("discard"))
    pile = given.cards("pile") if "pile" in given else None
    rest = given.rest(shuffle)
    if hands is None:
        if len(rest) < HAND * seats:
            raise BadInput("hands", f"{HAND * seats} cards are to be dealt, {len(rest)} are named nowhere")
        hands = tuple(tuple(rest[HAND * seat : HAND * seat + HAND]) for seat in range(seats))
        rest = rest[HAND * seats :]
    pile = rest if pile is None else pile
    stopped = _stopped(given, seats)
    first = next((seat for seat in range(seats) if seat not in stopped), 0)
    state = TemplateState(
        options=options,
        seats=seats,
        phase=TemplatePhase.TURN,
        active=given.integer("active", first, range(seats)),
        pile=Pile.of(KINDS.count(pile)),
        hands=hands,
        rows=rows,
        drops=_drops(given, options, seats),
        stopped=stopped,
        discard=discard,
    )
    return Position(_in_phase(state), {"deal": tuple(pile)})


def _per_seat(given: PositionReader, key: str, seats: int, size: int | None = None) -> Cards:
    lists = tuple(tuple(given.cards(key, cards)) for cards in given.listed(key, seats, "one list for each player"))
    for cards in lists:
        if size is not None and len(cards) != size:
            raise BadInput(key, f"expected {size} cards for each player, got {len(cards)}")
    return lists


def _drops(given: PositionReader, options: TemplateOptions, seats: int) -> tuple[int, ...]:
    drops = given.listed("drops", seats, "one number for each player") if "drops" in given else [0] * seats
    for number in drops:
        if type(number) is not int or not 0 <= number <= options.drops:
            raise BadInput("drops", f"expected numbers from 0 to {options.drops} (TMPL-06), got {number!r}")
    return tuple(drops)


def _stopped(given: PositionReader, seats: int) -> frozenset[Seat]:
    stopped = given.listed("stopped")
    if any(type(seat) is not int or seat not in range(seats) for seat in stopped):
        raise BadInput("stopped", f"expected seats from 0 to {seats - 1}, got {stopped!r}")
    return frozenset(stopped)


def _in_phase(state: TemplateState) -> TemplateState:
    """What is awaited in a position follows from its keys."""
    for seat in sorted(state.stopped):
        if not state.rows[seat]:
            raise BadInput("stopped", f"seat {seat} has no open card to stop with (TMPL-07)")
    if not state.pile or next_seat(state) is None:  # TMPL-08
        return replace(state, phase=TemplatePhase.OVER)
    if state.active in state.stopped:
        raise BadInput("active", f"expected a seat that has not stopped, got {state.active}")
    return state


def to_position(state: TemplateState, peek: CardSource) -> dict[str, Any]:
    """All keys of the position."""
    return {
        "pile": state.pile.order(peek),
        "hands": [list(hand) for hand in state.hands],
        "rows": [list(row) for row in state.rows],
        "discard": list(state.discard),
        "drops": list(state.drops),
        "stopped": sorted(state.stopped),
        "active": state.active,
    }
