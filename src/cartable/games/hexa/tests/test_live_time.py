"""Hexa at a live table: patience, pauses, restarts, stand-ins and bots."""

import pytest
from msgspec import UNSET

from cartable.games.hexa import HEXA
from cartable.games.hexa.options import HexaOptions
from cartable.games.hexa.state import HexaPhase
from cartable.games.hexa.tests.live import shown, table, turn
from cartable.games.hexa.view import HexaView
from cartable.kernel import CLOCK, Act
from cartable.matches.live import TableSettings, Think
from cartable.matches.live.call_race import REVEAL_LEAST
from cartable.matches.referee import WINDOW
from cartable.matches.referee.latency import NOMINAL_PAINT
from tests.kit.live import ManualHost, Thinker, new_match, real_bots, resumed

NO_WAITS = TableSettings(wait_scale=0.0)


# --- time ----------------------------------------------------------------------------------------------------------


def test_hexa_20_patience_counts_from_the_showing() -> None:
    host = table("hh", (20.0, 20.0), patience_s=10)
    card = turn(host)
    host.pass_until(lambda: host.texts[-1] == (CLOCK, "unclaimed"))
    assert host.now - max(card.send_at.values()) == pytest.approx(10_000, abs=50)


def test_a_call_within_the_patience_counts_though_it_is_still_being_judged() -> None:
    host = table("hh", (0.0, 300.0), patience_s=1)
    card = shown(host)
    host.pass_time(999 - (host.now - max(card.send_at.values())))
    k = host.act(0, "call 1", saw=card.n, interval=980.0)
    assert host.silent(0, k), "the far player may have been first"
    host.pass_time(WINDOW)
    assert host.answered(0, k) == "accepted"
    assert (CLOCK, "unclaimed") not in host.texts


def test_a_bot_that_would_call_after_the_patience_never_does() -> None:
    host = ManualHost(new_match(HEXA, "hb", HexaOptions(patience_s=1)), think=lambda t: (t.legal[0], t.now + 5_000))
    shown(host)
    host.pass_until(lambda: host.texts[-1] == (CLOCK, "unclaimed"))
    assert host.live.state.phase is HexaPhase.TURN


def test_pausing_voids_the_race_and_answers_who_called() -> None:
    host = table("hh", (0.0, 300.0))
    card = shown(host)
    host.pass_time(400)
    k = host.act(0, "call 1", saw=card.n, interval=400.0)
    host.live.pause(host.now)
    host.pump()
    assert host.answered(0, k) == "late"
    assert host.texts[-1] == (CLOCK, "unclaimed")
    host.pass_time(60_000)
    assert host.live.next_wake() is None, "nothing runs while paused"
    assert host.answered(0, host.act(0, "turn")) == "paused"
    host.live.resume(host.now)
    host.pump()
    resumed = host.now
    assert host.pass_until(lambda: host.texts[-1] == (0, "turn")) == pytest.approx(5_000), "auto_s, from the resuming"
    assert host.now - resumed == pytest.approx(5_000)


def test_pausing_before_the_card_is_shown_tells_everything_in_order() -> None:
    host = table()
    card = turn(host)
    host.live.pause(host.now)
    host.pump()
    assert all(host.published[-1].send_at[seat] >= card.send_at[seat] for seat in (0, 1, None))
    host.live.resume(host.now)
    host.pump()
    following = turn(host)
    assert min(following.send_at.values()) >= max(card.send_at.values()) + REVEAL_LEAST


def test_pausing_twice_and_resuming_twice_is_pausing_once() -> None:
    host = table()
    shown(host)
    for _ in range(2):
        host.live.pause(host.now)
        host.pump()
    assert host.texts.count((CLOCK, "unclaimed")) == 1
    for _ in range(2):
        host.live.resume(host.now)
        host.pump()
    turn(host)


def test_a_restart_voids_the_open_card_and_the_match_goes_on() -> None:
    host = table("hh", (0.0, 300.0))
    card = shown(host)
    host.act(0, "call 1", saw=card.n)
    again = ManualHost(resumed(host.log), now=50.0)
    assert again.texts[-1] == (CLOCK, "unclaimed")
    assert again.live.state.turner == 0
    card = shown(again)
    k = again.act(1, "call impossible", saw=card.n)
    again.pass_time(WINDOW)
    assert again.answered(1, k) == "accepted"
    times = [entry.at_ms for entry in again.match.entries]
    assert times == sorted(times)


def test_an_idle_turner_is_helped_by_the_table() -> None:
    host = table()
    assert host.pass_until(lambda: host.stored > 0 and host.texts[-1:] == [(0, "turn")]) == pytest.approx(5_000)
    entry = next(entry for entry in host.match.entries if entry.text == "turn")
    assert entry.about.by == "table"


def test_who_comes_back_has_time_to_turn() -> None:
    host = table()
    host.pass_time(4_000)
    host.disconnect(0)
    host.pass_time(4_000)
    host.connect(0)
    assert host.pass_until(lambda: host.texts[-1:] == [(0, "turn")]) == pytest.approx(5_000)


# --- stand-ins and bots --------------------------------------------------------------------------------------------


def called_after(ms: float) -> Thinker:
    """A bot that turns at once and calls impossible so long after the card."""

    def think(asked: Think) -> tuple[Act | None, float]:
        view: HexaView = asked.view
        return asked.legal[-1], asked.now + (ms if view.phase is HexaPhase.OPEN else 0.0)

    return think


def test_a_stand_in_plays_after_the_grace_and_the_log_says_so() -> None:
    host = ManualHost(new_match(HEXA, "hh"), think=called_after(500.0))
    host.disconnect(0)
    assert host.pass_until(lambda: host.live.seats[0].stood_in) == pytest.approx(8_000)
    host.pass_until(lambda: (0, "call impossible") in host.texts)
    marked = [entry for entry in host.match.entries if entry.seat == 0]
    assert {entry.about.by for entry in marked} == {"stand-in"}
    assert [think.level for think in host.thoughts] == ["fair"] * len(host.thoughts)


def test_the_seat_is_given_back_at_once_even_in_the_middle_of_a_race() -> None:
    """What the stand-in only planned is not done; the player may call."""
    host = ManualHost(new_match(HEXA, "hhh"), think=called_after(3_000.0))
    host.disconnect(1)
    card = shown(host)
    host.pass_until(lambda: host.live.seats[1].stood_in)
    host.pass_time(1_000)
    host.connect(1, 20.0)
    k = host.act(1, "call 1", saw=card.n)
    host.pass_time(WINDOW)
    assert host.answered(1, k) == "accepted"
    assert all(entry.about.by is UNSET for entry in host.match.entries if entry.seat == 1)


def test_a_call_that_a_stand_in_has_made_stands() -> None:
    host = ManualHost(new_match(HEXA, "hhh"), think=called_after(300.0))
    for seat in (0, 2):
        host.connect(seat, 400.0)
    host.disconnect(1)
    host.live.left(1, host.now)
    host.pump()
    card = shown(host)
    host.pass_time(card.send_at[0] + 200 + NOMINAL_PAINT + 310 - host.now)
    assert host.texts[-1] == (0, "turn"), "the far players may have been first"
    host.connect(1, 20.0)
    host.pass_time(WINDOW)
    assert host.texts[-1] == (1, "call impossible")


def test_who_leaves_right_after_calling_has_called_once() -> None:
    host = ManualHost(new_match(HEXA, "hhh"), think=called_after(10.0))
    for seat, rtt in enumerate((20.0, 20.0, 300.0)):
        host.connect(seat, rtt)
    card = shown(host)
    host.pass_time(400)
    k = host.act(1, "call 1", saw=card.n, interval=400.0)
    assert host.silent(1, k)
    host.live.left(1, host.now)
    host.pump()
    host.pass_time(WINDOW)
    assert host.answered(1, k) == "accepted"
    assert [text for seat, text in host.texts if seat == 1 and text != "turn"] == ["call 1"]


def test_a_stand_in_does_not_see_a_card_before_the_others() -> None:
    host = ManualHost(new_match(HEXA, "hh"), think=called_after(500.0))
    card = turn(host)
    host.live.left(1, host.now)
    host.pump()
    paint = max(card.send_at.values()) + NOMINAL_PAINT
    assert host.thoughts[-1].now == paint
    host.pass_until(lambda: (1, "call impossible") in host.texts)
    assert paint + 500 <= host.now <= paint + 500 + WINDOW


def test_a_bot_that_is_sent_away_plays_on_as_it_is() -> None:
    host = ManualHost(new_match(HEXA, "hb"), think=called_after(500.0))
    host.live.seats[1].level = "expert"
    host.live.left(1, host.now)
    host.pump()
    shown(host)
    host.pass_time(2_000)
    assert {think.level for think in host.thoughts} == {"expert"}
    assert all(entry.about.by is UNSET for entry in host.match.entries if entry.seat == 1)


def test_bots_alone_come_to_an_end_at_any_pace() -> None:
    """Without any pause they would all call at the same instant, and be tied again and again."""
    host = ManualHost(new_match(HEXA, "bbbb"), NO_WAITS, think=real_bots(HEXA, 3))
    host.pass_until(lambda: bool(host.over), most_ms=600_000)
    ties = sum(text.startswith("tie") for _, text in host.texts)
    assert ties < len(host.texts) / 2
