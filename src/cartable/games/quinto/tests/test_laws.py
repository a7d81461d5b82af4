"""Laws of Quinto over whole matches, played at random and with care."""

from random import Random

from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from cartable.games.quinto import QUINTO
from cartable.games.quinto import events as e
from cartable.games.quinto.acts import ACTS, DEAL, FIRST, QuintoLay
from cartable.games.quinto.cards import DECK, KINDS
from cartable.games.quinto.sheet import ROW, score_of, sheet_of
from cartable.games.quinto.state import UNDECIDED, QuintoPhase, QuintoState
from cartable.games.quinto.tests.sheets import Policy, Step, at_random, match, with_care
from cartable.kernel import CLOCK, Event, Refused, Seat

SEEDS = st.integers(0, 2**32)
SEATS = st.integers(1, 4)
POLICIES = st.sampled_from([at_random, with_care])
NONSENSE = [
    QUINTO.act(text)
    for text in ("lay O4 e", "lay O4 a O4 b", "lay O4 a Y4 d", "lay O4 a Y4 b P4 d", "write o6", "write q2", "first -1")
]


def cards(state: QuintoState) -> list[str]:
    """Every card, wherever it lies."""
    hands = [card for hand in state.hands for card in hand]
    return sorted([*state.pile.left, *hands, *state.grid, *state.covered])


@given(SEATS, SEEDS, POLICIES)
def test_cards_are_conserved_and_somebody_can_always_go_on(seats: int, seed: int, policy: Policy) -> None:
    for step in match(seats, seed, policy):
        state = step.state
        assert cards(state) == list(DECK)
        assert (QUINTO.outcome(state) is not None) is (not QUINTO.actors(state))
        assert all(QUINTO.legal(state, seat) for seat in QUINTO.actors(state) if seat >= 0)
        if state.phase is QuintoPhase.TURN and seats > 1:  # QUIN-20, QUIN-22: hands are full again, and so is the pile
            assert all(len(hand) == 3 for hand in state.hands)
            assert state.pile
        if state.phase in (QuintoPhase.DEAL, QuintoPhase.FIRST, QuintoPhase.DRAW):
            assert sum(chance for _, chance in QUINTO.chances(state)) == 1
        else:
            assert not QUINTO.chances(state)


@given(SEATS, SEEDS, POLICIES)
def test_each_turn_is_a_number_or_a_miss_so_that_every_match_ends(seats: int, seed: int, policy: Policy) -> None:
    """Also QUIN-09: what is written stays."""
    marks = 0
    for step in match(seats, seed, policy):
        before, state = step.before, step.state
        for old, new in zip(before.sheets, state.sheets, strict=True):
            assert all(there in (0, now) for there, now in zip(old, new, strict=True))
        if before.phase is QuintoPhase.WRITE and state.phase is not QuintoPhase.WRITE:
            active = before.active
            now = 27 - state.sheets[active].count(0) + state.misses[active]
            assert now == 27 - before.sheets[active].count(0) + before.misses[active] + 1
            marks += 1
    assert marks <= seats * (27 + 3) + 1


@given(SEATS, SEEDS, POLICIES)
def test_exactly_the_legal_acts_are_let_through(seats: int, seed: int, policy: Policy) -> None:
    rng = Random(seed)
    steps = list(match(seats, seed, policy))
    states = [step.before for step in rng.sample(steps, min(4, len(steps)))] + [steps[-1].state]
    for state in states:
        for seat in (CLOCK, *range(seats + 1)):
            allowed = [
                act for act in (*ACTS, *DEAL.values(), *FIRST, *NONSENSE) if QUINTO.refusal(state, seat, act) is None
            ]
            legal = QUINTO.legal(state, seat)
            assert sorted(map(str, allowed)) == sorted(map(str, legal))
            assert (seat in QUINTO.actors(state)) is bool(legal)


# --- secrecy -------------------------------------------------------------------------------------------------------


def dealt_differently(state: QuintoState, seat: Seat | None, rng: Random) -> QuintoState:
    """The same to this seat, as far as it can know: other hands, another pile, other choices not yet shown."""
    old = [card for card in QUINTO.view(state, seat).unseen if card not in state.pile.shuffled]  # surely in a hand
    new = [card for card in QUINTO.view(state, seat).unseen if card in state.pile.shuffled]
    rng.shuffle(old)
    rng.shuffle(new)
    hands = list(state.hands)
    for other, hand in enumerate(state.hands):
        if other != seat:
            kept = [card for card in hand if card not in state.pile.shuffled]
            swapped = [old.pop() for _ in kept] + [new.pop() for _ in range(len(hand) - len(kept))]
            hands[other] = tuple(sorted(swapped))
    choices = tuple(
        choice
        if choice == UNDECIDED or other == seat
        else rng.choice([str(act).removeprefix("write ") for act in _choices(state, other)])
        for other, choice in enumerate(state.choices)
    )
    return replace(state, hands=tuple(hands), pile=replace(state.pile, left=KINDS.count(new)), choices=choices)


def _choices(state: QuintoState, seat: Seat) -> tuple[object, ...]:
    return QUINTO.legal(replace(state, choices=(UNDECIDED,) * state.seats), seat)


def heard(events: tuple[Event, ...], seat: Seat | None) -> list[Event]:
    return [event for event in events if event.to is None or event.to == seat]


@given(st.integers(2, 4), SEEDS, POLICIES)
def test_nobody_sees_what_they_cannot_know(seats: int, seed: int, policy: Policy) -> None:
    rng = Random(seed)
    changed = 0
    for step in match(seats, seed, policy):
        seat = rng.choice([None, *range(seats)])
        other = dealt_differently(step.before, seat, rng)
        changed += other != step.before
        assert QUINTO.view(other, seat) == QUINTO.view(step.before, seat)
        if seat is not None:
            assert QUINTO.legal(other, seat) == QUINTO.legal(step.before, seat)
        last = step.before.phase is QuintoPhase.WRITE and step.state.phase is not QuintoPhase.WRITE
        stepped = QUINTO.step(other, step.seat, step.act)
        if not last and not isinstance(stepped, Refused):
            assert heard(stepped.events, seat) == heard(step.events, seat)
    assert changed


def test_a_card_drawn_sounds_the_same_to_the_others_whatever_it_is() -> None:
    step = next(step for step in match(3, 1) if step.before.phase is QuintoPhase.DRAW)
    drawer, others = step.before.active, [seat for seat in (None, 0, 1, 2) if seat != step.before.active]
    for act, _ in QUINTO.chances(step.before):
        stepped = QUINTO.step(step.before, step.seat, act)
        assert not isinstance(stepped, Refused)
        for seat in others:
            assert heard(stepped.events, seat) == heard(step.events, seat)
        assert (heard(stepped.events, drawer) == heard(step.events, drawer)) is (act == step.act)


def test_a_spectator_sees_no_hand() -> None:
    for step in match(2, 5):
        view = QUINTO.view(step.state, None)
        assert view.hand == ()
        assert view.choice == ""
        assert sorted(view.unseen) == sorted([*step.state.pile.left, *step.state.hands[0], *step.state.hands[1]])


# --- what the board shows ------------------------------------------------------------------------------------------


@given(SEATS, SEEDS, POLICIES)
def test_the_preview_tells_what_each_act_will_bring(seats: int, seed: int, policy: Policy) -> None:
    for step in match(seats, seed, policy):
        for seat in (None, *range(seats)):
            preview = QUINTO.preview(QUINTO.view(step.before, seat))
            legal = [] if seat is None else [str(act) for act in QUINTO.legal(step.before, seat)]
            shown = [lay.act for lay in preview.lays] + [write.act for write in preview.writes]
            assert shown == [text for text in legal if text != "pass"]
        if isinstance(step.act, QuintoLay):
            preview = QUINTO.preview(QUINTO.view(step.before, step.seat))
            lay = next(lay for lay in preview.lays if lay.act == str(step.act))
            if step.state.announced is None:  # QUIN-19
                assert lay.cells == 0
                assert lay.sum <= 0 or not lay.colours
            else:
                assert (lay.sum, lay.colours) == (step.state.announced.sum, step.state.announced.colours)
                assert lay.cells == len(QUINTO.legal(step.state, step.seat)) - 1


@given(st.just(1), SEEDS, POLICIES)
def test_alone_the_points_shown_for_a_cell_are_the_points_it_brings(seats: int, seed: int, policy: Policy) -> None:
    for step in match(seats, seed, policy):
        before, after = QUINTO.view(step.before, 0), QUINTO.view(step.state, 0)
        for write in QUINTO.preview(before).writes:
            if write.act == str(step.act):
                assert after.scores[0] - before.scores[0] == write.points


# --- do the samples reach the rules? -------------------------------------------------------------------------------


def what_fires(steps: list[Step]) -> set[str]:
    """Names for what a match has shown."""
    fired = {event.name() for step in steps for event in step.events}
    outcome = QUINTO.outcome(steps[-1].state)
    assert outcome is not None
    fired.add(outcome.reason)
    fired.update("two cards" for step in steps if isinstance(step.act, QuintoLay) and len(step.act.on) == 2)
    announced = [event for step in steps for event in step.events if isinstance(event, e.QuintoSumAnnounced)]
    fired.update("nobody can write" for event in announced if not event.writable)
    fired.update("a new pile between two draws" for step in steps if _between(step))
    return fired


def _between(step: Step) -> bool:
    drawing = step.before.phase is step.state.phase is QuintoPhase.DRAW
    return drawing and step.state.pile.shuffle > step.before.pile.shuffle


def test_sampled_matches_show_everything() -> None:
    fired: set[str] = set()
    for seed in range(60):
        policy = with_care if seed % 2 else at_random
        fired |= what_fires(list(match(1 + seed // 2 % 4, seed, policy)))
    special = {"two cards", "nobody can write", "a new pile between two draws"}
    assert fired == {kind.name() for kind in e.EVENTS} | set(QUINTO.reasons) | special


@given(SEATS, SEEDS, POLICIES)
def test_scores_can_be_recounted_from_what_was_told(seats: int, seed: int, policy: Policy) -> None:
    numbers: list[dict[str, int]] = [{} for _ in range(seats)]
    misses, told = [0] * seats, [0] * seats
    final: tuple[int, ...] = ()
    for event in (event for step in match(seats, seed, policy) for event in step.events):
        match event:
            case e.QuintoNumberWritten(seat=seat, cell=cell, number=number):
                numbers[seat][cell] = number
            case e.QuintoMissTaken(seat=seat):
                misses[seat] += 1
            case e.QuintoRowFilled(seat=seat, points=points):
                told[seat] += points - ROW
            case e.QuintoColumnFilled(seat=seat, points=points):
                told[seat] += points
            case e.QuintoMatchEnded(scores=scores):
                final = scores
    sheets = [sheet_of(sheet) for sheet in numbers]
    assert final == tuple(score_of(sheet, miss).total for sheet, miss in zip(sheets, misses, strict=True))
    assert final == tuple(len(sheet) + more - 5 * miss for sheet, more, miss in zip(numbers, told, misses, strict=True))
