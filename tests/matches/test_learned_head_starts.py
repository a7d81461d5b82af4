"""Head starts that are learnt: from what, by how much, and where they settle."""

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from cartable.games import registry
from cartable.games.hexa.acts import claim_text
from cartable.games.hexa.calls import is_right
from cartable.kernel import BadInput, Outcome, Refused
from cartable.matches.deal.dealers import SeededDealer
from cartable.matches.head_starts import MOST
from cartable.matches.learned_head_starts import (
    PLAYERS_KEPT,
    Contested,
    Learnt,
    LearntOffset,
    chosen_head_starts,
    contests,
    head_starts,
    learn,
)
from cartable.matches.log.entries import About, Ending, Entry
from cartable.matches.log.header import MATCH_ME, Player
from cartable.matches.match import Match
from tests.matches.played import NAMES, fresh, header, played

PUSH, HEXA, TRIO = map(registry.game, ("push", "hexa", "trio"))
PEOPLE = tuple(Player(name, "human") for name in NAMES[:3])


def ended(scores: tuple[int, ...], starts: tuple[int, ...], by: str = "") -> Match:
    """A match of Push that came out like this; `by`: a stand-in did something for seat 0."""
    head = header(PUSH, len(scores))
    seats = [replace(seat, head_start=start) for seat, start in zip(head.seats, starts, strict=True)]
    match = Match(PUSH, replace(head, seats=tuple(seats)), SeededDealer(1))
    match.entries = [Entry(n, n, "turn", 0, About()) for n in range(len(scores))]
    if by:
        match.entries.append(Entry(len(scores), 0, "turn", 0, About(by="stand-in")))
    match.ending = Ending(Outcome("pile-empty", (1,) * len(scores), scores))
    return match


def contested(winners: list[int], seats: int = 2, verdict: str = "later") -> Match:
    """A match of Trio with these contests among all."""
    match = Match(TRIO, header(TRIO, seats), SeededDealer(1))
    for n, winner in enumerate(winners):
        others = [{"seat": seat, "verdict": verdict} for seat in range(seats) if seat != winner]
        receipt = {"calls": [{"seat": winner, "verdict": "first"}, *others]}
        match.entries.append(Entry(2 * n, winner, "stop", 0, About(receipt=receipt)))
        match.entries.append(Entry(2 * n + 1, (winner + 1) % seats, "stop", 0, About()))
    return match


def test_off_and_alone_mean_nobody() -> None:
    learnt: Learnt = {"push": {"ann": LearntOffset(9.0, 4)}}
    assert head_starts("off", PUSH, PEOPLE, {"push": {"ann": 5}}, learnt) == (0, 0, 0)
    assert head_starts("learnt", PUSH, PEOPLE[:1], {}, learnt) == (0,)


def test_by_hand_means_what_the_host_wrote_whatever_the_letters_are() -> None:
    chosen = chosen_head_starts({"push": {"ANN": 5, "Zoé": 7, "Bob": 0}})
    assert head_starts("hand", PUSH, PEOPLE, chosen, {}) == (5, 0, 7)
    assert head_starts("hand", HEXA, PEOPLE, chosen, {}) == (0, 0, 0), "each game has its own"


@pytest.mark.parametrize(
    ("given", "expected"),
    [
        ({"push": {"Ann": 100}}, "expected 0 to 99 points for push, got 100"),
        ({"trio": {"Ann": 1001}}, "expected 0 to 1000 ms for trio, got 1001"),
        ({"chess": {"Ann": 1}}, "chess"),
        ({"push": {str(n): 1 for n in range(PLAYERS_KEPT + 1)}}, "at most 40 names"),
    ],
)
def test_what_a_host_cannot_choose_is_refused(given: dict[str, dict[str, int]], expected: str) -> None:
    with pytest.raises(BadInput, match=expected):
        chosen_head_starts(given)


def test_learnt_ones_count_from_whoever_is_best() -> None:
    learnt: Learnt = {"hexa": {"ann": LearntOffset(-120.0, 9), "bob": LearntOffset(230.4, 9)}}
    assert head_starts("learnt", HEXA, PEOPLE, {}, learnt) == (0, 350, 120)


def test_bots_at_the_peoples_pace_have_none_in_a_race_and_are_not_learnt_from() -> None:
    bot = Player("Bob", "bot", MATCH_ME)
    learnt: Learnt = {"hexa": {"ann": LearntOffset(50.0, 9), "bob": LearntOffset(-200.0, 9)}}
    assert head_starts("learnt", HEXA, [PEOPLE[0], bot], {}, learnt) == (0, 0)
    assert head_starts("hand", HEXA, [PEOPLE[0], bot], {"hexa": {"bob": 300}}, {}) == (0, 0)
    match = contested([0, 0, 0])
    match.header = replace(match.header, seats=(match.header.seats[0], bot))
    assert list(contests(match)) == []
    assert learn({}, match) == {}


def test_whoever_wins_too_much_gives_the_others_a_head_start() -> None:
    learnt = learn({}, contested([0] * 10))
    assert learnt["trio"]["ann"].offset == -learnt["trio"]["bob"].offset < 0
    assert learnt["trio"]["ann"].seen == 10
    assert learn({}, contested([0, 1] * 5))["trio"]["ann"].offset == 0


def test_ties_and_stand_ins_tell_nothing() -> None:
    assert learn({}, contested([0] * 10, verdict="tie")) == {}
    assert learn({}, ended((40, 10), (0, 0), by="stand-in")) == {}


def test_cards_of_hexa_count_for_everybody_who_played() -> None:
    match = played(HEXA, 3, seed=2)
    found = list(contests(match))
    assert found
    assert all(contest.among == {0, 1, 2} for contest in found)


@given(st.lists(st.integers(0, 2), min_size=1, max_size=60))
def test_what_one_gains_the_others_lose(winners: list[int]) -> None:
    """So the table as a whole never drifts."""
    learnt = learn({}, contested(winners, 3))["trio"]
    assert sum(each.offset for each in learnt.values()) == pytest.approx(0, abs=0.05)


@given(st.lists(st.integers(-200, 200), min_size=2, max_size=2), st.integers(0, 400))
def test_it_stays_within_the_limits(before: list[int], matches: int) -> None:
    learnt: Learnt = {"push": {"ann": LearntOffset(before[0], 0), "bob": LearntOffset(before[1], 0)}}
    learnt = learn(learnt, ended((500, -500 + matches), (0, 0)))
    assert all(abs(each.offset) <= MOST[PUSH.tempo] for each in learnt["push"].values())
    assert max(head_starts("learnt", PUSH, PEOPLE[:2], {}, learnt)) <= MOST[PUSH.tempo]


def test_in_turns_the_sums_of_unequal_players_become_equal() -> None:
    """One plays 12 points better on average: after some matches the other wins every second."""
    random, learnt, wins = Random(5), Learnt(), 0
    for number in range(400):
        starts = head_starts("learnt", PUSH, PEOPLE[:2], {}, learnt)
        scores = (round(random.gauss(40, 9)), round(random.gauss(28, 9)))
        learnt = learn(learnt, ended(scores, starts))
        if number >= 20:
            wins += 2 * (scores[1] + starts[1] > scores[0]) + (scores[1] + starts[1] == scores[0])
    assert wins / 2 / 380 == pytest.approx(0.5, abs=0.06)
    assert learnt["push"]["bob"].offset - learnt["push"]["ann"].offset == pytest.approx(12, abs=5)


def test_only_so_many_names_are_kept() -> None:
    learnt: Learnt = {"push": {f"p{n}": LearntOffset(1.0, 1) for n in range(PLAYERS_KEPT)}}
    after = learn(learnt, ended((40, 10), (0, 0)))["push"]
    assert len(after) == PLAYERS_KEPT
    assert {"ann", "bob"} <= after.keys()


def hexa(acts: list[tuple[int, str]]) -> Match:
    """A match of Hexa for three in which these seats did this; `right` and `wrong` stand for calls of the open card."""
    match = fresh(HEXA, 3)
    match.start()
    for seat, text in acts:
        by_right: dict[bool, str] = {}
        if match.state.open:
            for claim in (None, 1, 2, 3, 4, 5, 6):
                by_right[is_right(claim, match.state.open, match.state.rows)] = f"call {claim_text(claim)}"
        act = HEXA.act(by_right[text == "right"] if text in ("right", "wrong") else text)
        assert not isinstance(match.act(seat, act, 0), Refused)
    return match


def test_the_eliminated_do_not_contest_a_card() -> None:
    """HEXA-25: whoever is out cannot call, and must not be paid for it."""
    out = [(0, "turn"), (2, "wrong"), (2, "turn"), (2, "wrong"), (2, "turn"), (2, "wrong")]
    match = hexa([*out, (0, "turn"), (0, "right"), (0, "turn"), (1, "right")])
    assert match.state.out == (2,)
    assert list(contests(match)) == [Contested(0, frozenset({0, 1})), Contested(1, frozenset({0, 1}))]
    assert "zoé" not in learn({}, match)["hexa"], "nothing was learnt of who dropped out"


def test_those_shut_out_of_a_tie_break_do_not_contest_its_card() -> None:
    """HEXA-22: only the tied may call."""
    match = hexa([(0, "turn"), (-2, "tie 0:1 2:2"), (1, "turn"), (2, "right"), (2, "turn"), (1, "right")])
    assert list(contests(match)) == [Contested(2, frozenset({0, 2})), Contested(1, frozenset({0, 1, 2}))]
