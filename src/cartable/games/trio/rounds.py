"""Trio: how a round begins (TRIO-04 to 06), and how it and the match end (TRIO-13, 24, 26, 27)."""

from typing import Final

from msgspec.structs import replace

from cartable.games.trio import events as e
from cartable.games.trio.cards import DECK, PILES
from cartable.games.trio.options import TrioOptions
from cartable.games.trio.state import TrioPhase, TrioState
from cartable.kernel import Event, Outcome, Seat, Stepped, Unseen, ranks

LAST_CARD: Final = "last-card"
BLOCKED: Final = "blocked"
ROUNDS: Final = "rounds"
REASONS: Final = (LAST_CARD, BLOCKED, ROUNDS)

WINNER_SCORES: Final = 3  # TRIO-26


def start(options: TrioOptions, seats: int) -> TrioState:
    """The first round, before anything was dealt."""
    return new_round(options, seats, 1, (0,) * seats, 0)


def start_1(options: TrioOptions, seats: int) -> TrioState:
    """The same, under the first rules."""
    return replace(start(options, seats), rules_version=1)


def cards_each(seats: int) -> int:
    """TRIO-05: what everybody begins a round with."""
    return (len(DECK) - len(PILES)) // seats


def new_round(options: TrioOptions, seats: int, number: int, totals: tuple[int, ...], shuffle: int) -> TrioState:
    """All cards shuffled; the first three will begin the piles, then equal piles for all.

    A card that is left over goes back into the box, unseen (TRIO-05): its slot is never shown.
    """
    each = cards_each(seats)
    first = range(len(PILES), len(PILES) + each * seats, each)
    return TrioState(
        options=options,
        seats=seats,
        phase=TrioPhase.SIGNAL,
        unseen=Unseen.of(DECK, shuffle),
        stacks=tuple(tuple(range(slot, slot + each)) for slot in first),
        hands=((),) * seats,
        resumes=(number - 1) % seats,
        round=number,
        totals=totals,
        shuffles=shuffle + 1,
    )


def won(state: TrioState, seat: Seat, events: tuple[Event, ...]) -> Stepped[TrioState]:
    """TRIO-13: the last card is laid and stands."""
    return _end_round(state, (seat,), events)


def blocked_for_good(state: TrioState, events: tuple[Event, ...]) -> Stepped[TrioState]:
    """TRIO-24: nobody can ever play again; fewest cards left wins, equal: shared."""
    fewest = min(map(state.left, range(state.seats)))
    winners = tuple(seat for seat in range(state.seats) if state.left(seat) == fewest)
    return _end_round(replace(state, blocked_end=True), winners, events)


def _end_round(state: TrioState, winners: tuple[Seat, ...], events: tuple[Event, ...]) -> Stepped[TrioState]:
    left = tuple(map(state.left, range(state.seats)))
    totals = state.totals
    if state.options.rounds:
        gains = (WINNER_SCORES if seat in winners else -cards for seat, cards in enumerate(left))
        totals = tuple(total + gain for total, gain in zip(totals, gains, strict=True))
    ended = e.TrioRoundEnded(winners, left, state.blocked_end, totals)
    if state.round < state.options.rounds:
        following = new_round(state.options, state.seats, state.round + 1, totals, state.shuffles)
        following = replace(following, stops=state.stops + 1, rules_version=state.rules_version)
        return Stepped(following, (*events, ended))
    over = replace(
        state, phase=TrioPhase.OVER, winners=winners, totals=totals, resumes=-1, last=None, relieving=False, filling=()
    )
    return Stepped(over, (*events, ended, e.TrioMatchEnded(outcome_of(over).winners)))


def outcome(state: TrioState) -> Outcome | None:
    """How the match ended, or None while it goes on."""
    return outcome_of(state) if state.phase is TrioPhase.OVER else None


def outcome_of(state: TrioState) -> Outcome:
    """Highest total with rounds; else the winner, then by fewest cards left. Equal: shared."""
    if state.options.rounds:
        return Outcome(ROUNDS, ranks(state.totals), state.totals)
    merits = [(seat in state.winners, -state.left(seat)) for seat in range(state.seats)]
    return Outcome(BLOCKED if state.blocked_end else LAST_CARD, ranks(merits))
