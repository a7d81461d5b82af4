"""Push: what is allowed, and what follows from it."""

from collections.abc import Callable
from typing import Any, Final

from msgspec.structs import replace

from cartable.games.push import acts as a
from cartable.games.push import events as e
from cartable.games.push.cards import CLASHES, DICE, LETTER_OF, STAR, SWITCH
from cartable.games.push.refusals import REFUSALS
from cartable.games.push.score import outcome_of
from cartable.games.push.state import NOT_SHARING, Phase, PushState, Zone
from cartable.kernel import CLOCK, DEALER, Event, Refused, Seat, Stepped, clockwise

COLUMNS: Final = 3  # PUSH-11

TURN, PLACE, SHARE, OVER = Phase.TURN, Phase.PLACE, Phase.SHARE, Phase.OVER  # asked all the time


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


# --- what is allowed -----------------------------------------------------------------------------------------------


def mover(state: PushState) -> Seat | None:
    """The one seat that is to act; None when the match is over."""
    phase = state.phase
    if phase is TURN or phase is PLACE:
        return state.active
    if phase is SHARE:
        return state.chooser
    return None if phase is OVER else DEALER


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
    if isinstance(act, a.Deal | a.Roll):
        return REFUSALS["only-the-dealer"]
    if turn == DEALER:
        return REFUSALS["dealer-first" if seat == state.active else "not-your-turn"]
    if seat != turn or seat == CLOCK:
        return REFUSALS["not-your-choice" if state.phase is Phase.SHARE else "not-your-turn"]
    match state.phase:
        case Phase.PLACE:
            return _place_refusal(state, act)
        case Phase.SHARE:
            return _share_refusal(state, act)
        case _:
            return _turn_refusal(state, act)


def _dealer_refusal(state: PushState, act: a.PushAct) -> Refused | None:
    if state.phase is Phase.DEAL and isinstance(act, a.Deal):
        return None if act.card in state.pile.left else REFUSALS["card-not-left"]
    if state.phase is Phase.ROLL and isinstance(act, a.Roll):
        return None if act.face == STAR or act.face in LETTER_OF else REFUSALS["no-such-face"]
    return REFUSALS["nothing-to-deal"]


def _place_refusal(state: PushState, act: a.PushAct) -> Refused | None:
    if not isinstance(act, a.Place):
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
    if not isinstance(act, a.Take):
        return REFUSALS["take-a-column"]
    there = 1 <= act.column <= len(state.columns) and state.columns[act.column - 1]
    return None if there else REFUSALS["column-gone"].because(column=act.column)


def _turn_refusal(state: PushState, act: a.PushAct) -> Refused | None:
    match act:
        case a.Draw():
            return None if state.pile else REFUSALS["pile-empty"]
        case a.Take(column):
            if not state.has_column:
                return REFUSALS["no-column-yet"]
            there = 1 <= column <= len(state.columns)
            return None if there else REFUSALS["no-column-there"].because(column=column)
        case a.Protect(colour):
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


def _draw(state: PushState, _seat: Seat, _act: a.Draw) -> Stepped[PushState]:
    return Stepped(replace(state, phase=Phase.DEAL), ())


def _deal(state: PushState, _seat: Seat, act: a.Deal) -> Stepped[PushState]:
    pile = state.pile.seen(act.card)
    if act.card == SWITCH:
        return _switch(replace(state, pile=pile, switches=state.switches + 1))
    if fits_nowhere(act.card, state.columns):
        return _bust(replace(state, pile=pile), act.card)
    return Stepped(
        replace(state, pile=pile, phase=Phase.PLACE, drawn=act.card), (e.CardTurned(state.active, act.card),)
    )


def _switch(state: PushState) -> Stepped[PushState]:
    turned = e.SwitchTurned(state.active, state.switches)
    if state.seats == 2:  # PUSH-07: without effect, gone at once
        state = replace(state, discard=(*state.discard, SWITCH))
    if not state.pile and not state.columns:  # PUSH-33
        return _end_turn(state, (turned,))
    return Stepped(replace(state, phase=Phase.TURN), (turned,))


def _bust(state: PushState, card: str) -> Stepped[PushState]:
    """PUSH-29, PUSH-30: the card is gone, the die follows, then the opponents share."""
    after = replace(
        state,
        phase=Phase.ROLL,
        roller=state.active,
        chooser=_chooser_after(state, state.active),
        discard=(*state.discard, card),
    )
    return Stepped(after, (e.Busted(state.active, card),))


def _place(state: PushState, seat: Seat, act: a.Place) -> Stepped[PushState]:
    columns, at = state.columns, act.column - 1
    grown = (*columns[at], state.drawn) if at < len(columns) else (state.drawn,)
    after = replace(state, phase=Phase.TURN, drawn="", columns=(*columns[:at], grown, *columns[at + 1 :]))
    return Stepped(after, (e.CardPlaced(seat, state.drawn, act.column),))


def _take(state: PushState, seat: Seat, act: a.Take) -> Stepped[PushState]:
    columns, at = state.columns, act.column - 1
    column = columns[at]
    gained = [card for card in column if card != DICE]
    after = replace(
        state,
        columns=(*columns[:at], (), *columns[at + 1 :]),
        zones=_with_zone(state, seat, Zone(_sorted(state.zones[seat].shown, gained), state.zones[seat].protected)),
        chooser=_chooser_after(state, seat),
    )
    taken = e.ColumnTaken(seat, act.column, column)
    if len(gained) < len(column):  # PUSH-18: the numbers first, then the die
        rolling = replace(after, phase=Phase.ROLL, roller=seat, discard=(*after.discard, DICE))
        return Stepped(rolling, (taken,))
    return _share_on(after, (taken,))


def _roll(state: PushState, _seat: Seat, act: a.Roll) -> Stepped[PushState]:
    """PUSH-18, 19, 30, 38."""
    roller, zone = state.roller, state.zones[state.roller]
    events: tuple[Event, ...] = (e.DieRolled(roller, act.face),)
    if act.face == STAR:
        lost = zone.shown if state.options.risk else ()
    else:
        letter = LETTER_OF[act.face]
        lost = tuple([card for card in zone.shown if card[0] == letter])
    state = replace(state, roller=NOT_SHARING, rolls=state.rolls + 1)
    if lost:
        kept = tuple([card for card in zone.shown if card not in lost])
        events += (e.CardsLost(roller, lost),)
        state = replace(
            state, zones=_with_zone(state, roller, Zone(kept, zone.protected)), discard=state.discard + lost
        )
    return _share_on(state, events)


def _protect(state: PushState, seat: Seat, act: a.Protect) -> Stepped[PushState]:
    """PUSH-32. Protecting ends the turn; nothing is shared out (PUSH-08)."""
    zone, letter = state.zones[seat], LETTER_OF[act.colour]
    piled = [card for card in zone.shown if card[0] == letter]
    kept = tuple([card for card in zone.shown if card[0] != letter])
    after = replace(state, zones=_with_zone(state, seat, Zone(kept, _sorted(zone.protected, piled))))
    return _end_turn(after, (e.ColourProtected(seat, act.colour, tuple(piled)),))


def _chooser_after(state: PushState, seat: Seat) -> Seat:
    """Who takes a column after `seat`: PUSH-23, or backwards with an odd number of Switch cards (PUSH-24)."""
    following = clockwise(seat, state.seats, -1 if state.switches % 2 else 1)
    return NOT_SHARING if following == state.active else following


def _share_on(state: PushState, events: tuple[Event, ...]) -> Stepped[PushState]:
    """PUSH-21, PUSH-22: the next opponent chooses while a column and somebody to take it are left."""
    if state.has_column and state.chooser != NOT_SHARING:
        return Stepped(replace(state, phase=Phase.SHARE), events)
    unclaimed = tuple([card for column in state.columns for card in column])
    if unclaimed:  # PUSH-27
        events += (e.ColumnsDiscarded(unclaimed),)
        state = replace(state, discard=state.discard + unclaimed)
    return _end_turn(state, events)


def _end_turn(state: PushState, events: tuple[Event, ...]) -> Stepped[PushState]:
    """PUSH-28; or the end of the match, when the pile has run out (PUSH-33)."""
    beside_pile = state.switches if state.seats > 2 else 0  # PUSH-14; at two players they are gone already
    following = clockwise(state.active, state.seats)
    after = replace(
        state,
        phase=Phase.TURN if state.pile else Phase.OVER,
        active=following if state.pile else state.active,
        columns=(),
        switches=0,
        chooser=NOT_SHARING,
        discard=state.discard + (SWITCH,) * beside_pile,
    )
    if state.pile:
        return Stepped(after, (*events, e.TurnStarted(following)))
    end = outcome_of(after)
    return Stepped(after, (*events, e.MatchEnded(end.winners, end.scores or ())))


def _with_zone(state: PushState, seat: Seat, zone: Zone) -> tuple[Zone, ...]:
    return (*state.zones[:seat], zone, *state.zones[seat + 1 :])


def _sorted(cards: tuple[str, ...], more: list[str]) -> tuple[str, ...]:
    """PUSH-17: sorted by colour, and by value within one."""
    return tuple(sorted([*cards, *more]))


_APPLY: Final[dict[type, Callable[[PushState, Seat, Any], Stepped[PushState]]]] = {
    a.Draw: _draw,
    a.Deal: _deal,
    a.Place: _place,
    a.Take: _take,
    a.Roll: _roll,
    a.Protect: _protect,
}
