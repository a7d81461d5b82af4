"""Turn games at a live table: stand-ins, limits, bots, pauses."""

from random import Random
from typing import Any

import pytest
from msgspec import UNSET

from cartable.games.push import PUSH
from cartable.games.quinto import QUINTO
from cartable.games.registry import ALL
from cartable.kernel import Act, AnyGame, Seat, Tempo
from cartable.table.live import LiveMatch, LocalHost, SeatState, TableSettings, Think
from cartable.table.live.people import People, Timeout
from tests.kit.live import Desk, minds, new_match, taken_up


def first_act(think: Think) -> tuple[Act | None, float]:
    return think.legal[0], think.now


def marks(desk: Desk, seat: Seat) -> list[Any]:
    return [entry.about.by for entry in desk.match.entries if entry.seat == seat]


def test_an_absent_player_has_forty_seconds_on_the_own_turn() -> None:
    desk = Desk(new_match(PUSH, "hh"), think=first_act)
    desk.disconnect(0)
    desk.disconnect(1)
    assert desk.pass_until(lambda: desk.live.seats[0].stood_in) == pytest.approx(40_000)
    assert not desk.live.seats[1].stood_in, "it is not their turn"
    desk.pass_until(lambda: marks(desk, 0) != [])
    assert set(marks(desk, 0)) == {"stand-in"}


def test_time_away_before_the_own_turn_does_not_count() -> None:
    desk = Desk(new_match(PUSH, "hh"), think=first_act)
    desk.disconnect(1)
    desk.pass_time(100_000)
    for text in ("draw", "place 1", "stop", "take 1"):
        desk.act(0, text)
    assert desk.live.game.actors(desk.live.state) == {1}
    assert desk.pass_until(lambda: desk.live.seats[1].stood_in) == pytest.approx(40_000)


def test_who_is_back_has_the_seat_at_once() -> None:
    """What the stand-in was about to do is not done."""
    desk = Desk(new_match(PUSH, "hh"), think=first_act)
    desk.disconnect(0)
    desk.pass_until(lambda: desk.live.seats[0].stood_in)
    desk.connect(0)
    assert not desk.live.seats[0].stood_in
    desk.pass_time(60_000)
    assert desk.texts == []
    desk.act(0, "draw")
    assert marks(desk, 0) == [UNSET]


@pytest.mark.parametrize(("settings", "level"), [(TableSettings(), "fair"), (TableSettings(stand_in="easy"), "easy")])
def test_a_stand_in_is_fair_unless_the_table_says_otherwise(settings: TableSettings, level: str) -> None:
    desk = Desk(new_match(PUSH, "hh"), settings)
    desk.disconnect(0)
    desk.pass_until(lambda: desk.live.seats[0].stood_in)
    assert [think.level for think in desk.thoughts] == [level]


def test_a_thought_is_awaited_until_the_table_moves_on() -> None:
    desk = Desk(new_match(PUSH, "hh"))
    desk.disconnect(0)
    desk.pass_until(lambda: desk.live.seats[0].stood_in)
    (think,) = desk.thoughts
    assert desk.live.awaits(0, think.asked)
    assert not desk.live.awaits(1, think.asked)
    desk.connect(0)
    assert not desk.live.awaits(0, think.asked)


def test_a_late_answer_of_a_stand_in_is_dropped() -> None:
    """Bots may think in another process: the player is back before the answer is."""
    desk = Desk(new_match(PUSH, "hh"))
    desk.disconnect(0)
    desk.pass_until(lambda: desk.live.seats[0].stood_in)
    (think,) = desk.thoughts
    desk.connect(0)
    desk.live.bot_decided(0, think.asked, think.legal[0], desk.now, desk.now)
    desk.pass_time(10_000)
    assert desk.texts == []


def test_who_gives_the_seat_up_is_stood_in_for_at_once() -> None:
    desk = Desk(new_match(PUSH, "hh"), think=first_act)
    desk.live.left(0, desk.now)
    desk.pump()
    desk.pass_time(2_000)
    assert marks(desk, 0)[:1] == ["stand-in"]


def test_being_cut_off_twice_is_being_away_once() -> None:
    desk = Desk(new_match(PUSH, "hh"), think=first_act)
    desk.disconnect(0)
    desk.pass_time(30_000)
    desk.disconnect(0)
    assert desk.pass_until(lambda: desk.live.seats[0].stood_in) == pytest.approx(10_000)


def test_nobody_is_hurried_unasked() -> None:
    desk = Desk(new_match(PUSH, "hh"), think=first_act)
    desk.pass_time(1e7)
    assert desk.texts == []
    assert desk.live.next_wake() is None


def test_a_turn_limit_makes_one_decision_for_the_player() -> None:
    desk = Desk(new_match(PUSH, "hh"), TableSettings(turn_limit_s=20), think=first_act)
    desk.pass_time(19_999)
    assert desk.texts == []
    desk.pass_until(lambda: desk.texts != [])
    assert marks(desk, 0) == ["stand-in"]
    assert not desk.live.seats[0].stood_in
    decided = desk.now
    desk.pass_until(lambda: len(desk.texts) == 2)
    assert desk.now - decided == pytest.approx(20_700), "the next decision has its own time, and the bot its pause"


def test_coming_and_going_does_not_put_the_turn_limit_off() -> None:
    desk = Desk(new_match(PUSH, "hh"), TableSettings(turn_limit_s=20), think=first_act)
    for _ in range(5):
        desk.disconnect(0)
        desk.pass_time(2_000)
        desk.connect(0)
        desk.pass_time(1_900)
    desk.pass_time(1_500)
    assert marks(desk, 0) == ["stand-in"]


def test_coming_back_just_before_the_hurried_act_does_not_either() -> None:
    desk = Desk(new_match(PUSH, "hh"), TableSettings(turn_limit_s=20), think=first_act)
    desk.pass_time(20_100)
    desk.connect(0)
    desk.pass_time(1_000)
    assert marks(desk, 0) == ["stand-in"]


def test_an_act_of_the_player_comes_before_the_hurried_one() -> None:
    desk = Desk(new_match(PUSH, "hh"), TableSettings(turn_limit_s=20), think=first_act)
    desk.pass_time(20_100)
    desk.act(0, "draw")
    desk.pass_time(5_000)
    assert desk.texts == [(0, "draw")]
    assert marks(desk, 0) == [UNSET]


def test_where_all_decide_together_each_has_the_whole_time() -> None:
    """Whoever has just acted starts again; the others' time goes on."""
    seats = [SeatState("Ann"), SeatState("Bob")]
    people = People(PUSH, seats, TableSettings(turn_limit_s=10), in_turns=True)
    people.may_act((0, 1), (), 0.0)
    people.may_act((0, 1), {0}, 5_000.0)
    found = people.timeouts(PUSH.start(PUSH.options(), 2))
    assert list(found) == [(15_000.0, 0, Timeout.SLOW), (10_000.0, 1, Timeout.SLOW)]


def test_a_bot_lets_its_turn_be_seen() -> None:
    desk = Desk(new_match(PUSH, "bh"), TableSettings(bot_pause_s=0.7), think=first_act)
    assert desk.pass_until(lambda: desk.texts != []) == pytest.approx(700)


def test_nothing_runs_while_paused_and_everything_starts_afresh() -> None:
    desk = Desk(new_match(PUSH, "hh"), TableSettings(turn_limit_s=20), think=first_act)
    desk.disconnect(1)
    desk.pass_time(19_000)
    desk.live.pause(desk.now)
    assert desk.answered(0, desk.act(0, "draw")) == "paused"
    assert desk.live.next_wake() is None
    desk.pass_time(1e6)
    desk.live.resume(desk.now)
    desk.pump()
    assert desk.pass_until(lambda: desk.texts != []) == pytest.approx(20_700)


def test_an_absence_counts_afresh_after_a_pause() -> None:
    desk = Desk(new_match(PUSH, "hh"), think=first_act)
    desk.disconnect(0)
    desk.pass_time(39_000)
    desk.live.pause(desk.now)
    desk.pass_time(1e6)
    desk.live.resume(desk.now)
    desk.pump()
    assert desk.pass_until(lambda: desk.live.seats[0].stood_in) == pytest.approx(40_000)


def test_bots_are_asked_again_after_a_pause() -> None:
    desk = Desk(new_match(PUSH, "bh"), think=first_act)
    desk.live.pause(desk.now)
    desk.live.resume(desk.now)
    desk.pump()
    desk.pass_until(lambda: desk.texts != [])
    assert [think.asked for think in desk.thoughts[:2]] == [0, 0]


def test_a_restart_begins_the_grace_anew() -> None:
    desk = Desk(new_match(PUSH, "hh"))
    desk.act(0, "draw")
    again = Desk(taken_up(desk.log), think=first_act, present=False, now=7.0)
    assert again.pass_until(lambda: again.live.seats[0].stood_in) == pytest.approx(40_000)
    assert again.match.entries == desk.match.entries


def test_all_who_decide_together_are_asked_and_answered() -> None:
    """One's choice makes the others' bots look again; nobody is forgotten."""
    desk = Desk(new_match(QUINTO, "bbbb"), think=minds(QUINTO, 2))
    desk.pass_until(lambda: bool(desk.over), most_ms=1e9)
    assert {seat for seat, _ in desk.texts} == {0, 1, 2, 3}


@pytest.mark.parametrize("game", ALL, ids=lambda game: game.id)
def test_a_local_host_plays_a_whole_match_in_no_time(game: AnyGame) -> None:
    match = new_match(game, "bb")
    chairs = [SeatState(name, "bot", "easy") for name in ("Ann", "Bob")]
    log: list[bytes] = []
    told: list[Any] = []
    live = LiveMatch(match, chairs, TableSettings(), Random(1), 0.0)
    host = LocalHost(live, minds(game, 1), log.extend, told.append)
    ended = host.run(0.0, until=1e9)
    assert match.outcome is not None
    assert live.next_wake() is None
    assert taken_up([match.header_line + b"\n", *log]).state == match.state
    assert ended > 0 or game.tempo is Tempo.TURNS
