"""Trio: eyes that look, a hand that moves, and what both get wrong."""

from random import Random
from statistics import mean, median
from typing import Any

import pytest

from cartable.arena.simulation import play
from cartable.bots import AnyBot, Intent, Level, bot
from cartable.games.trio import TRIO
from cartable.games.trio.acts import TrioAct, TrioFault, TrioLay
from cartable.games.trio.bots.likeness import ABSURD, CLOSE, FAR, likeness
from cartable.games.trio.bots.pace import SIGNAL_MS, SPEEDS, TrioPace
from cartable.games.trio.cards import CARDS, PILES, fits
from cartable.games.trio.options import TrioOptions
from cartable.games.trio.state import TrioState
from cartable.kernel import Refused

HANDS = [level for level in Level if level is not Level.RANDOM]
CENTRE = {"same": ["1-red-sun"], "step": ["3-green-star"], "different": ["3-blue-drop"]}
HAND = ["6-red-bolt", "5-red-drop", "2-purple-star"]  # the red ones fit `same`, the bolt also `different`, the 2 `step`
OTHER = ["6-yellow-sun", "2-orange-sun", "5-green-moon"]

BLOCKED = {"same": ["1-purple-moon"], "step": ["6-red-star"], "different": ["4-green-leaf"]}
IDLE = ["3-red-bolt", "4-orange-star", "3-orange-drop"]  # none of them fits there


def placed(referee: bool = False, **given: Any) -> TrioState:
    """Two players in the middle of it; seat 0 is the one we look at."""
    position = {"centre": CENTRE, "hands": [HAND, OTHER], **given}
    return TRIO.from_position(position, TrioOptions(referee=referee), 2, list).state


def asked(player: AnyBot, state: TrioState, now_ms: float = 0.0, seat: int = 0) -> Intent[TrioAct] | None:
    return player.decide(TRIO.view(state, seat), TRIO.legal(state, seat), now_ms)


def intent(player: AnyBot, state: TrioState, now_ms: float = 0.0, seat: int = 0) -> Intent[TrioAct]:
    found = asked(player, state, now_ms, seat)
    assert found is not None
    assert found.at_ms > now_ms  # eyes and hands take time
    return found


def after(state: TrioState, seat: int, text: str) -> TrioState:
    """The state after an act, with what the dealer then owes dealt in order."""
    stepped = TRIO.step(state, seat, TRIO.act(text))
    while not isinstance(stepped, Refused) and (chances := TRIO.chances(stepped.state)):
        stepped = TRIO.step(stepped.state, -1, chances[0][0])
    assert not isinstance(stepped, Refused)
    return stepped.state


def is_right(act: TrioAct) -> bool:
    return isinstance(act, TrioLay) and fits(act.pile, act.card, act.on)


# --- looking and laying ----------------------------------------------------------------------------------------------


# level: the median time between two own cards, how often a card is wrong, and after how long a fault is called
DESIGNED = {
    Level.EASY: (3200, 0.08, 1800),
    Level.FAIR: (2100, 0.03, 1300),
    Level.STRONG: (1400, 0.02, 900),
    Level.EXPERT: (1000, 0.015, 700),
}


def dealt(dice: Random) -> TrioState:
    """Any hand that can be played."""
    while True:
        cards = dice.sample(CARDS, 9)
        tops = dict(zip(PILES, cards[:3], strict=True))
        if any(fits(pile, card, top) for pile, top in tops.items() for card in cards[3:6]):
            centre = {pile: [top] for pile, top in tops.items()}
            return placed(centre=centre, hands=[cards[3:6], cards[6:]])


@pytest.mark.parametrize("level", HANDS)
def test_cards_are_laid_as_fast_and_as_wrongly_as_designed(level: Level) -> None:
    dice, (took_ms, wrong, _) = Random(5), DESIGNED[level]
    lays = [intent(bot("trio", level, seed, 0), dealt(dice)) for seed in range(1200)]
    assert median(lay.at_ms for lay in lays) == pytest.approx(took_ms, rel=0.06)
    assert mean(not is_right(lay.act) for lay in lays) == pytest.approx(wrong, abs=0.02)


@pytest.mark.parametrize("level", HANDS)
def test_looking_takes_a_glance_checks_and_the_hand_its_way(level: Level) -> None:
    speed = SPEEDS[level]
    for checks in (1, 5):
        paces = [TrioPace(speed, Random(seed)) for seed in range(1500)]
        took = mean(pace.looking_ms(checks) + pace.laying_ms() for pace in paces)
        expected = speed.t0_ms + checks * speed.check_ms + speed.tau_ms + 50 + speed.hand_ms
        assert took == pytest.approx(expected, rel=0.02)


def test_every_card_is_held_against_every_pile() -> None:
    """Card by card: the next one only after all three piles."""
    orders = [TrioPace(SPEEDS[Level.FAIR], Random(seed)).order(tuple(HAND)) for seed in range(50)]
    for order in orders:
        assert sorted(order) == sorted((card, pile) for card in HAND for pile in PILES)
        assert [card for card, _ in order[::3]] == [card for card, _ in order[2::3]]
    assert len(set(map(tuple, orders))) > 40


def test_stronger_players_are_faster() -> None:
    state = placed()
    means = [mean(intent(bot("trio", level, seed, 0), state).at_ms for seed in range(300)) for level in HANDS]
    assert means == sorted(means, reverse=True)


@pytest.mark.parametrize("level", HANDS)
def test_with_the_tables_referee_only_what_fits_is_laid(level: Level) -> None:
    """TRIO-23."""
    state = placed(referee=True)
    assert all(is_right(intent(bot("trio", level, seed, 0), state).act) for seed in range(300))


def test_nothing_is_laid_where_nothing_fits() -> None:
    """But now and then by mistake. Nobody looks again before something changes."""
    state = placed(hands=[IDLE, OTHER], centre=BLOCKED)
    answers = {seed: asked(bot("trio", "fair", seed, 0), state) for seed in range(300)}
    idle = [seed for seed, answer in answers.items() if answer is None]
    assert 250 < len(idle) < 300
    patient = bot("trio", "fair", idle[0], 0)
    assert all(asked(patient, state, now_ms) is None for now_ms in range(0, 20_000, 100))


def test_a_card_on_its_way_goes_on_while_its_top_is_there() -> None:
    """Something unrelated changed: the look does not start again."""
    state = placed()
    player = bot("trio", "fair", 1, 0)
    first = intent(player, state)
    assert isinstance(first.act, TrioLay)
    elsewhere = next(pile for pile in PILES if pile != first.act.pile)
    moved = after(state, 1, f"lay {OTHER[0]} {elsewhere}")
    assert intent(player, moved, now_ms=200.0) == first


def test_a_spoiled_aim_is_looked_for_again_without_a_glance() -> None:
    """One top has changed, the others are known: only the checks take time."""

    def second_look_ms(seed: int) -> float:
        player = bot("trio", "fair", seed, 0)
        first = intent(player, placed())
        assert isinstance(first.act, TrioLay)
        spoiled = {**CENTRE, first.act.pile: [*CENTRE[first.act.pile], "1-yellow-moon"]}
        again = intent(player, placed(centre=spoiled), now_ms=100.0)
        assert again.act != first.act
        return again.at_ms - 100.0

    fresh = mean(intent(bot("trio", "fair", seed, 0), placed()).at_ms for seed in range(400))
    again = mean(map(second_look_ms, range(400)))
    assert SPEEDS[Level.FAIR].t0_ms * 0.5 < fresh - again < SPEEDS[Level.FAIR].t0_ms * 1.5


def test_a_plan_that_was_held_up_starts_with_the_hand() -> None:
    """Play had stopped for longer: nobody lays a card at the very instant of the signal."""
    player, state = bot("trio", "fair", 1, 0), placed()
    first = intent(player, state)
    later = intent(player, state, first.at_ms + 5000)
    assert later.act == first.act
    assert 100 < later.at_ms - (first.at_ms + 5000) < 700


# --- which card ------------------------------------------------------------------------------------------------------


def test_any_card_that_fits_will_do() -> None:
    """The search stops at the first."""
    state = placed()
    lays = [TrioLay(card, pile, CENTRE[pile][0]) for card in HAND for pile in PILES]
    acts = {intent(bot("trio", "easy", seed, 0), state).act for seed in range(400)}
    assert {lay for lay in lays if is_right(lay)} <= acts


# --- mistakes that look right ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("pile", "card", "top", "expected"),
    [
        ("same", "1-red-sun", "1-blue-moon", CLOSE),
        ("same", "2-red-sun", "5-orange-moon", CLOSE),
        ("same", "2-red-sun", "5-green-moon", ABSURD),
        ("step", "1-red-sun", "3-red-moon", CLOSE),
        ("step", "6-red-sun", "1-red-moon", FAR),
        ("step", "2-red-sun", "5-red-moon", ABSURD),
        ("different", "2-red-sun", "5-red-moon", CLOSE),
        ("different", "4-red-sun", "5-blue-moon", CLOSE),
        ("different", "4-red-sun", "5-red-moon", FAR),
        ("different", "4-red-sun", "4-red-sun", ABSURD),
    ],
)
def test_what_holds_in_part_looks_right(pile: str, card: str, top: str, expected: float) -> None:
    assert likeness(pile, card, top) == expected


def test_mistakes_look_right() -> None:
    state = placed()
    acts = [intent(bot("trio", "easy", seed, 0), state).act for seed in range(2000)]
    wrong = [act for act in acts if isinstance(act, TrioLay) and not is_right(act)]
    assert wrong
    assert all(likeness(act.pile, act.card, act.on) > ABSURD for act in wrong)


# --- watching the others ---------------------------------------------------------------------------------------------


def last_laid(card: str) -> TrioState:
    """Seat 1 has laid its last card on the red sun: the grace time is there to look at it, and for nothing else."""
    return after(placed(hands=[HAND, [card]], stacks=[[], []]), 1, f"lay {card} same")


@pytest.mark.parametrize("level", HANDS)
def test_faults_are_noticed_as_often_as_designed(level: Level) -> None:
    """TRIO-22."""
    state = last_laid("5-green-moon")
    noticed = [found for seed in range(1500) if (found := asked(bot("trio", level, seed, 0), state)) is not None]
    assert len(noticed) / 1500 == pytest.approx(SPEEDS[level].notices, abs=0.04)
    assert {found.act for found in noticed} == {TrioFault("same", "5-green-moon")}
    assert median(found.at_ms for found in noticed) == pytest.approx(DESIGNED[level][2], rel=0.08)


@pytest.mark.parametrize("level", HANDS)
def test_right_cards_are_never_accused(level: Level) -> None:
    state = last_laid("6-yellow-sun")
    assert all(asked(bot("trio", level, seed, 0), state) is None for seed in range(200))


def test_a_card_is_read_once() -> None:
    """Who overlooked it when it was new does not find it later, however often one is asked."""
    state = last_laid("5-green-moon")
    overlooked = [player for seed in range(60) if asked(player := bot("trio", "easy", seed, 0), state) is None]
    assert overlooked
    assert all(asked(player, state, now_ms) is None for player in overlooked for now_ms in (100.0, 200.0))


def test_covering_up_does_not_help() -> None:
    """TRIO-14. Seat 1 laid a yellow sun on a purple moon, and covers it with a right card while we draw breath: it is
    accused all the same, by its name."""
    centre = {**BLOCKED, "same": ["1-purple-moon", "6-yellow-sun"]}
    hand = ["3-red-bolt", "4-blue-bolt", "3-blue-drop"]  # nothing of it fits before or after
    state = placed(centre=centre, hands=[hand, OTHER[1:]], laid_by={"same": 1, "step": -1, "different": -1})
    watchful = [
        player
        for seed in range(40)
        if (found := asked(player := bot("trio", "expert", seed, 0), state)) is not None
        and found.act == TrioFault("same", "6-yellow-sun")
    ]
    assert watchful
    covered = after(state, 1, "lay 2-orange-sun same")
    answers = [asked(player, covered, now_ms=100.0) for player in watchful]
    assert all(answer is not None and answer.act == TrioFault("same", "6-yellow-sun") for answer in answers)


# --- stopping and going on -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("level", HANDS)
def test_the_signal_is_given_promptly_and_only_once(level: Level) -> None:
    state = placed(stopped=True, resumes=0)
    player = bot("trio", level, 3, 0)
    given = intent(player, state, now_ms=1000.0)
    assert str(given.act) == "go"
    assert SIGNAL_MS[0] <= given.at_ms - 1000.0 <= SIGNAL_MS[1]
    assert asked(player, state, now_ms=1100.0) == given


# --- whole matches ---------------------------------------------------------------------------------------------------


def test_faults_are_laid_and_called_in_play() -> None:
    done = [each for seed in range(8) for each in play(TRIO, [bot("trio", "easy", seed, s) for s in (0, 1)], seed).done]
    wrong = [each for each in done if isinstance(each.act, TrioLay) and not is_right(each.act)]
    called = [each for each in done if isinstance(each.act, TrioFault)]
    assert 0 < len(called) < len(wrong)


def test_every_card_can_be_mistaken_for_some_other() -> None:
    """There is always a mistake to make: no hand is proof against it."""
    for pile in PILES:
        for top in CARDS:
            wrong = [card for card in CARDS if card != top and not fits(pile, card, top)]
            assert any(likeness(pile, card, top) > ABSURD for card in wrong)
