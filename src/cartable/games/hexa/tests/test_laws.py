"""Hexa: laws that hold in every game, played by all sorts of people."""

from collections import Counter
from collections.abc import Iterator
from itertools import chain
from random import Random

from hypothesis import given
from hypothesis import strategies as st

from cartable.games.hexa import HEXA
from cartable.games.hexa.acts import CALLS, HexaAct, HexaCall
from cartable.games.hexa.calls import fitting_rows
from cartable.games.hexa.cards import CARDS, HEXAGON
from cartable.games.hexa.events import (
    HexaCallChosen,
    HexaChoiceMade,
    HexaChoicesShown,
    HexaPassChosen,
    HexaTimeUp,
)
from cartable.games.hexa.options import HexaOptions
from cartable.games.hexa.state import ELIMINATING, HexaPhase, HexaState
from cartable.games.hexa.tests.table import Dealer, every_act
from cartable.kernel import CLOCK, DEALER, Event, Seat, Stepped

LONGEST = 5000
SEATS = st.integers(2, 5)
SEEDS = st.integers(0, 10**6)
CALM = {HexaChoiceMade, HexaCallChosen, HexaPassChosen, HexaTimeUp, HexaChoicesShown}
"""What happens in calm play alone."""
SKILLS = st.sampled_from([0.0, 0.5, 0.9, 1.0])


def choose(state: HexaState, random: Random, skill: float) -> tuple[Seat, HexaAct]:
    """Somebody calls, right with probability `skill`; now and then the referee finds a tie, or nobody calls."""
    if state.phase is HexaPhase.TURN:
        return state.turner, HEXA.act("turn")
    chance = random.random()
    callers = state.callers
    if chance < 0.1:
        return CLOCK, HEXA.act("unclaimed")
    if chance < 0.25:
        tied = random.sample(callers, random.randint(2, len(callers)))
        return CLOCK, HEXA.tie(state, {seat: random.choice(CALLS) for seat in tied})
    right = [HexaCall(row) for row in fitting_rows(state.open, state.rows)] or [HexaCall(None)]
    return random.choice(callers), random.choice(right if random.random() < skill else CALLS)


def play(seats: int, seed: int, skill: float) -> Iterator[tuple[HexaState, Dealer, tuple[Event, ...]]]:
    """Every state of one game, the last included, with the events that led to it."""
    random, dealer = Random(seed), Dealer(seed=seed)
    state = HEXA.start(HexaOptions(), seats)
    events: tuple[Event, ...] = ()
    for _ in range(LONGEST):
        yield state, dealer, events
        actors = HEXA.actors(state)
        if not actors:
            return
        if DEALER in actors:
            stepped = HEXA.step(state, DEALER, HEXA.act(f"deal {dealer(HEXA.next_reveal(state))}"))
        else:
            stepped = HEXA.step(state, *choose(state, random, skill))
        assert isinstance(stepped, Stepped)
        state, events = stepped.state, stepped.events
    raise AssertionError("the match does not end")


@given(SEATS, SEEDS, SKILLS)
def test_every_game_ends_and_nobody_is_stuck(seats: int, seed: int, skill: float) -> None:
    last = None
    for state, *_ in play(seats, seed, skill):
        assert (HEXA.outcome(state) is None) == bool(HEXA.actors(state))
        last = state
    assert last is not None
    outcome = HEXA.outcome(last)
    assert outcome is not None
    assert outcome.winners == (last.turner,)  # HEXA-26, HEXA-27: one winner, always
    assert outcome.scores is None
    if skill == 1.0:
        assert outcome.reason == "last-card"


@given(SEATS, SEEDS, SKILLS)
def test_cards_are_conserved(seats: int, seed: int, skill: float) -> None:
    """Every card lies in one place; what is missing left with the eliminated (HEXA-25)."""
    for state, dealer, _ in play(seats, seed, skill):
        keys = HEXA.to_position(state, dealer)
        lying = Counter(chain(*keys["rows"], *keys["piles"], keys["neutral"], [keys["open"]] if keys["open"] else []))
        assert set(lying.values()) == {1}
        if not state.out:
            assert lying.keys() == set(CARDS)
        unseen = Counter(state.unseen.left)
        face_down = [slot for slot in chain(*state.piles, state.neutral) if isinstance(slot, int)]
        assert len(set(face_down)) == len(face_down) <= len(state.unseen)
        assert all(dealer(state.unseen.reveal_at(slot)) in unseen for slot in face_down)


@given(SEATS, SEEDS, SKILLS)
def test_rows_chips_and_piles_obey_the_rules(seats: int, seed: int, skill: float) -> None:
    """HEXA-03, HEXA-06, HEXA-25, HEXA-27."""
    for state, *_ in play(seats, seed, skill):
        for printed, row in zip(HEXAGON, state.rows, strict=True):
            parts = [part for card in (printed, *row) for part in card.split("-")]
            assert len(set(parts)) == len(parts)
        assert {seat for seat, chips in enumerate(state.chips) if chips == ELIMINATING} == set(state.out)
        assert sum(state.chips[seat] for seat in state.playing) <= 12
        assert all(not state.piles[seat] for seat in state.out)
        if state.phase is not HexaPhase.SETUP:
            assert all(state.piles[seat] for seat in state.playing)
        assert state.turner in state.playing


@given(SEATS, SEEDS, SKILLS)
def test_legal_is_what_is_not_refused(seats: int, seed: int, skill: float) -> None:
    acts = [HEXA.act(text) for text in every_act()]
    for at, (state, *_) in enumerate(play(seats, seed, skill)):
        if at % 7:  # all of them would take long, and neighbours differ little
            continue
        for seat in (*range(seats), seats, CLOCK - 1):
            let_through = [act for act in acts if HEXA.refusal(state, seat, act) is None]
            assert sorted(map(str, let_through)) == sorted(map(str, HEXA.legal(state, seat)))
        by_dealer = [act for act in acts if HEXA.refusal(state, DEALER, act) is None]
        assert sorted(map(str, by_dealer)) == sorted(str(act) for act, _ in HEXA.chances(state))
        clocks = [act for act in acts if HEXA.refusal(state, CLOCK, act) is None and not str(act).startswith("tie")]
        assert tuple(clocks) == HEXA.legal(state, CLOCK)


@given(SEATS, SEEDS, SKILLS)
def test_a_position_described_and_placed_again_is_the_same(seats: int, seed: int, skill: float) -> None:
    for state, dealer, _ in play(seats, seed, skill):
        keys = HEXA.to_position(state, dealer)
        again = HEXA.from_position(keys, state.options, seats, list)
        assert HEXA.to_position(again.state, Dealer(list(again.script["deal"]))) == keys


@given(SEATS, SEEDS, SKILLS)
def test_everybody_sees_the_same(seats: int, seed: int, skill: float) -> None:
    """Hexa has no private cards: seats and spectators differ in nothing but who they are."""
    for state, *_ in play(seats, seed, skill):
        spectator = HEXA.view(state, None)
        for seat in range(seats):
            view = HEXA.view(state, seat)
            assert view.seat == seat
            assert all(
                getattr(view, field) == getattr(spectator, field) for field in view.__struct_fields__ if field != "seat"
            )


def test_random_games_meet_every_event_and_both_ends() -> None:
    """The samples above are worth something: all that can happen does happen in them."""
    told: set[type[Event]] = set()
    reasons = set()
    for seed in range(40):
        for state, _, events in play(2 + seed % 4, seed, 0.95 if seed % 2 else 0.5):
            told.update(map(type, events))
            outcome = HEXA.outcome(state)
            if outcome is not None:
                reasons.add(outcome.reason)
    assert told == set(HEXA.events) - CALM
    assert reasons == set(HEXA.reasons)
