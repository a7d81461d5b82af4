"""Push: positions in words, for scenarios and studies."""

from collections.abc import Mapping
from typing import Any, Final

from msgspec.structs import replace

from cartable.games.push.cards import FACES, KINDS, SWITCH
from cartable.games.push.options import PushOptions
from cartable.games.push.rules import fits, fits_nowhere
from cartable.games.push.state import COLUMNS, NOT_SHARING, PushPhase, PushState, Zone, deck_for
from cartable.kernel import BadInput, CardSource, Pile, Position, PositionReader, Seat, Shuffle

KEYS: Final = ("pile", "columns", "drawn", "switches", "zones", "active", "chooser", "discard", "die")


def from_position(keys: Mapping[str, Any], options: PushOptions, seats: int, shuffle: Shuffle) -> Position[PushState]:
    """The position these keys describe; the pile, where it is left out, holds every card named nowhere."""
    given = PositionReader(keys, KEYS, deck_for(options, seats))
    active = given.integer("active", 0, range(seats))
    columns = _columns(given)
    drawn = given.card("drawn", given.raw("drawn")) if given.raw("drawn", "") else ""
    zones = _zones(given, seats)
    discard = tuple(given.cards("discard"))
    switches = given.integer("switches", 0, range(13))
    if seats > 2:  # at two players a turned Switch card lies in the discard already (PUSH-07)
        given.cards("switches", [SWITCH] * switches)
    pile = given.cards("pile") if "pile" in given else given.rest(shuffle)
    state = PushState(
        options=options,
        seats=seats,
        phase=PushPhase.TURN,
        active=active,
        pile=Pile.of(KINDS.count(pile)),
        zones=zones,
        columns=columns,
        drawn=drawn,
        switches=switches,
        chooser=given.integer("chooser", NOT_SHARING, range(NOT_SHARING, seats)),
        discard=discard,
    )
    return Position(_in_phase(state), {"deal": tuple(pile), "roll": tuple(given.words("die", FACES))})


def _columns(given: PositionReader) -> tuple[tuple[str, ...], ...]:
    lists = given.listed("columns")
    if len(lists) > COLUMNS:
        raise BadInput("columns", f"expected at most {COLUMNS} columns, got {len(lists)}")
    columns = tuple(tuple(given.cards("columns", cards)) for cards in lists)
    for column in columns:
        if SWITCH in column:
            raise BadInput("columns", "a Switch card never lies in a column (PUSH-14)")
        for at, card in enumerate(column):
            if not fits(card, column[:at]):
                raise BadInput("columns", f"{card} cannot lie with {' '.join(column[:at])} (PUSH-12, PUSH-13)")
    return columns


def _zones(given: PositionReader, seats: int) -> tuple[Zone, ...]:
    if "zones" not in given:
        return (Zone(),) * seats
    zones = []
    for entry in given.listed("zones", seats, "one for each player"):
        if not isinstance(entry, dict) or not entry.keys() <= {"shown", "protected"}:
            raise BadInput("zones", f"expected {{shown = [...], protected = [...]}}, got {entry!r}")
        shown, protected = (given.cards("zones", entry.get(part, [])) for part in ("shown", "protected"))
        if any(len(card) == 1 for card in (*shown, *protected)):
            raise BadInput("zones", "a zone holds number cards only (PUSH-18)")
        zones.append(Zone(tuple(sorted(shown)), tuple(sorted(protected))))
    return tuple(zones)


def _in_phase(state: PushState) -> PushState:
    """What is awaited in a position follows from its keys."""
    sharing = state.chooser != NOT_SHARING
    if sharing and (state.chooser == state.active or not state.has_column or state.drawn):
        raise BadInput("chooser", "expected an opponent of the active player, a column to take and no drawn card")
    if not sharing and not all(state.columns):
        raise BadInput("columns", "an empty column stands only while columns are shared out (with `chooser`)")
    if state.drawn == SWITCH or (state.drawn and fits_nowhere(state.drawn, state.columns)):
        raise BadInput("drawn", f"expected a card that can be placed, got {state.drawn}")
    if sharing:
        phase = PushPhase.SHARE
    elif state.drawn:
        phase = PushPhase.PLACE
    else:
        phase = PushPhase.TURN if state.pile or state.columns else PushPhase.OVER  # PUSH-33
    return replace(state, phase=phase)


def to_position(state: PushState, peek: CardSource) -> dict[str, Any]:
    """All keys of the position, `die` excepted, which is only given."""
    chooser: Seat = state.chooser if state.phase is PushPhase.SHARE else NOT_SHARING
    return {
        "pile": state.pile.order(peek),
        "columns": [list(column) for column in state.columns],
        "drawn": state.drawn,
        "switches": state.switches,
        "zones": [{"shown": list(zone.shown), "protected": list(zone.protected)} for zone in state.zones],
        "active": state.active,
        "chooser": chooser,
        "discard": list(state.discard),
    }
