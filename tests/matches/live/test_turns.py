"""Turn games at a live table: stand-ins, limits, bots, pauses."""

from collections import Counter
from random import Random
from typing import Any

import pytest
from msgspec import UNSET

from cartable.games import registry
from cartable.games.push import PUSH
from cartable.games.quinto import QUINTO
from cartable.kernel import Act, AnyGame, Seat, Tempo
from cartable.matches.live import LiveMatch, LocalHost, SeatState, TableSettings, Think
from cartable.matches.live.bots import MOST_REFUSALS, SILENT_MS
from cartable.matches.live.people import People, Timeout
from tests.kit.live import ManualHost, new_match, real_bots, resumed


def first_act(think: Think) -> tuple[Act | None, float]:
    return think.legal[0], think.now


def marks(host: ManualHost, seat: Seat) -> list[Any]:
    return [entry.about.by for entry in host.match.entries if entry.seat == seat]


def test_an_absent_player_has_forty_seconds_on_the_own_turn() -> None:
    host = ManualHost(new_match(PUSH, "hh"), think=first_act)
    host.disconnect(0)
    host.disconnect(1)
    assert host.pass_until(lambda: host.live.seats[0].stood_in) == pytest.approx(40_000)
    assert not host.live.seats[1].stood_in, "it is not their turn"
    host.pass_until(lambda: marks(host, 0) != [])
    assert set(marks(host, 0)) == {"stand-in"}


def test_time_away_before_the_own_turn_does_not_count() -> None:
    host = ManualHost(new_match(PUSH, "hh"), think=first_act)
    host.disconnect(1)
    host.pass_time(100_000)
    for text in ("draw", "place 1", "stop", "take 1"):
        host.act(0, text)
    assert host.live.game.actors(host.live.state) == {1}
    assert host.pass_until(lambda: host.live.seats[1].stood_in) == pytest.approx(40_000)


def test_who_is_back_has_the_seat_at_once() -> None:
    """What the stand-in was about to do is not done."""
    host = ManualHost(new_match(PUSH, "hh"), think=first_act)
    host.disconnect(0)
    host.pass_until(lambda: host.live.seats[0].stood_in)
    host.connect(0)
    assert not host.live.seats[0].stood_in
    host.pass_time(60_000)
    assert host.texts == []
    host.act(0, "draw")
    assert marks(host, 0) == [UNSET]


@pytest.mark.parametrize(("settings", "level"), [(TableSettings(), "fair"), (TableSettings(stand_in="easy"), "easy")])
def test_a_stand_in_is_fair_unless_the_table_says_otherwise(settings: TableSettings, level: str) -> None:
    host = ManualHost(new_match(PUSH, "hh"), settings)
    host.disconnect(0)
    host.pass_until(lambda: host.live.seats[0].stood_in)
    assert [think.level for think in host.thoughts] == [level]


def test_a_thought_is_awaited_until_the_table_moves_on() -> None:
    host = ManualHost(new_match(PUSH, "hh"))
    host.disconnect(0)
    host.pass_until(lambda: host.live.seats[0].stood_in)
    (think,) = host.thoughts
    assert host.live.awaits(0, think.asked)
    assert not host.live.awaits(1, think.asked)
    host.connect(0)
    assert not host.live.awaits(0, think.asked)


def test_a_late_answer_of_a_stand_in_is_dropped() -> None:
    """Bots may think in another process: the player is back before the answer is."""
    host = ManualHost(new_match(PUSH, "hh"))
    host.disconnect(0)
    host.pass_until(lambda: host.live.seats[0].stood_in)
    (think,) = host.thoughts
    host.connect(0)
    host.live.bot_decided(0, think.asked, think.legal[0], host.now, host.now)
    host.pass_time(10_000)
    assert host.texts == []


def test_who_gives_the_seat_up_is_stood_in_for_at_once() -> None:
    host = ManualHost(new_match(PUSH, "hh"), think=first_act)
    host.live.left(0, host.now)
    host.pump()
    host.pass_time(2_000)
    assert marks(host, 0)[:1] == ["stand-in"]


def test_being_cut_off_twice_is_being_away_once() -> None:
    host = ManualHost(new_match(PUSH, "hh"), think=first_act)
    host.disconnect(0)
    host.pass_time(30_000)
    host.disconnect(0)
    assert host.pass_until(lambda: host.live.seats[0].stood_in) == pytest.approx(10_000)


def test_nobody_is_hurried_unasked() -> None:
    host = ManualHost(new_match(PUSH, "hh"), think=first_act)
    host.pass_time(1e7)
    assert host.texts == []
    assert host.live.next_wake() is None


def test_a_turn_limit_makes_one_decision_for_the_player() -> None:
    host = ManualHost(new_match(PUSH, "hh"), TableSettings(turn_limit_s=20), think=first_act)
    host.pass_time(19_999)
    assert host.texts == []
    host.pass_until(lambda: host.texts != [])
    assert marks(host, 0) == ["stand-in"]
    assert not host.live.seats[0].stood_in
    decided = host.now
    host.pass_until(lambda: len(host.texts) == 2)
    assert host.now - decided == pytest.approx(20_700), "the next decision has its own time, and the bot its pause"


def test_coming_and_going_does_not_put_the_turn_limit_off() -> None:
    host = ManualHost(new_match(PUSH, "hh"), TableSettings(turn_limit_s=20), think=first_act)
    for _ in range(5):
        host.disconnect(0)
        host.pass_time(2_000)
        host.connect(0)
        host.pass_time(1_900)
    host.pass_time(1_500)
    assert marks(host, 0) == ["stand-in"]


def test_coming_back_just_before_the_hurried_act_does_not_either() -> None:
    host = ManualHost(new_match(PUSH, "hh"), TableSettings(turn_limit_s=20), think=first_act)
    host.pass_time(20_100)
    host.connect(0)
    host.pass_time(1_000)
    assert marks(host, 0) == ["stand-in"]


def test_an_act_of_the_player_comes_before_the_hurried_one() -> None:
    host = ManualHost(new_match(PUSH, "hh"), TableSettings(turn_limit_s=20), think=first_act)
    host.pass_time(20_100)
    host.act(0, "draw")
    host.pass_time(5_000)
    assert host.texts == [(0, "draw")]
    assert marks(host, 0) == [UNSET]


def test_where_all_decide_together_each_has_the_whole_time() -> None:
    """Whoever has just acted starts again; the others' time goes on."""
    seats = [SeatState("Ann"), SeatState("Bob")]
    people = People(PUSH, seats, TableSettings(turn_limit_s=10), in_turns=True)
    people.may_act((0, 1), (), 0.0)
    people.may_act((0, 1), {0}, 5_000.0)
    found = people.timeouts(PUSH.start(PUSH.options(), 2))
    assert list(found) == [(15_000.0, 0, Timeout.SLOW), (10_000.0, 1, Timeout.SLOW)]


def test_a_bot_lets_its_turn_be_seen() -> None:
    host = ManualHost(new_match(PUSH, "bh"), TableSettings(bot_pause_s=0.7), think=first_act)
    assert host.pass_until(lambda: host.texts != []) == pytest.approx(700)


def test_nothing_runs_while_paused_and_everything_starts_afresh() -> None:
    host = ManualHost(new_match(PUSH, "hh"), TableSettings(turn_limit_s=20), think=first_act)
    host.disconnect(1)
    host.pass_time(19_000)
    host.live.pause(host.now)
    assert host.answered(0, host.act(0, "draw")) == "paused"
    assert host.live.next_wake() is None
    host.pass_time(1e6)
    host.live.resume(host.now)
    host.pump()
    assert host.pass_until(lambda: host.texts != []) == pytest.approx(20_700)


def test_an_absence_counts_afresh_after_a_pause() -> None:
    host = ManualHost(new_match(PUSH, "hh"), think=first_act)
    host.disconnect(0)
    host.pass_time(39_000)
    host.live.pause(host.now)
    host.pass_time(1e6)
    host.live.resume(host.now)
    host.pump()
    assert host.pass_until(lambda: host.live.seats[0].stood_in) == pytest.approx(40_000)


def test_bots_are_asked_again_after_a_pause() -> None:
    host = ManualHost(new_match(PUSH, "bh"), think=first_act)
    host.live.pause(host.now)
    host.live.resume(host.now)
    host.pump()
    host.pass_until(lambda: host.texts != [])
    assert [think.asked for think in host.thoughts[:2]] == [0, 0]


def test_a_restart_starts_the_grace_time_again() -> None:
    host = ManualHost(new_match(PUSH, "hh"))
    host.act(0, "draw")
    again = ManualHost(resumed(host.log), think=first_act, present=False, now=7.0)
    assert again.pass_until(lambda: again.live.seats[0].stood_in) == pytest.approx(40_000)
    assert again.match.entries == host.match.entries


def test_all_who_decide_together_are_asked_and_answered() -> None:
    """One's choice makes the others' bots look again; nobody is forgotten."""
    host = ManualHost(new_match(QUINTO, "bbbb"), think=real_bots(QUINTO, 2))
    host.pass_until(lambda: bool(host.over), most_ms=1e9)
    assert {seat for seat, _ in host.texts} == {0, 1, 2, 3}


@pytest.mark.parametrize("game", registry.games(), ids=lambda game: game.id)
def test_a_local_host_plays_a_whole_match_in_no_time(game: AnyGame) -> None:
    match = new_match(game, "bb")
    seats = [SeatState(name, "bot", "easy") for name in ("Ann", "Bob")]
    log: list[bytes] = []
    told: list[Any] = []
    live = LiveMatch(match, seats, TableSettings(), Random(1), 0.0)
    host = LocalHost(live, real_bots(game, 1), log.extend, told.append)
    ended = host.run(0.0, until=1e9)
    assert match.outcome is not None
    assert live.next_wake() is None
    assert resumed([match.header_line + b"\n", *log]).state == match.state
    assert ended > 0 or game.tempo is Tempo.TURNS


@pytest.mark.parametrize("game", registry.games(), ids=lambda game: game.id)
def test_a_bot_that_wants_what_is_refused_is_asked_three_times_and_then_replaced(game: AnyGame) -> None:
    """In every game: the match goes on with some legal act, which the log marks."""
    asked: list[tuple[Seat, int]] = []
    usual = ManualHost(new_match(game, "bb"), think=real_bots(game, 1))
    usual.pass_until(lambda: len(usual.match.entries) > 60 or bool(usual.over))
    # The dealer's acts too: where a game has few acts, all those of players may be legal.
    acts = [game.read(text) for text in dict.fromkeys(entry.text for entry in usual.match.entries)]

    def stubborn(think: Think) -> tuple[Act | None, float]:
        asked.append((think.seat, think.asked))
        return next((act for act in acts if act is not None and act not in think.legal), None), think.now

    host = ManualHost(new_match(game, "bb"), think=stubborn)
    host.pass_until(lambda: len([entry for entry in host.match.entries if entry.seat >= 0]) >= 4)
    acted = [entry for entry in host.match.entries if entry.seat >= 0]
    assert {entry.about.by for entry in acted} == {"stand-in"}
    assert max(Counter(asked).values()) <= MOST_REFUSALS


@pytest.mark.parametrize("game", [PUSH, QUINTO], ids=lambda game: game.id)
def test_a_bot_that_only_waits_holds_nobody_up(game: AnyGame) -> None:
    """After ten seconds some legal act is done for it, which the log marks; until then it may be asked again."""
    host = ManualHost(new_match(game, "bb"), think=lambda think: (None, think.now))
    passed = host.pass_until(lambda: any(entry.seat >= 0 for entry in host.match.entries))
    assert passed == pytest.approx(SILENT_MS)
    host.pass_until(lambda: len([entry for entry in host.match.entries if entry.seat >= 0]) >= 4)
    assert {entry.about.by for entry in host.match.entries if entry.seat >= 0} == {"stand-in"}
