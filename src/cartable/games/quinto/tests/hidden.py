"""Quinto: the hands of the others, and their choices until all have decided (QUIN-10, QUIN-17)."""

from random import Random

from msgspec.structs import replace

from cartable.games.quinto import rules
from cartable.games.quinto.acts import DEAL, QuintoPass, QuintoWrite
from cartable.games.quinto.cards import KINDS
from cartable.games.quinto.state import PASSED, UNDECIDED, QuintoPhase, QuintoState, receiver
from cartable.kernel import DEALER, Act, Seat


def twin(state: QuintoState, viewer: Seat | None, rng: Random) -> QuintoState | None:
    """Another's card exchanged with one of the pile or of a third hand, or another's choice exchanged."""
    ways = [_with_the_pile, _with_a_third_hand, _another_choice]
    rng.shuffle(ways)
    twins = (way(state, viewer, rng) for way in ways)
    return next((found for found in twins if found is not None), None)


def _held(state: QuintoState, viewer: Seat | None) -> list[tuple[Seat, str]]:
    return [(seat, card) for seat, hand in enumerate(state.hands) if seat != viewer for card in hand]


def _with_the_pile(state: QuintoState, viewer: Seat | None, rng: Random) -> QuintoState | None:
    """Only cards that went into the present pile: everybody knows those that did not (QUIN-22)."""
    held = [(seat, card) for seat, card in _held(state, viewer) if card in state.pile.shuffled]
    if not held or not state.pile:
        return None
    (seat, mine), drawn = rng.choice(held), rng.choice(list(state.pile.left))
    left = KINDS.count([*state.pile.left.without(drawn), mine])
    return replace(_with(state, seat, mine, drawn), pile=replace(state.pile, left=left))


def _with_a_third_hand(state: QuintoState, viewer: Seat | None, rng: Random) -> QuintoState | None:
    """Two cards of which one knows equally little: both went into the present pile, or neither."""
    held = _held(state, viewer)
    pairs = [
        (one, two)
        for one in held
        for two in held
        if one[0] < two[0] and (one[1] in state.pile.shuffled) == (two[1] in state.pile.shuffled)
    ]
    if not pairs:
        return None
    (seat, mine), (other, theirs) = rng.choice(pairs)
    return _with(_with(state, seat, mine, theirs), other, theirs, mine)


def _with(state: QuintoState, seat: Seat, without: str, card: str) -> QuintoState:
    hand = tuple(sorted(card if each == without else each for each in state.hands[seat]))
    return replace(state, hands=(*state.hands[:seat], hand, *state.hands[seat + 1 :]))


def _another_choice(state: QuintoState, viewer: Seat | None, rng: Random) -> QuintoState | None:
    decided = [seat for seat, choice in enumerate(state.choices) if choice != UNDECIDED and seat != viewer]
    if not decided:
        return None
    seat = rng.choice(decided)
    undecided = replace(state, choices=(*state.choices[:seat], UNDECIDED, *state.choices[seat + 1 :]))
    act = rng.choice(rules.legal(undecided, seat))
    choice = act.cell if isinstance(act, QuintoWrite) else PASSED
    return replace(state, choices=(*state.choices[:seat], choice, *state.choices[seat + 1 :]))


def disguise(state: QuintoState, viewer: Seat | None, seat: Seat, act: Act, rng: Random) -> Act | None:
    """Another card drawn by another player, or another choice made by one."""
    if seat == DEALER and state.phase in (QuintoPhase.DEAL, QuintoPhase.DRAW):
        drawer = receiver(state) if state.phase is QuintoPhase.DEAL else state.active
        return None if drawer is None or drawer == viewer else DEAL[rng.choice(list(state.pile.left))]
    if isinstance(act, QuintoWrite | QuintoPass) and seat != viewer and len(state.undecided) > 1:
        return rng.choice(rules.legal(state, seat))
    return None


def reveals(one: QuintoState, two: QuintoState, seat: Seat, act: Act) -> bool:
    """The last to decide shows what all have chosen."""
    return one.choices != two.choices and len(one.undecided) == 1
