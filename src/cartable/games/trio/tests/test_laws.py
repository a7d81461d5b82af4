"""Trio: laws that hold in every match, played by all sorts of people."""

from collections import Counter
from collections.abc import Iterator
from itertools import chain
from random import Random
from typing import Any

import msgspec
from hypothesis import given
from hypothesis import strategies as st

from cartable.games.trio import TRIO
from cartable.games.trio import events as e
from cartable.games.trio.acts import TrioAct, TrioFault, TrioLay
from cartable.games.trio.cards import AT, CARDS, PILES, fits
from cartable.games.trio.options import TrioOptions
from cartable.games.trio.state import HAND, NOBODY_LAID, Known, TrioPhase, TrioState
from cartable.games.trio.tests.table import every_act
from cartable.kernel import CLOCK, DEALER, Event, Refused, Seat, Stepped
from cartable.matches.deal.dealers import SeededDealer, next_deal

LONGEST = 20_000


class Plan(msgspec.Struct, frozen=True):
    """A match to be played. `skill` is how often a card is laid that fits, `eyes` how often a wrong one is noticed."""

    seats: int
    options: TrioOptions
    seed: int
    skill: float
    eyes: float


OPTIONS = st.builds(
    TrioOptions,
    referee=st.sampled_from([False, False, True]),
    refill=st.sampled_from(["one", "three"]),
    wrong_card=st.sampled_from(["returns", "stays"]),
    rounds=st.integers(0, 2),
)
PLANS = st.builds(
    Plan,
    seats=st.integers(2, 4),
    options=OPTIONS,
    seed=st.integers(0, 10**6),
    skill=st.sampled_from([0.3, 0.7, 0.95, 1.0]),
    eyes=st.sampled_from([0.0, 0.2, 0.8]),
)


def is_right(state: TrioState, act: TrioAct) -> bool:
    return isinstance(act, TrioLay) and fits(act.pile, act.card, state.top(AT[act.pile]))


def is_just(state: TrioState, act: TrioAct) -> bool:
    """Does it accuse a wrong card?"""
    if not isinstance(act, TrioFault):
        return False
    pile = state.centre[AT[act.pile]]
    accused = pile.index(act.on) if act.on else len(pile) - 1
    return not fits(act.pile, str(pile[accused]), str(pile[accused - 1]))


def choose(state: TrioState, random: Random, plan: Plan) -> tuple[Seat, TrioAct]:
    """Somebody does something: time runs out now and then, faults are noticed or imagined, cards are laid."""
    alone = TRIO.legal(state, CLOCK)
    able = [seat for seat in range(plan.seats) if TRIO.legal(state, seat)]
    if alone and (not able or random.random() < 0.2):
        return CLOCK, alone[0]
    seat = random.choice(able)
    legal = TRIO.legal(state, seat)
    faults = [act for act in legal if isinstance(act, TrioFault)]
    if random.random() < (plan.eyes if any(is_just(state, act) for act in faults) else 0.02) and faults:
        return seat, random.choice(faults)
    others = [act for act in legal if act not in faults] or faults
    right = [act for act in others if is_right(state, act)]
    if right and random.random() < plan.skill:
        return seat, random.choice(right)
    if alone and random.random() < plan.skill:  # nobody can, and who knows it waits
        return CLOCK, alone[0]
    return seat, random.choice(others)


class Moment(msgspec.Struct, frozen=True):
    """A state, and how it came about."""

    state: TrioState
    dealer: SeededDealer
    seat: Seat
    act: TrioAct | None
    events: tuple[Event, ...]


def play(plan: Plan) -> Iterator[Moment]:
    """Every state of one match, the last included."""
    random, dealer = Random(plan.seed), SeededDealer(plan.seed)
    state = TRIO.start(plan.options, plan.seats)
    moment = Moment(state, dealer, DEALER, None, ())
    for _ in range(LONGEST):
        yield moment
        actors = TRIO.actors(state)
        if not actors:
            return
        seat, act = (DEALER, next_deal(TRIO, state, dealer)) if DEALER in actors else choose(state, random, plan)
        stepped = TRIO.step(state, seat, act)
        assert isinstance(stepped, Stepped), f"{act} by {seat}: {stepped}"
        state = stepped.state
        moment = Moment(state, dealer, seat, act, stepped.events)
    raise AssertionError("the match does not end")


@given(PLANS)
def test_every_match_ends_and_nobody_is_stuck(plan: Plan) -> None:
    for moment in play(plan):
        state = moment.state
        actors = TRIO.actors(state)
        assert (TRIO.outcome(state) is None) == bool(actors)
        if actors and DEALER not in actors:
            assert any(TRIO.legal(state, seat) for seat in actors)


@given(PLANS)
def test_cards_are_conserved(plan: Plan) -> None:
    """Every card lies in one place; only the one in the box lies nowhere (TRIO-05)."""
    in_play = len(PILES) + (len(CARDS) - len(PILES)) // plan.seats * plan.seats
    for moment in play(plan):
        keys = TRIO.to_position(moment.state, moment.dealer)
        lying = Counter(chain(*keys["centre"].values(), *keys["stacks"], *keys["hands"]))
        assert set(lying.values()) == {1}
        begun = sum(map(len, keys["centre"].values())) >= len(PILES)
        assert not begun or len(lying) == in_play


@given(PLANS)
def test_what_is_unseen_is_in_slots_and_what_is_seen_is_not(plan: Plan) -> None:
    for moment in play(plan):
        state = moment.state
        slots = [card for stack in state.stacks for card in stack if isinstance(card, int)]
        seen = {card.card for stack in state.stacks for card in stack if isinstance(card, Known)}
        assert len(set(slots)) == len(slots)
        assert not (seen | set(chain(*state.hands))) & set(state.unseen.left)
        assert {moment.dealer(state.unseen.reveal_at(slot)) for slot in slots} <= set(state.unseen.left)
        layout = [card for pile in state.centre for card in pile if isinstance(card, int)]
        if layout:
            assert state.centre_unseen is not None
            hidden = [moment.dealer(state.centre_unseen.reveal_at(slot)) for slot in layout]
            assert sorted(hidden) == sorted(state.centre_unseen.left)


@given(PLANS)
def test_hands_and_piles_obey_the_rules(plan: Plan) -> None:
    """TRIO-12, TRIO-14, TRIO-19, TRIO-22, TRIO-25."""
    for moment in play(plan):
        state = moment.state
        assert all(len(hand) <= HAND for hand in state.hands)
        assert all(hand == tuple(sorted(hand)) for hand in state.hands)
        for at, seat in enumerate(state.laid_by):
            if seat != NOBODY_LAID:  # it was laid on a card that everybody saw
                assert isinstance(state.centre[at][-2], str)
        if state.phase is TrioPhase.RUNNING and DEALER not in TRIO.actors(state):
            assert all(state.hands)
            if plan.options.refill == "one":
                full = [len(hand) == HAND or not stack for hand, stack in zip(state.hands, state.stacks, strict=True)]
                assert all(full)
            assert not state.relieving


@given(PLANS)
def test_with_the_referee_every_pile_obeys_its_law(plan: Plan) -> None:
    """TRIO-23: but for what a relief laid out, each card fits the one below."""
    options = msgspec.structs.replace(plan.options, referee=True)
    for moment in play(msgspec.structs.replace(plan, options=options)):
        assert moment.state.phase is not TrioPhase.GRACE
        if isinstance(moment.act, TrioLay) and moment.seat >= 0:
            pile = moment.state.centre[AT[moment.act.pile]]
            if pile and pile[-1] == moment.act.card:  # else the round is over, and the cards are dealt again
                assert fits(moment.act.pile, moment.act.card, str(pile[-2]))


@given(PLANS)
def test_legal_is_what_is_not_refused(plan: Plan) -> None:
    acts = [TRIO.act(text) for text in every_act()]
    for at, moment in enumerate(play(plan)):
        if at % 23:  # all of them would take long, and neighbours differ little
            continue
        state = moment.state
        for seat in (*range(plan.seats), plan.seats, CLOCK, CLOCK - 1):
            covered = [TrioFault(PILES[at], str(card)) for at, pile in enumerate(state.centre) for card in pile[:-1]]
            let_through = {str(act) for act in (*acts, *covered) if TRIO.refusal(state, seat, act) is None}
            assert let_through == set(map(str, TRIO.legal(state, seat)))
            for act in TRIO.legal(state, seat):  # the top card seen may always be added
                assert TRIO.refusal(state, seat, TRIO.with_defaults(state, act)) is None
        by_dealer = {str(act) for act in acts if TRIO.refusal(state, DEALER, act) is None}
        assert by_dealer == {str(act) for act, _ in TRIO.chances(state)}
        assert not by_dealer or sum(chance for _, chance in TRIO.chances(state)) == 1


@given(PLANS)
def test_trio_21_what_was_meant_for_another_top_is_refused(plan: Plan) -> None:
    for moment in play(plan):
        state = moment.state
        if state.phase is not TrioPhase.RUNNING or DEALER in TRIO.actors(state):
            continue
        for seat in range(plan.seats):
            for act in TRIO.legal(state, seat)[:1]:
                if isinstance(act, TrioLay):
                    other = TrioLay(act.card, act.pile, act.card)  # a card in hand is never on top
                    refused = TRIO.step(state, seat, other)
                    assert isinstance(refused, Refused)
                    assert refused.rule == "TRIO-21"


@given(PLANS)
def test_trio_15_to_17_what_a_fault_costs(plan: Plan) -> None:
    """Recounted from piles and hands before and after, whatever the events say; but for those that end a round, and
    those that also end a grace time with a wrong last card (TRIO-22)."""
    before: Moment | None = None
    for moment in play(plan):
        goes_on = (
            moment.state.phase is TrioPhase.SIGNAL and before is not None and moment.state.round == before.state.round
        ) and not any(isinstance(event, e.TrioLastCardWrong) for event in moment.events)
        if before is not None and isinstance(moment.act, TrioFault) and goes_on:
            old, new, accuser = before.state, moment.state, moment.seat
            at = AT[moment.act.pile]
            culprit = old.laid_by[at]
            proved = isinstance(moment.events[0], e.TrioFaultProved)
            assert proved == is_just(old, moment.act)
            receiver = culprit if proved else accuser
            assert new.resumes == receiver
            due = {seat: 2 if proved and seat == accuser else 1 for seat in range(plan.seats) if seat != receiver}
            paid = {seat: min(count, len(old.stacks[seat])) for seat, count in due.items()}
            assert {seat: old.left(seat) - new.left(seat) for seat in due} == paid
            returned = len(old.centre[at]) - len(new.centre[at])
            assert new.left(receiver) == old.left(receiver) + sum(paid.values()) + returned
            assert all(set(hand) <= set(new.hands[seat]) for seat, hand in enumerate(old.hands))
        before = moment


@given(PLANS)
def test_trio_26_totals_follow_from_the_rounds(plan: Plan) -> None:
    totals = [0] * plan.seats
    rounds = 0
    last: Any = None
    for moment in play(plan):
        for event in moment.events:
            if isinstance(event, e.TrioRoundEnded):
                rounds += 1
                for seat, left in enumerate(event.left):
                    totals[seat] += 3 if seat in event.winners else -left
                if not event.blocked:
                    assert [event.left[seat] for seat in event.winners] == [0]
        last = moment.state
    outcome = TRIO.outcome(last)
    assert outcome is not None
    assert rounds == max(1, plan.options.rounds)
    if plan.options.rounds:
        assert outcome.scores == tuple(totals)
        assert outcome.winners == tuple(seat for seat in range(plan.seats) if totals[seat] == max(totals))
    else:
        assert outcome.scores is None
        assert all(last.left(seat) == min(map(last.left, range(plan.seats))) for seat in outcome.winners)


@given(PLANS)
def test_private_cards_are_told_to_their_owner_alone(plan: Plan) -> None:
    """A card comes in hand untold to the others, and every event with it has its owner as audience."""
    for moment in play(plan):
        for event in moment.events:
            assert (event.to is not None) == isinstance(event, e.TrioCardDrawn)
            if isinstance(event, e.TrioCardDrawn):
                assert event.to == event.seat


CALM = {
    e.TrioChoiceMade,
    e.TrioLayChosen,
    e.TrioFaultChosen,
    e.TrioPassChosen,
    e.TrioTimeUp,
    e.TrioCardCameBack,
    e.TrioFaultDropped,
    e.TrioPassed,
}
"""What happens in calm play alone."""


def test_random_matches_meet_every_event_but_the_rarest() -> None:
    """The samples above are worth something: nearly all that can happen does happen in them."""
    told: set[type[Event]] = set()
    for seed in range(30):
        options = TrioOptions(rounds=seed % 3, refill="three" if seed % 2 else "one")
        for moment in play(Plan(2 + seed % 3, options, seed, 0.7 if seed % 5 else 0.95, 0.5)):
            told.update(map(type, moment.events))
    assert set(TRIO.events) - told - CALM <= {e.TrioHandsExchanged}
