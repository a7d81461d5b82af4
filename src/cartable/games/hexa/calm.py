"""Hexa: calm play (HEXA-C1 to C7). Everybody chooses in private, and the order in which choices count is known."""

from typing import Final

from msgspec.structs import replace

from cartable.games.hexa import acts as a
from cartable.games.hexa import calls
from cartable.games.hexa import events as e
from cartable.games.hexa.acts import REFUSALS
from cartable.games.hexa.state import UNDECIDED, HexaPhase, HexaState
from cartable.kernel import CLOCK, Deadline, Event, Refused, Seat, Stepped, with_entry

_PASSED: Final = str(a.PASS)
_WRITTEN: Final = {str(act): act for act in a.CALLS}
_CALM_ONLY: Final = (a.HexaPass, a.HexaClose)
_RACE_ONLY: Final = (a.HexaTie, a.HexaUnclaimed)


def actors(state: HexaState) -> frozenset[Seat]:
    """Everybody who has not chosen, and CLOCK where the table sets a time."""
    undecided = frozenset(state.undecided)
    return undecided | {CLOCK} if state.options.window_s else undecided


def legal(state: HexaState, seat: Seat) -> tuple[a.HexaAct, ...]:
    """Any call or none, once: what is right is for the players to see."""
    if seat == CLOCK:
        return (a.CLOSE,) if state.options.window_s else ()
    return a.CHOICES if seat in state.undecided else ()


def wrong_kind(state: HexaState, act: a.HexaAct) -> Refused | None:
    """HEXA-C1: a race has no passes, and calm play neither ties nor patience."""
    if state.options.calm:
        return REFUSALS["not-in-calm-play"] if isinstance(act, _RACE_ONLY) else None
    return REFUSALS["only-in-calm-play"] if isinstance(act, _CALM_ONLY) else None


def close_refusal(state: HexaState, seat: Seat) -> Refused | None:
    """HEXA-C3."""
    if seat != CLOCK:
        return REFUSALS["only-the-clock-closes"]
    if state.phase is not HexaPhase.OPEN:
        return REFUSALS["nothing-open"]
    return None if state.options.window_s else REFUSALS["no-time-limit"]


def deadlines(state: HexaState) -> tuple[Deadline[a.HexaAct], ...]:
    """HEXA-C3: the time to choose, counted again from each card."""
    window_s = state.options.window_s
    return (Deadline(a.CLOSE, window_s, str(state.turned), courtesy=False, announced=True),) if window_s else ()


def choose(state: HexaState, seat: Seat, act: a.HexaCall | a.HexaPass) -> Stepped[HexaState]:
    """HEXA-C2: a choice is kept to oneself until the last seat has chosen."""
    known: Event = (
        e.HexaPassChosen(seat, to=seat)
        if isinstance(act, a.HexaPass)
        else e.HexaCallChosen(seat, a.claim_text(act.claim), to=seat)
    )
    after = replace(state, choices=with_entry(state.choices, seat, str(act)))
    events = (e.HexaChoiceMade(seat), known)
    return Stepped(after, events) if after.undecided else _reveal(after, events)


def close(state: HexaState, _seat: Seat, _act: a.HexaClose) -> Stepped[HexaState]:
    """HEXA-C3: whoever has not chosen passes."""
    late = state.undecided
    choices = tuple([_PASSED if seat in late else choice for seat, choice in enumerate(state.choices)])
    return _reveal(replace(state, choices=choices), (e.HexaTimeUp(late),))


def _reveal(state: HexaState, events: tuple[Event, ...]) -> Stepped[HexaState]:
    """HEXA-C5: the first in order who did not pass has called. HEXA-C6: if all passed, nobody has."""
    chosen = {seat: state.choices[seat] for seat in state.order}
    shown = e.HexaChoicesShown(tuple(chosen), tuple(choice.removeprefix("call ") for choice in chosen.values()))
    state = replace(state, choices=())
    caller = next((seat for seat, choice in chosen.items() if choice != _PASSED), None)
    judged = calls.unclaimed(state) if caller is None else calls.call(state, caller, _WRITTEN[chosen[caller]])
    return Stepped(judged.state, (*events, shown, *judged.events))


def no_choices(state: HexaState) -> tuple[str, ...]:
    """What everybody has chosen about a card that was just turned: nothing yet."""
    return (UNDECIDED,) * state.seats
