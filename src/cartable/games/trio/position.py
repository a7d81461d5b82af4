"""Trio: positions in words, for scenarios and studies."""

from collections.abc import Mapping
from typing import Any, Final

from msgspec.structs import replace

from cartable.games.trio.acts import PASS
from cartable.games.trio.cards import DECK, KINDS, PILES
from cartable.games.trio.options import TrioOptions
from cartable.games.trio.state import (
    ACCUSABLE,
    HAND,
    NOBODY_LAID,
    STARTING,
    UNCOVERED,
    UNDECIDED,
    FaceDown,
    Known,
    TrioPhase,
    TrioState,
)
from cartable.kernel import BadInput, CardSource, Position, PositionReader, Seat, Shuffle, Unseen

KEYS: Final = ("centre", "laid_by", "stacks", "hands", "stopped", "resumes", "round", "totals", "chosen")
MOST_ROUNDS: Final = 1000
MOST_POINTS: Final = 10_000


def from_position(keys: Mapping[str, Any], options: TrioOptions, seats: int, shuffle: Shuffle) -> Position[TrioState]:
    """The position these keys describe: what is left out is dealt from the cards named nowhere."""
    given = PositionReader(keys, KEYS, DECK)
    named = _centre(given)
    hands = _hands(given, seats)
    stacks = _stacks(given, seats) if "stacks" in given else None
    rest = given.rest(shuffle)
    if len(rest) < len(PILES) - len(named):
        raise BadInput("centre", "expected every pile to be named, as no card is left to begin one")
    centre = tuple(tuple(named[pile]) if pile in named else (rest.pop(0),) for pile in PILES)
    box: list[str] = []
    if stacks is None:
        each = len(rest) // seats
        stacks = [rest[seat * each : (seat + 1) * each] for seat in range(seats)]
        box = rest[seats * each :]  # TRIO-05
    slots = [card for stack in stacks for card in stack]
    first = [sum(map(len, stacks[:seat])) for seat in range(seats)]
    laid_by = _laid_by(given, seats, centre)
    number = given.integer("round", 1, range(1, MOST_ROUNDS))
    state = TrioState(
        options=options,
        seats=seats,
        unseen=Unseen.of(KINDS.count([*slots, *box])),
        centre=centre,
        bare=False,
        laid_by=laid_by,
        excuses=tuple((_excuse(pile, seat),) for pile, seat in zip(centre, laid_by, strict=True)),
        stacks=tuple(tuple(range(first[seat], first[seat] + len(stacks[seat]))) for seat in range(seats)),
        hands=hands,
        round=number,
        totals=_totals(given, seats),
        **_progress(given, seats, number, any(hands)),
    )
    if not state.started and not all(stacks):
        raise BadInput("stacks", "expected face-down cards for every player before the start signal")
    if state.phase is TrioPhase.GRACE:
        state = replace(state, last=_last_card(state))
    elif state.started and not all(hands):
        raise BadInput("hands", "expected a card in every hand, or in none before the start signal")
    return Position(_with_choices(given, state), {"deal": (*slots, *box)})


def _with_choices(given: PositionReader, state: TrioState) -> TrioState:
    """TRIO-C2: seats that have chosen in this window of calm play; they passed."""
    chosen = given.listed("chosen")
    if not chosen:
        return state
    if not state.options.calm or state.phase is TrioPhase.SIGNAL:
        raise BadInput("chosen", f"expected none: only in calm play, while play runs, got {chosen} (TRIO-C1)")
    choosing = state.undecided
    known = all(type(seat) is int and seat in choosing and chosen.count(seat) == 1 for seat in chosen)
    if not known or len(chosen) == len(choosing):
        raise BadInput("chosen", f"expected different seats that choose, and not all of them, got {chosen} (TRIO-C3)")
    return replace(state, choices=tuple([str(PASS) if seat in chosen else UNDECIDED for seat in range(state.seats)]))


def _table(given: PositionReader, key: str) -> Mapping[str, Any]:
    value = given.raw(key, {})
    if not isinstance(value, dict) or not value.keys() <= set(PILES):
        raise BadInput(key, f"expected {{same, step, different}}, got {value!r}")
    return value


def _centre(given: PositionReader) -> dict[str, list[str]]:
    named = {pile: given.cards("centre", cards) for pile, cards in _table(given, "centre").items()}
    for pile, cards in named.items():
        if not cards:
            raise BadInput("centre", f"expected at least one card in {pile}")
    return named


def _hands(given: PositionReader, seats: int) -> tuple[tuple[str, ...], ...]:
    if "hands" not in given:
        return ((),) * seats
    hands = [given.cards("hands", cards) for cards in given.listed("hands", seats, "one list for each player")]
    if any(len(hand) > HAND for hand in hands):
        raise BadInput("hands", f"expected at most {HAND} cards in a hand (TRIO-12)")
    return tuple(tuple(sorted(hand)) for hand in hands)


def _stacks(given: PositionReader, seats: int) -> list[list[str]]:
    return [given.cards("stacks", cards) for cards in given.listed("stacks", seats, "one list for each player")]


def _laid_by(given: PositionReader, seats: int, centre: tuple[tuple[str, ...], ...]) -> tuple[Seat, ...]:
    value = given.raw("laid_by", {})
    if isinstance(value, list):
        laid_by = tuple(given.listed("laid_by", len(PILES), "one for each pile"))
    else:
        entries = _table(given, "laid_by")
        laid_by = tuple(entries.get(pile, NOBODY_LAID) for pile in PILES)
    for at, seat in enumerate(laid_by):
        if type(seat) is not int or seat not in range(NOBODY_LAID, seats):
            raise BadInput("laid_by", f"expected seats from 0 to {seats - 1}, or -1 for nobody, got {seat!r}")
        if seat != NOBODY_LAID and len(centre[at]) < 2:
            raise BadInput("laid_by", f"the card in {PILES[at]} was laid on none: expected -1, or a card below it")
    return laid_by


def _excuse(pile: tuple[str, ...], laid_by: Seat) -> str:
    """Why its top cannot be accused: one that nobody laid began the pile, or lay under a card that went back."""
    if laid_by != NOBODY_LAID:
        return ACCUSABLE
    return STARTING if len(pile) == 1 else UNCOVERED


def _totals(given: PositionReader, seats: int) -> tuple[int, ...]:
    if "totals" not in given:
        return (0,) * seats
    totals = given.listed("totals", seats, "one for each player")
    for total in totals:
        if type(total) is not int or abs(total) > MOST_POINTS:
            raise BadInput("totals", f"expected whole numbers, got {total!r}")
    return tuple(totals)


def _progress(given: PositionReader, seats: int, number: int, held: bool) -> dict[str, Any]:
    """Before the start signal nobody holds cards and play is stopped; once hands are held it runs, unless told.

    Stopped for nobody's signal is stopped by a last card (TRIO-22).
    """
    awaits = given.integer("resumes", -1, range(-1, seats)) >= 0
    stopped = given.flag("stopped", awaits or not held)
    if not stopped and not held:
        raise BadInput("stopped", "expected true: play waits for the start signal while nobody holds a card")
    resumes = given.integer("resumes", (number - 1) % seats if stopped else -1, range(-1, seats))
    if stopped:
        return {"phase": TrioPhase.SIGNAL if resumes >= 0 else TrioPhase.GRACE, "resumes": resumes, "started": held}
    if resumes >= 0:
        raise BadInput("resumes", "expected -1 while play runs")
    return {"phase": TrioPhase.RUNNING, "started": held}


def _last_card(state: TrioState) -> tuple[Seat, int]:
    """Who laid the last card, and on which pile: it must follow from who has no cards (TRIO-22). Where that player's
    cards lie on top of several piles no key tells which came last: then it is the first of them."""
    spent = [seat for seat, hand in enumerate(state.hands) if not hand]
    if len(spent) != 1 or state.stacks[spent[0]] or state.options.referee:
        raise BadInput(
            "resumes",
            "expected the seat whose signal is awaited, or that one player has just laid the last card (TRIO-22)",
        )
    piles = [at for at, seat in enumerate(state.laid_by) if seat == spent[0]]
    if not piles:
        raise BadInput("laid_by", f"expected a pile with a top of seat {spent[0]}: the last card (TRIO-22)")
    return spent[0], piles[0]


def to_position(state: TrioState, peek: CardSource) -> dict[str, Any]:
    """All keys of the position."""

    def face_down(card: FaceDown) -> str:
        return card.card if isinstance(card, Known) else peek(state.unseen.reveal_at(card))

    def central(card: str | int) -> str:
        if isinstance(card, str):
            return card
        if state.centre_unseen is None:
            raise TypeError("only a layout holds cards nobody has seen")
        return peek(state.centre_unseen.reveal_at(card))

    return {
        "centre": {pile: [central(card) for card in state.centre[at]] for at, pile in enumerate(PILES)},
        "laid_by": dict(zip(PILES, state.laid_by, strict=True)),
        "stacks": [[face_down(card) for card in stack] for stack in state.stacks],
        "hands": [list(hand) for hand in state.hands],
        "stopped": state.phase is not TrioPhase.RUNNING,
        "resumes": state.resumes,
        "round": state.round,
        "totals": list(state.totals),
        "chosen": [seat for seat, choice in enumerate(state.choices) if choice != UNDECIDED],
    }
