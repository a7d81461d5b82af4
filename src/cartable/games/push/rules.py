"""Push: what is allowed, and what follows from it."""

from collections.abc import Callable
from typing import Any, Final

from msgspec.structs import replace

from cartable.games.push import acts as a
from cartable.games.push import events as e
from cartable.games.push.acts import REFUSALS
from cartable.games.push.cards import CLASHES, DICE, DIE, LETTER_OF, STAR, SWITCH
from cartable.games.push.state import COLUMNS, NOT_SHARING, PushPhase, PushState, Zone
from cartable.kernel import (
    CLOCK,
    DEALER,
    NOBODY,
    ONLY_DEALER,
    Deal,
    Event,
    NextReveal,
    Outcome,
    Refused,
    Seat,
    Stepped,
    TurnStarted,
    clockwise,
    only,
    ranks,
    with_entry,
)

PILE_EMPTY: Final = "pile-empty"
REASONS: Final = (PILE_EMPTY,)

TURN, PLACE, SHARE, OVER = PushPhase.TURN, PushPhase.PLACE, PushPhase.SHARE, PushPhase.OVER  # asked all the time


def fits(card: str, column: tuple[str, ...]) -> bool:
    """PUSH-12, PUSH-13. An empty column takes anything."""
    return CLASHES[card].isdisjoint(column)


def fits_nowhere(card: str, columns: tuple[tuple[str, ...], ...]) -> bool:
    """PUSH-29: only a full set of columns can shut a card out, and never a Switch card."""
    if len(columns) < COLUMNS or card == SWITCH:
        return False
    clashes = CLASHES[card]
    return not any(clashes.isdisjoint(column) for column in columns)


def shut_out(columns: tuple[tuple[str, ...], ...]) -> frozenset[str]:
    """All the cards that fit nowhere."""
    if len(columns) < COLUMNS:
        return frozenset()
    return frozenset.intersection(*[frozenset().union(*[CLASHES[card] for card in column]) for column in columns])


_OF_DEALER: Final = (Deal, a.PushRoll)


# --- what is allowed -----------------------------------------------------------------------------------------------


def mover(state: PushState) -> Seat | None:
    """The one seat that is to act; None when the match is over."""
    phase = state.phase
    if phase is TURN or phase is PLACE:
        return state.active
    if phase is SHARE:
        return state.chooser
    return None if phase is OVER else DEALER


def actors(state: PushState) -> frozenset[Seat]:
    """Who may act now: always one seat alone."""
    seat = mover(state)
    if seat is None:
        return NOBODY
    return ONLY_DEALER if seat == DEALER else only(seat)


def next_reveal(state: PushState) -> NextReveal:
    """The die, or the top card of the pile."""
    if state.phase is PushPhase.ROLL:
        return NextReveal("roll", state.rolls, 0, DIE, DIE, independent=True)
    return state.pile.next_reveal


def legal(state: PushState, seat: Seat) -> tuple[a.PushAct, ...]:
    """What a player may do, in the order: draw or place, take, protect; each by number or colour."""
    if seat == DEALER or seat != mover(state):
        return ()
    columns, phase = state.columns, state.phase
    if phase is PLACE:
        clashes = CLASHES[state.drawn]
        places = [a.PLACE[i] for i, column in enumerate(columns, 1) if clashes.isdisjoint(column)]
        if len(columns) < COLUMNS:
            places.append(a.PLACE[len(columns) + 1])
        return tuple(places)
    takes: tuple[a.PushAct, ...] = tuple([a.TAKE[i] for i, column in enumerate(columns, 1) if column])
    if phase is SHARE:
        return takes
    acts = (a.DRAW, *takes) if state.pile.left.size else takes
    if state.begun:
        return acts
    shown = {card[0] for card in state.zones[seat].shown}
    return acts + tuple([act for colour, act in a.PROTECT.items() if LETTER_OF[colour] in shown])


def refusal(state: PushState, seat: Seat, act: a.PushAct) -> Refused | None:
    """The one judge: why not, or None."""
    turn = mover(state)
    if turn is None:
        return REFUSALS["over"]
    if seat == DEALER:
        return _dealer_refusal(state, act)
    if isinstance(act, _OF_DEALER):
        return REFUSALS["only-the-dealer"]
    if turn == DEALER:
        return REFUSALS["dealer-first" if seat == state.active else "not-your-turn"]
    if seat != turn or seat == CLOCK:
        return REFUSALS["not-your-choice" if state.phase is PushPhase.SHARE else "not-your-turn"]
    match state.phase:
        case PushPhase.PLACE:
            return _place_refusal(state, act)
        case PushPhase.SHARE:
            return _share_refusal(state, act)
        case _:
            return _turn_refusal(state, act)


def _dealer_refusal(state: PushState, act: a.PushAct) -> Refused | None:
    if state.phase is PushPhase.DEAL and isinstance(act, Deal):
        return None if act.card in state.pile.left else REFUSALS["card-not-left"]
    if state.phase is PushPhase.ROLL and isinstance(act, a.PushRoll):
        return None if act.face == STAR or act.face in LETTER_OF else REFUSALS["no-such-face"]
    return REFUSALS["nothing-to-deal"]


def _place_refusal(state: PushState, act: a.PushAct) -> Refused | None:
    if not isinstance(act, a.PushPlace):
        return REFUSALS["place-it-first"]
    number, columns = act.column, state.columns
    if not 1 <= number <= min(len(columns) + 1, COLUMNS):
        return REFUSALS["no-such-column"].because(column=number)
    if number > len(columns) or fits(state.drawn, columns[number - 1]):
        return None
    if state.drawn == DICE:
        return REFUSALS["second-dice-card"].because(column=number)
    clash = next(card for card in columns[number - 1] if card in CLASHES[state.drawn])
    code = "same-colour" if clash[0] == state.drawn[0] else "same-value"
    return REFUSALS[code].because(column=number, card=clash)


def _share_refusal(state: PushState, act: a.PushAct) -> Refused | None:
    if not isinstance(act, a.PushTake):
        return REFUSALS["take-a-column"]
    there = 1 <= act.column <= len(state.columns) and state.columns[act.column - 1]
    return None if there else REFUSALS["column-gone"].because(column=act.column)


def _turn_refusal(state: PushState, act: a.PushAct) -> Refused | None:
    match act:
        case a.PushDraw():
            return None if state.pile else REFUSALS["pile-empty"]
        case a.PushTake(column):
            if not state.has_column:
                return REFUSALS["no-column-yet"]
            there = 1 <= column <= len(state.columns)
            return None if there else REFUSALS["no-column-there"].because(column=column)
        case a.PushProtect(colour):
            if state.begun:
                return REFUSALS["drawing-begun"]
            letter = LETTER_OF.get(colour, "?")
            shown = any(card[0] == letter for card in state.zones[state.active].shown)
            return None if shown else REFUSALS["nothing-to-protect"].because(colour=colour)
        case _:
            return REFUSALS["nothing-turned"]


# --- what follows --------------------------------------------------------------------------------------------------


def apply(state: PushState, seat: Seat, act: a.PushAct) -> Stepped[PushState]:
    """The state after an act that was let through."""
    return _APPLY[type(act)](state, seat, act)


def _draw(state: PushState, _seat: Seat, _act: a.PushDraw) -> Stepped[PushState]:
    return Stepped(replace(state, phase=PushPhase.DEAL), ())


def _deal(state: PushState, _seat: Seat, act: Deal) -> Stepped[PushState]:
    pile = state.pile.seen(act.card)
    if act.card == SWITCH:
        return _switch(replace(state, pile=pile, switches=state.switches + 1))
    if fits_nowhere(act.card, state.columns):
        return _bust(replace(state, pile=pile), act.card)
    return Stepped(
        replace(state, pile=pile, phase=PushPhase.PLACE, drawn=act.card), (e.PushCardTurned(state.active, act.card),)
    )


def _switch(state: PushState) -> Stepped[PushState]:
    turned = e.PushSwitchTurned(state.active, state.switches)
    if state.seats == 2:  # PUSH-07: without effect, gone at once
        state = replace(state, discard=(*state.discard, SWITCH))
    if not state.pile and not state.columns:  # PUSH-33
        return _end_turn(state, (turned,))
    return Stepped(replace(state, phase=PushPhase.TURN), (turned,))


def _bust(state: PushState, card: str) -> Stepped[PushState]:
    """PUSH-29, PUSH-30: the card is gone, the die follows, then the opponents share."""
    after = replace(
        state,
        phase=PushPhase.ROLL,
        roller=state.active,
        chooser=_chooser_after(state, state.active),
        discard=(*state.discard, card),
    )
    return Stepped(after, (e.PushBusted(state.active, card),))


def _place(state: PushState, seat: Seat, act: a.PushPlace) -> Stepped[PushState]:
    columns, at = state.columns, act.column - 1
    grown = (*columns[at], state.drawn) if at < len(columns) else (state.drawn,)
    after = replace(state, phase=PushPhase.TURN, drawn="", columns=with_entry(columns, at, grown))
    return Stepped(after, (e.PushCardPlaced(seat, state.drawn, act.column),))


def _take(state: PushState, seat: Seat, act: a.PushTake) -> Stepped[PushState]:
    columns, at = state.columns, act.column - 1
    column, zone = columns[at], state.zones[seat]
    gained = [card for card in column if card != DICE]
    after = replace(
        state,
        columns=with_entry(columns, at, ()),
        zones=with_entry(state.zones, seat, Zone(_sorted(zone.shown, gained), zone.protected)),
        chooser=_chooser_after(state, seat),
    )
    taken = e.PushColumnTaken(seat, act.column, column)
    if len(gained) < len(column):  # PUSH-18: the numbers first, then the die
        rolling = replace(after, phase=PushPhase.ROLL, roller=seat, discard=(*after.discard, DICE))
        return Stepped(rolling, (taken,))
    return _share_on(after, (taken,))


def _roll(state: PushState, _seat: Seat, act: a.PushRoll) -> Stepped[PushState]:
    """PUSH-18, 19, 30, 38."""
    roller, zone = state.roller, state.zones[state.roller]
    events: tuple[Event, ...] = (e.PushDieRolled(roller, act.face),)
    if act.face == STAR:
        lost = zone.shown if state.options.risk else ()
    else:
        letter = LETTER_OF[act.face]
        lost = tuple([card for card in zone.shown if card[0] == letter])
    state = replace(state, roller=NOT_SHARING, rolls=state.rolls + 1)
    if lost:
        kept = tuple([card for card in zone.shown if card not in lost])
        events += (e.PushCardsLost(roller, lost),)
        state = replace(
            state, zones=with_entry(state.zones, roller, Zone(kept, zone.protected)), discard=state.discard + lost
        )
    return _share_on(state, events)


def _protect(state: PushState, seat: Seat, act: a.PushProtect) -> Stepped[PushState]:
    """PUSH-32. Protecting ends the turn; nothing is shared out (PUSH-08)."""
    zone, letter = state.zones[seat], LETTER_OF[act.colour]
    piled = [card for card in zone.shown if card[0] == letter]
    kept = tuple([card for card in zone.shown if card[0] != letter])
    after = replace(state, zones=with_entry(state.zones, seat, Zone(kept, _sorted(zone.protected, piled))))
    return _end_turn(after, (e.PushColourProtected(seat, act.colour, tuple(piled)),))


def _chooser_after(state: PushState, seat: Seat) -> Seat:
    """Who takes a column after `seat` (PUSH-23, PUSH-24)."""
    order = (state.active, *state.choosers, NOT_SHARING)
    return order[order.index(seat) + 1]


def _share_on(state: PushState, events: tuple[Event, ...]) -> Stepped[PushState]:
    """PUSH-21, PUSH-22: the next opponent chooses while a column and somebody to take it are left."""
    if state.has_column and state.chooser != NOT_SHARING:
        return Stepped(replace(state, phase=PushPhase.SHARE), events)
    unclaimed = tuple([card for column in state.columns for card in column])
    if unclaimed:  # PUSH-27
        events += (e.PushColumnsDiscarded(unclaimed),)
        state = replace(state, discard=state.discard + unclaimed)
    return _end_turn(state, events)


def _end_turn(state: PushState, events: tuple[Event, ...]) -> Stepped[PushState]:
    """PUSH-28; or the end of the match, when the pile has run out (PUSH-33)."""
    beside_pile = state.switches if state.seats > 2 else 0  # PUSH-14; at two players they are gone already
    following = clockwise(state.active, state.seats)
    after = replace(
        state,
        phase=PushPhase.TURN if state.pile else PushPhase.OVER,
        active=following if state.pile else state.active,
        columns=(),
        switches=0,
        chooser=NOT_SHARING,
        discard=state.discard + (SWITCH,) * beside_pile,
    )
    if state.pile:
        return Stepped(after, (*events, TurnStarted(following)))
    end = outcome_of(after)
    return Stepped(after, (*events, e.PushMatchEnded(end.winners, end.scores or ())))


def _sorted(cards: tuple[str, ...], more: list[str]) -> tuple[str, ...]:
    """PUSH-17: sorted by colour, and by value within one."""
    return tuple(sorted([*cards, *more]))


_APPLY: Final[dict[type, Callable[[PushState, Seat, Any], Stepped[PushState]]]] = {
    a.PushDraw: _draw,
    Deal: _deal,
    a.PushPlace: _place,
    a.PushTake: _take,
    a.PushRoll: _roll,
    a.PushProtect: _protect,
}


# --- how it ends ---------------------------------------------------------------------------------------------------


def outcome(state: PushState) -> Outcome | None:
    """How the match ended, or None while it goes on."""
    return outcome_of(state) if state.phase is OVER else None


def outcome_of(state: PushState) -> Outcome:
    """How a finished match came out: most points, then most cards, then shared (PUSH-34 to 37)."""
    scores = tuple(zone.total for zone in state.zones)
    sizes = (zone.size for zone in state.zones)
    return Outcome(PILE_EMPTY, ranks(list(zip(scores, sizes, strict=True))), scores)
