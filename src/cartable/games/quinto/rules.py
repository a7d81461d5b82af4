"""Quinto: what is allowed, and what follows from it."""

from collections.abc import Callable
from itertools import permutations
from typing import Any, Final

from msgspec.structs import replace

from cartable.games.quinto import acts as a
from cartable.games.quinto import events as e
from cartable.games.quinto.acts import REFUSALS
from cartable.games.quinto.cards import HAND, KINDS, NEIGHBOURS, PLACES, VALUE, announced, lay
from cartable.games.quinto.score import ended, outcome_of
from cartable.games.quinto.sheet import (
    AT,
    CELLS,
    COLOUR_OF,
    MATES,
    ROWS,
    TRIPLES,
    Sheet,
    out_of_order,
    room,
    twice_in_column,
    write,
)
from cartable.games.quinto.state import LOTS, PASSED, UNDECIDED, QuintoPhase, QuintoState, receiver
from cartable.kernel import (
    DEALER,
    NOBODY,
    ONLY_DEALER,
    Deal,
    Event,
    NextReveal,
    Pile,
    Refused,
    Seat,
    Stepped,
    TurnStarted,
    around,
    only,
    with_entry,
)

_OF_DEALER: Final = (Deal, a.QuintoFirst)


# --- what is allowed -----------------------------------------------------------------------------------------------


def actors(state: QuintoState) -> frozenset[Seat]:
    """Who may act now: the active player, everybody who has not decided about the sum, or DEALER."""
    match state.phase:
        case QuintoPhase.TURN:
            return only(state.active)
        case QuintoPhase.WRITE:
            return frozenset(state.undecided)
        case QuintoPhase.OVER:
            return NOBODY
        case _:
            return ONLY_DEALER


def next_reveal(state: QuintoState) -> NextReveal:
    """The lot for the starting player, or the top card of the pile."""
    if state.phase is QuintoPhase.FIRST:
        return NextReveal("first", 0, 0, LOTS[state.seats], LOTS[state.seats])
    return state.pile.next_reveal


def legal(state: QuintoState, seat: Seat) -> tuple[a.QuintoAct, ...]:
    """What a player may do: single cards by hand and place, then pairs; or cells row by row, and passing last."""
    if state.phase is QuintoPhase.TURN and seat == state.active:
        return lays(state.hands[seat])
    if state.phase is QuintoPhase.WRITE and seat in state.undecided:
        return (*[a.WRITE[at] for at in cells(state, seat)], a.PASS)
    return ()


def lays(hand: tuple[str, ...]) -> tuple[a.QuintoLay, ...]:
    """QUIN-11, QUIN-15: each card on each place, and each two of a value on each two neighbours."""
    acts = [act for card in hand for act in a.LAY[card]]
    for pair in permutations(hand, 2):
        acts += a.LAY_TWO.get(pair, ())
    return tuple(acts)


def cells(state: QuintoState, seat: Seat) -> list[int]:
    """QUIN-17: where a seat could write what is announced."""
    offer = state.offer
    return room(state.sheets[seat], offer.sum, offer.colours) if offer.writable else []


def refusal(state: QuintoState, seat: Seat, act: a.QuintoAct) -> Refused | None:
    """The one judge: why not, or None."""
    phase = state.phase
    if phase is QuintoPhase.OVER:
        return REFUSALS["over"]
    if seat == DEALER:
        return _dealer_refusal(state, act)
    if isinstance(act, _OF_DEALER):
        return REFUSALS["only-the-dealer"]
    if phase is QuintoPhase.DEAL or phase is QuintoPhase.FIRST:
        return REFUSALS["being-dealt"]
    if not 0 <= seat < state.seats:
        return REFUSALS["not-your-turn"]
    if phase is QuintoPhase.WRITE:
        return _write_refusal(state, seat, act)
    if not isinstance(act, a.QuintoLay):
        return REFUSALS["nothing-announced"]
    if seat != state.active:
        return REFUSALS["not-your-turn"]
    if phase is QuintoPhase.DRAW:
        return REFUSALS["being-drawn"]
    return _lay_refusal(state.hands[seat], act)


def _dealer_refusal(state: QuintoState, act: a.QuintoAct) -> Refused | None:
    if isinstance(act, Deal) and state.phase in (QuintoPhase.DEAL, QuintoPhase.DRAW):
        return None if act.card in state.pile.left else REFUSALS["card-not-left"]
    if isinstance(act, a.QuintoFirst) and state.phase is QuintoPhase.FIRST:
        return None if 0 <= act.seat < state.seats else REFUSALS["no-such-seat"]
    return REFUSALS["nothing-to-deal"]


def _lay_refusal(hand: tuple[str, ...], act: a.QuintoLay) -> Refused | None:
    if not act.on:
        return REFUSALS["nothing-laid"]
    if len(act.on) > 2:
        return REFUSALS["two-at-most"]
    for card, place in act.on:
        if card not in hand:
            return REFUSALS["not-held"].because(card=card)
        if place not in PLACES:
            return REFUSALS["no-such-place"].because(place=place)
    return _pair_refusal(*act.on[0], *act.on[1]) if len(act.on) == 2 else None


def _pair_refusal(card: str, place: str, second: str, beside: str) -> Refused | None:
    """QUIN-15, of two cards held."""
    if card == second:
        return REFUSALS["card-twice"].because(card=card)
    if VALUE[card] != VALUE[second]:
        return REFUSALS["values-differ"].because(card=card, second=second)
    if beside not in NEIGHBOURS[place]:
        return REFUSALS["not-neighbours"].because(place=place, beside=beside)
    return None


def _write_refusal(state: QuintoState, seat: Seat, act: a.QuintoAct) -> Refused | None:
    if state.choices[seat] != UNDECIDED:
        return REFUSALS["already-chosen"]
    if isinstance(act, a.QuintoPass):
        return None
    if not isinstance(act, a.QuintoWrite):
        return REFUSALS["write-or-pass"]
    return _cell_refusal(state, state.sheets[seat], act.cell)


def _cell_refusal(state: QuintoState, sheet: Sheet, cell: str) -> Refused | None:
    at, offer = AT.get(cell), state.offer
    if at is None:
        return REFUSALS["no-such-cell"].because(cell=cell)
    if not offer.writable:
        return REFUSALS["nothing-to-write"]
    if COLOUR_OF[at] not in offer.colours:
        return REFUSALS["wrong-colour"].because(cell=cell, colour=COLOUR_OF[at])
    if sheet[at]:
        return REFUSALS["cell-taken"].because(cell=cell, number=sheet[at])
    other = out_of_order(sheet, at, offer.sum)
    if other:
        return REFUSALS["not-rising"].because(cell=cell, number=offer.sum, other=other)
    if twice_in_column(sheet, at, offer.sum):
        return REFUSALS["twice-in-column"].because(cell=cell, number=offer.sum)
    return None


# --- what follows --------------------------------------------------------------------------------------------------


def apply(state: QuintoState, seat: Seat, act: a.QuintoAct) -> Stepped[QuintoState]:
    """The state after an act that was let through."""
    return _APPLY[type(act)](state, seat, act)


def _deal(state: QuintoState, _seat: Seat, act: Deal) -> Stepped[QuintoState]:
    if state.phase is QuintoPhase.DRAW:  # QUIN-20
        state, events = _to_hand(state, state.active, act.card)
        return _draw_on(state, events)
    seat = receiver(state)
    if seat is not None:  # QUIN-10
        return Stepped(*_to_hand(state, seat, act.card))
    dealt = e.QuintoGridDealt(PLACES[len(state.grid)], act.card)
    grid = (*state.grid, act.card)
    phase = QuintoPhase.DEAL if len(grid) < len(PLACES) else QuintoPhase.FIRST
    return Stepped(replace(state, phase=phase, pile=state.pile.seen(act.card), grid=grid), (dealt,))


def _to_hand(state: QuintoState, seat: Seat, card: str) -> tuple[QuintoState, tuple[Event, ...]]:
    """A card from the pile, for its owner's eyes."""
    pile = state.pile.seen(card)
    hand = tuple(sorted([*state.hands[seat], card]))
    after = replace(state, pile=pile, hands=with_entry(state.hands, seat, hand))
    return after, (e.QuintoCardDrawn(seat, len(pile)), e.QuintoCardGained(seat, card, to=seat))


def _first(state: QuintoState, _seat: Seat, act: a.QuintoFirst) -> Stepped[QuintoState]:
    events = (e.QuintoStarterDrawn(act.seat), TurnStarted(act.seat))
    return Stepped(replace(state, phase=QuintoPhase.TURN, active=act.seat), events)


def _lay(state: QuintoState, seat: Seat, act: a.QuintoLay) -> Stepped[QuintoState]:
    """QUIN-11 to 15: the card laid last gives sum and colours."""
    grid, covered = lay(state.grid, act.on)
    offer = announced(grid, act.on[-1][1])
    laid = [card for card, _ in act.on]
    hand = tuple([card for card in state.hands[seat] if card not in laid])
    after = replace(
        state,
        phase=QuintoPhase.WRITE,
        hands=with_entry(state.hands, seat, hand),
        grid=grid,
        covered=state.covered + covered,
        announced=offer,
        laid=act.on[-1][1],
        choices=(UNDECIDED,) * state.seats,
    )
    told = [e.QuintoCardLaid(seat, card, place, under) for (card, place), under in zip(act.on, covered, strict=True)]
    events = (*told, e.QuintoSumAnnounced(seat, offer.sum, offer.colours, offer.writable))
    if offer.writable or state.rules_version == 1:  # under the first rules everybody was asked all the same
        return Stepped(after, events)
    return _finish(after, state.sheets, list(events), missed=True)  # QUIN-19


def _write(state: QuintoState, seat: Seat, act: a.QuintoWrite) -> Stepped[QuintoState]:
    return _choose(state, seat, act.cell, e.QuintoCellChosen(seat, act.cell, state.offer.sum, to=seat))


def _pass(state: QuintoState, seat: Seat, _act: a.QuintoPass) -> Stepped[QuintoState]:
    return _choose(state, seat, PASSED, e.QuintoPassChosen(seat, to=seat))


def _choose(state: QuintoState, seat: Seat, choice: str, known: Event) -> Stepped[QuintoState]:
    """QUIN-17: a choice is kept to oneself until the last seat has decided."""
    choices = with_entry(state.choices, seat, choice)
    events = (e.QuintoChoiceMade(seat), known)
    if UNDECIDED in choices:
        return Stepped(replace(state, choices=choices), events)
    return _reveal(state, choices, events)


def _reveal(state: QuintoState, choices: tuple[str, ...], events: tuple[Event, ...]) -> Stepped[QuintoState]:
    """All choices take effect together. Only then is it checked whether the match is over (QUIN-23)."""
    number = state.offer.sum
    sheets, told = list(state.sheets), list(events)
    for seat, choice in enumerate(choices):
        if choice == PASSED:
            told.append(e.QuintoNothingWritten(seat))
        else:
            sheets[seat] = write(sheets[seat], AT[choice], number)
            told.append(e.QuintoNumberWritten(seat, choice, number))
            told += _filled(seat, sheets[seat], AT[choice])
    return _finish(state, tuple(sheets), told, missed=choices[state.active] == PASSED)  # QUIN-18


def _finish(state: QuintoState, sheets: tuple[Sheet, ...], told: list[Event], *, missed: bool) -> Stepped[QuintoState]:
    """What was announced is dealt with: a miss, if the active player has one; the end, or the next card."""
    active, misses = state.active, state.misses
    if missed:
        misses = with_entry(misses, active, misses[active] + 1)
        told.append(e.QuintoMissTaken(active, misses[active]))
    after = replace(state, sheets=sheets, misses=misses, announced=None, laid="", choices=())
    return _end(after, tuple(told)) if ended(after) else _draw_on(after, tuple(told))


def _filled(seat: Seat, sheet: Sheet, at: int) -> list[Event]:
    """What the number just written has completed."""
    told: list[Event] = []
    row = ROWS[COLOUR_OF[at]]
    if all(sheet[row.start : row.stop]):
        told.append(e.QuintoRowFilled(seat, COLOUR_OF[at], sheet[row.stop - 1]))
    if len(MATES[at]) == 2 and all(sheet[mate] for mate in MATES[at]):
        bonus = next(bonus for cells_, bonus in TRIPLES if at in cells_)
        told.append(e.QuintoColumnFilled(seat, int(CELLS[at][1:]), sheet[bonus]))
    return told


def _draw_on(state: QuintoState, events: tuple[Event, ...]) -> Stepped[QuintoState]:
    """QUIN-20: cards for the active player while the hand is short and the pile has any."""
    if not state.pile and state.seats > 1 and state.covered:  # QUIN-22; alone the pile is used once (QUIN-33)
        pile = Pile.of(KINDS.count(state.covered), state.pile.shuffle + 1)
        state = replace(state, pile=pile, covered=())
        events = (*events, e.QuintoPileReshuffled(len(pile)))
    if state.pile and len(state.hands[state.active]) < HAND:
        return Stepped(replace(state, phase=QuintoPhase.DRAW), events)
    return _next_turn(state, events)


def _next_turn(state: QuintoState, events: tuple[Event, ...]) -> Stepped[QuintoState]:
    """QUIN-21, or the end when nobody has a card left (QUIN-33).

    Only a made-up position leaves one hand among others empty: it is passed over.
    """
    for seat in around(state.active, state.seats):
        if state.hands[seat]:
            return Stepped(replace(state, phase=QuintoPhase.TURN, active=seat), (*events, TurnStarted(seat)))
    return _end(state, events)


def _end(state: QuintoState, events: tuple[Event, ...]) -> Stepped[QuintoState]:
    after = replace(state, phase=QuintoPhase.OVER)
    end = outcome_of(after)
    return Stepped(after, (*events, e.QuintoMatchEnded(end.reason, end.winners, end.scores or ())))


_APPLY: Final[dict[type, Callable[[QuintoState, Seat, Any], Stepped[QuintoState]]]] = {
    Deal: _deal,
    a.QuintoFirst: _first,
    a.QuintoLay: _lay,
    a.QuintoWrite: _write,
    a.QuintoPass: _pass,
}
