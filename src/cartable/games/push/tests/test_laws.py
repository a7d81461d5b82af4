"""Push: what holds in every match, whoever plays it."""

from collections import Counter
from itertools import pairwise
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from cartable.games.push import PUSH
from cartable.games.push.acts import PushPlace, PushRoll, PushTake
from cartable.games.push.cards import DICE, FACES, LETTERS, STAR, SWITCH
from cartable.games.push.rules import fits
from cartable.games.push.state import COLUMNS, PushPhase, PushState, deck_for
from cartable.kernel import DEALER, Refused
from tests.kit.sample import Sampled, Setup
from tests.kit.setups import match_of, setups

MATCHES = settings(max_examples=max(5, settings().max_examples // 2))


def whereabouts(state: PushState) -> Counter[str]:
    """Every card, wherever it lies."""
    cards = Counter([*state.pile.left, *state.discard])
    for column in state.columns:
        cards.update(column)
    for zone in state.zones:
        cards.update((*zone.shown, *zone.protected))
    if state.drawn:
        cards[state.drawn] += 1
    if state.seats > 2:  # PUSH-07: at two players a Switch card is discarded as it is turned
        cards[SWITCH] += state.switches
    return +cards


@MATCHES
@given(setups(PUSH))
def test_no_card_is_lost_or_found(setup: Setup) -> None:
    match = match_of(PUSH, setup)
    deck = Counter(deck_for(setup.options, setup.seats))
    for state in match.states:
        assert whereabouts(state) == deck


@MATCHES
@given(setups(PUSH))
def test_columns_and_zones_are_lawful(setup: Setup) -> None:
    """PUSH-11 to 13, PUSH-17, PUSH-18: no clash in a column, and only number cards, sorted, in a zone."""
    for state in match_of(PUSH, setup).states:
        assert len(state.columns) <= COLUMNS
        for column in state.columns:
            assert all(fits(card, column[:at]) for at, card in enumerate(column))
            assert SWITCH not in column
        for zone in state.zones:
            for cards in (zone.shown, zone.protected):
                assert list(cards) == sorted(cards)
                assert all(len(card) == 2 for card in cards)


@MATCHES
@given(setups(PUSH))
def test_push_25_turns_go_clockwise(setup: Setup) -> None:
    """PUSH-06, PUSH-28: whatever was turned, protected or lost."""
    for before, after in pairwise(match_of(PUSH, setup).states):
        assert after.active in (before.active, (before.active + 1) % setup.seats)


@MATCHES
@given(setups(PUSH))
def test_who_will_choose_is_foreseen(setup: Setup) -> None:
    """PUSH-23, PUSH-24: the preview names them in order, first whoever chooses next."""
    for before, after in pairwise(match_of(PUSH, setup).states):
        foreseen, left = (PUSH.preview(PUSH.view(state, None)).sharers for state in (before, after))
        if after.phase is PushPhase.SHARE:
            assert left == (after.chooser, *left[1:])
            assert foreseen[-len(left) :] == left or before.switches != after.switches


@MATCHES
@given(setups(PUSH))
def test_what_the_die_would_cost_is_foreseen(setup: Setup) -> None:
    """PUSH-18, PUSH-38: for every column with a Dice card that may be taken, and every face."""
    for state in match_of(PUSH, setup).some(20):
        for seat in PUSH.actors(state):
            for take in [act for act in PUSH.legal(state, seat) if isinstance(act, PushTake)]:
                offer = PUSH.preview(PUSH.view(state, seat)).columns[take.column - 1]
                taken = PUSH.step(state, seat, take)
                assert not isinstance(taken, Refused)
                costs = [(face, _lost(taken.state, seat, face)) for face in FACES] if offer.die else []
                assert offer.risks == tuple((face, cost) for face, cost in costs if cost)


def _lost(before: PushState, seat: int, face: str) -> int:
    rolled = PUSH.step(before, DEALER, PushRoll(face))
    assert not isinstance(rolled, Refused)
    return before.zones[seat].total - rolled.state.zones[seat].total


@MATCHES
@given(setups(PUSH))
def test_a_position_is_played_on_like_the_match_it_describes(setup: Setup) -> None:
    """All that matters is in the keys: whenever a player is to act, the same may be done in the position placed."""
    match = match_of(PUSH, setup)
    for state in match.some(20):
        (mover, *_) = PUSH.actors(state) or (DEALER,)
        if mover != DEALER:
            keys = PUSH.to_position(state, match.dealer)
            placed = PUSH.from_position(keys, setup.options, setup.seats, list).state
            assert PUSH.legal(placed, mover) == PUSH.legal(state, mover)
            assert PUSH.view(placed, mover) == PUSH.view(state, mover)


class Recount:
    """Points counted from the written acts alone, by somebody who has never seen the code of the rules."""

    def __init__(self, seats: int, risk: bool) -> None:
        self.risk = risk
        self.open: list[list[str]] = [[] for _ in range(seats)]
        self.safe: list[list[str]] = [[] for _ in range(seats)]
        self.columns: dict[int, list[str]] = {}
        self.turned = ""
        self.roller = 0

    def read(self, seat: int, text: str) -> None:
        verb, _, what = text.partition(" ")
        if seat != DEALER:
            self.roller = seat  # whoever acted last: took a column with a Dice card, or drew a card too many
        if verb == "deal":
            self.turned = what
        elif verb == "place":
            self.columns.setdefault(int(what), []).append(self.turned)
        elif verb == "take":
            self.open[seat] += [card for card in self.columns.pop(int(what)) if card != "D"]
        elif verb == "protect":
            self._lose(seat, what, self.safe[seat])
        elif verb == "roll" and what != STAR:
            self._lose(self.roller, what, [])
        elif verb == "roll" and self.risk:
            self.open[self.roller] = []

    def _lose(self, seat: int, colour: str, to: list[str]) -> None:
        to += [card for card in self.open[seat] if LETTERS[card[0]] == colour]
        self.open[seat] = [card for card in self.open[seat] if LETTERS[card[0]] != colour]

    def turn_ends(self) -> None:
        self.columns = {}

    @property
    def points(self) -> tuple[int, ...]:
        return tuple(
            sum(int(card[1]) for card in shown + safe) for shown, safe in zip(self.open, self.safe, strict=True)
        )


def ends_a_turn(match: Sampled, number: int) -> bool:
    states: list[Any] = match.states
    before, after = states[number], states[number + 1]
    return bool(after.active != before.active or after.phase is PushPhase.OVER)


@MATCHES
@given(setups(PUSH))
def test_push_34_scores_recounted_from_the_log_agree(setup: Setup) -> None:
    match = match_of(PUSH, setup)
    recount = Recount(setup.seats, setup.options.risk)
    for number, turn in enumerate(match.turns):
        recount.read(turn.seat, str(turn.act))
        if ends_a_turn(match, number):
            recount.turn_ends()
    outcome = PUSH.outcome(match.last)
    assert outcome is not None
    assert outcome.scores == recount.points


@given(st.integers(2, 6), st.booleans())
def test_push_36_37_places_go_by_points_then_cards(seats: int, risk: bool) -> None:
    match = match_of(PUSH, Setup(seats, PUSH.options(risk=risk), "uniform", seats))
    outcome = PUSH.outcome(match.last)
    assert outcome is not None
    merits = [(zone.total, zone.size) for zone in match.last.zones]
    best = sorted(merits, reverse=True)
    assert outcome.ranks == tuple(1 + best.index(merit) for merit in merits)


@MATCHES
@given(setups(PUSH))
def test_a_refused_place_names_the_card_in_the_way(setup: Setup) -> None:
    """PUSH-12, PUSH-13: it lies in that column, and has the colour or the value that the refusal says."""
    for state in match_of(PUSH, setup).states:
        if state.phase is not PushPhase.PLACE:
            continue
        for number, column in enumerate(state.columns, 1):
            refused = PUSH.refusal(state, state.active, PushPlace(number))
            if refused is None:
                continue
            named = dict(refused.about)
            assert named["column"] == number
            if state.drawn == DICE:
                assert refused.code == "second-dice-card"
                assert DICE in column
                continue
            card = str(named["card"])
            assert card == next(each for each in column if each[0] == state.drawn[0] or each[1:] == state.drawn[1:])
            same_colour = card[0] == state.drawn[0]
            assert refused.code == ("same-colour" if same_colour else "same-value")
