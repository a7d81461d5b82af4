"""Hexa at a live table: one card, everybody's call, and the referee between them."""

from typing import NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec import UNSET

from cartable.games.hexa import HEXA
from cartable.games.hexa.state import HexaOptions, HexaPhase
from cartable.games.hexa.view import HexaView
from cartable.kernel import CLOCK, Act
from cartable.table.live import Publish, ReplyKind, TableSettings, Think
from cartable.table.live.call_race import REVEAL_LEAST, REVEAL_MOST
from cartable.table.referee import WINDOW
from cartable.table.referee.latency import NOMINAL_PAINT
from tests.kit.live import Desk, Thinker, minds, new_match, taken_up

PACE_0 = TableSettings(pace=0.0)


class Call(NamedTuple):
    """What one player calls, and how long after the card was painted there."""

    seat: int
    text: str
    after: float


def table(kinds: str = "hh", rtts: tuple[float, ...] = (), **options: int) -> Desk:
    """People on lines of these round trips, before the first card."""
    desk = Desk(new_match(HEXA, kinds, HexaOptions(**options)))
    for seat, rtt in enumerate(rtts):
        desk.connect(seat, rtt)
    return desk


def turn(desk: Desk) -> Publish:
    """The card is turned; its showing."""
    desk.act(desk.live.state.turner, "turn")
    card = desk.published[-1]
    assert card.race
    return card


def shown(desk: Desk) -> Publish:
    """The card is turned and lies open before everybody."""
    card = turn(desk)
    desk.pass_time(max(card.send_at.values()) + NOMINAL_PAINT - desk.now)
    return card


def play(desk: Desk, card: Publish, calls: list[Call], rtts: tuple[float, ...]) -> dict[int, int]:
    """Paints, SEENs and calls as they arrive over these lines; the number of each seat's call."""
    painted = {seat: card.send_at[seat] + rtt + NOMINAL_PAINT for seat, rtt in enumerate(rtts)}
    posts: list[tuple[float, int, Call | None]] = [(at, seat, None) for seat, at in painted.items()]
    posts += [(painted[call.seat] + call.after, call.seat, call) for call in calls]
    ks = {}
    for at, seat, post in sorted(posts, key=lambda each: each[:2]):
        desk.pass_time(at - desk.now)
        if post is None:
            desk.seen(seat, card.n)
        else:
            ks[seat] = desk.act(seat, post.text, saw=card.n, interval=post.after)
    desk.pass_time(WINDOW)
    return ks


# --- showing -------------------------------------------------------------------------------------------------------


def test_a_card_is_shown_to_all_at_once_at_an_instant_nobody_foresees() -> None:
    """Written earlier to far players; to spectators with the last of them."""
    desk = table("hhh", (0.0, 40.0, 200.0))
    turned = desk.now
    card = turn(desk)
    paints = [card.send_at[seat] + rtt / 2 for seat, rtt in enumerate((0.0, 40.0, 200.0))]
    assert paints == pytest.approx([paints[0]] * 3)
    assert card.send_at[None] == card.send_at[0]
    assert REVEAL_LEAST <= min(card.send_at.values()) - turned <= REVEAL_MOST


def test_nobody_is_shown_the_card_with_what_came_before_it() -> None:
    desk = table()
    assert all(stage.state.phase is HexaPhase.TURN for stage in desk.published)
    card = turn(desk)
    assert card.state.phase is HexaPhase.OPEN
    assert [numbered.event.name() for numbered in card.events] == ["card-turned"]
    assert desk.answers[-1].kind is ReplyKind.ACCEPTED, "who turned it is answered at once"


def test_a_call_before_the_card_is_shown_is_no_call() -> None:
    desk = table()
    card = turn(desk)
    assert desk.answered(1, desk.act(1, "call 1")) == "late"
    desk.pass_time(card.send_at[1] - desk.now - 1)
    assert desk.answered(1, desk.act(1, "call 1", saw=card.n - 2)) == "late"
    assert desk.live.state.phase is HexaPhase.OPEN


def test_a_call_before_the_card_is_even_stored_is_no_call() -> None:
    desk = table()
    desk.late = True
    desk.act(0, "turn")
    k = desk.act(1, "call 1")
    desk.commit()
    assert desk.answered(1, k) == "late"
    assert desk.live.state.phase is HexaPhase.OPEN


# --- calling -------------------------------------------------------------------------------------------------------


def test_hexa_11_the_earlier_call_counts_though_it_arrives_later() -> None:
    rtts = (0.0, 200.0)
    desk = table("hh", rtts)
    card = turn(desk)
    ks = play(desk, card, [Call(0, "call 1", 460.0), Call(1, "call 2", 400.0)], rtts)
    assert desk.answered(1, ks[1]) == "accepted"
    assert desk.answered(0, ks[0]) == "late"
    entry = desk.match.entries[desk.answer(1, ks[1]).n or 0]
    assert (entry.seat, entry.text, entry.about.k) == (1, "call 2", ks[1])


def test_contested_calls_leave_receipts_in_the_log_and_for_everybody() -> None:
    desk = table("hh", (20.0, 20.0))
    card = turn(desk)
    play(desk, card, [Call(0, "call 1", 400.0), Call(1, "call 2", 414.0)], (20.0, 20.0))
    stage = next(stage for stage in desk.published if stage.receipts)
    assert [(each.seat, each.call, each.time, str(each.verdict)) for each in stage.receipts] == [
        (0, "call 1", 400.0, "first"),
        (1, "call 2", 414.0, "later"),
    ]
    (entry,) = [entry for entry in desk.match.entries if entry.about.receipt is not UNSET]
    assert isinstance(entry.about.receipt, dict)
    assert [call["time"] for call in entry.about.receipt["calls"]] == [400.0, 414.0]


def test_a_call_nobody_contests_needs_no_receipt() -> None:
    desk = table("hh", (20.0, 20.0))
    play(desk, turn(desk), [Call(0, "call 1", 400.0)], (20.0, 20.0))
    assert not any(stage.receipts for stage in desk.published)
    assert desk.texts[-1] == (0, "call 1")


def test_hexa_21_calls_that_cannot_be_told_apart_are_tied() -> None:
    desk = table("hhh", (20.0, 90.0, 20.0))
    card = turn(desk)
    calls = [Call(0, "call 1", 400.0), Call(1, "call impossible", 408.0), Call(2, "call 3", 500.0)]
    ks = play(desk, card, calls, (20.0, 90.0, 20.0))
    assert desk.texts[-1] == (CLOCK, "tie 0:1 1:impossible")
    assert [desk.answered(seat, ks[seat]) for seat in range(3)] == ["accepted", "accepted", "late"]
    tie = desk.match.entries[-1]
    assert tie.about.tied == ((0, ks[0]), (1, ks[1]))
    assert desk.answer(0, ks[0]).n == tie.n
    again = Desk(taken_up(desk.log))
    again.send(0, ks[0], "call 1")
    assert again.answers[-1].kind is ReplyKind.ALREADY, "tied calls are known after a restart"


def test_hexa_22_only_the_tied_run_for_the_next_card_but_all_see_it() -> None:
    rtts = (20.0, 20.0, 20.0)
    desk = table("hhh", rtts)
    play(desk, turn(desk), [Call(0, "call 1", 400.0), Call(1, "call 1", 400.0)], rtts)
    card = turn(desk)
    assert set(card.send_at) == {None, 0, 1, 2}
    ks = play(desk, card, [Call(2, "call 1", 300.0), Call(1, "call 2", 500.0)], rtts)
    assert desk.answered(2, ks[2]) == "only-the-tied"
    assert desk.answered(1, ks[1]) == "accepted"


def test_a_call_that_cannot_be_made_spoils_nothing() -> None:
    desk = table("hh", (20.0, 20.0))
    card = shown(desk)
    assert desk.answered(0, desk.act(0, "call 9", saw=card.n)) == "no-such-row"
    assert desk.answered(0, desk.act(0, "turn", saw=card.n)) == "call-it-first"
    k = desk.act(0, "call 1", saw=card.n, interval=400.0)
    desk.pass_time(WINDOW)
    assert desk.answered(0, k) == "accepted"


def test_hexa_19_one_call_a_player() -> None:
    desk = table("hh", (20.0, 200.0))
    card = shown(desk)
    desk.pass_time(400)
    first = desk.act(0, "call 1", saw=card.n)
    second = desk.act(0, "call 2", saw=card.n)
    desk.pass_time(WINDOW)
    assert desk.answered(0, first) == "accepted"
    assert desk.answered(0, second) == "called-already"


@pytest.mark.parametrize("rtt", [0.0, 60.0, 400.0])
def test_nobody_waits_for_a_silent_player_beyond_the_window(rtt: float) -> None:
    desk = table("hh", (20.0, rtt))
    card = shown(desk)
    desk.pass_time(300)
    called = desk.now
    k = desk.act(0, "call 1", saw=card.n, interval=300.0)
    desk.pass_until(lambda: not desk.silent(0, k))
    assert desk.now - called <= WINDOW


def test_a_player_who_is_here_can_call_though_nothing_is_known_of_the_line() -> None:
    desk = Desk(new_match(HEXA, "hh"))
    card = shown(desk)
    k = desk.act(0, "call 1", saw=card.n)
    desk.pass_time(WINDOW)
    assert desk.answered(0, k) == "accepted"


def test_nobody_waits_for_who_is_not_here() -> None:
    desk = Desk(new_match(HEXA, "hh"), present=False)
    desk.connect(0, 20.0)
    card = shown(desk)
    k = desk.act(0, "call 1", saw=card.n)
    assert desk.answered(0, k) == "accepted", "at once: nobody else could have been first"


@given(
    rtts=st.tuples(*[st.sampled_from([0.0, 30.0, 90.0, 250.0])] * 3),
    times=st.tuples(*[st.integers(20, 70).map(lambda n: 10.0 * n)] * 3),
    sooner=st.integers(1, 30).map(lambda n: 10.0 * n),
)
def test_answering_earlier_never_ranks_lower(rtts: tuple[float, ...], times: tuple[float, ...], sooner: float) -> None:
    def rank(first: float) -> int:
        desk = table("hhh", rtts)
        card = turn(desk)
        calls = [Call(seat, "call impossible", after) for seat, after in enumerate((first, *times[1:]))]
        ks = play(desk, card, calls, rtts)
        if desk.answered(0, ks[0]) != "accepted":
            return 2
        return 1 if desk.texts[-1][0] == CLOCK else 0

    assert rank(max(160.0, times[0] - sooner)) <= rank(times[0])


# --- time ----------------------------------------------------------------------------------------------------------


def test_hexa_20_patience_counts_from_the_showing() -> None:
    desk = table("hh", (20.0, 20.0), patience_s=10)
    card = turn(desk)
    desk.pass_until(lambda: desk.texts[-1] == (CLOCK, "unclaimed"))
    assert desk.now - max(card.send_at.values()) == pytest.approx(10_000, abs=50)


def test_a_call_within_the_patience_counts_though_it_is_still_being_judged() -> None:
    desk = table("hh", (0.0, 300.0), patience_s=1)
    card = shown(desk)
    desk.pass_time(999 - (desk.now - max(card.send_at.values())))
    k = desk.act(0, "call 1", saw=card.n, interval=980.0)
    assert desk.silent(0, k), "the far player may have been first"
    desk.pass_time(WINDOW)
    assert desk.answered(0, k) == "accepted"
    assert (CLOCK, "unclaimed") not in desk.texts


def test_a_bot_that_would_call_after_the_patience_never_does() -> None:
    desk = Desk(new_match(HEXA, "hb", HexaOptions(patience_s=1)), think=lambda t: (t.legal[0], t.now + 5_000))
    shown(desk)
    desk.pass_until(lambda: desk.texts[-1] == (CLOCK, "unclaimed"))
    assert desk.live.state.phase is HexaPhase.TURN


def test_pausing_voids_the_race_and_answers_who_called() -> None:
    desk = table("hh", (0.0, 300.0))
    card = shown(desk)
    desk.pass_time(400)
    k = desk.act(0, "call 1", saw=card.n, interval=400.0)
    desk.live.pause(desk.now)
    desk.pump()
    assert desk.answered(0, k) == "late"
    assert desk.texts[-1] == (CLOCK, "unclaimed")
    desk.pass_time(60_000)
    assert desk.live.next_wake() is None, "nothing runs while paused"
    assert desk.answered(0, desk.act(0, "turn")) == "paused"
    desk.live.resume(desk.now)
    desk.pump()
    resumed = desk.now
    assert desk.pass_until(lambda: desk.texts[-1] == (0, "turn")) == pytest.approx(5_000), "auto_s, from the resuming"
    assert desk.now - resumed == pytest.approx(5_000)


def test_pausing_before_the_card_is_shown_tells_everything_in_order() -> None:
    desk = table()
    card = turn(desk)
    desk.live.pause(desk.now)
    desk.pump()
    assert all(desk.published[-1].send_at[seat] >= card.send_at[seat] for seat in (0, 1, None))
    desk.live.resume(desk.now)
    desk.pump()
    following = turn(desk)
    assert min(following.send_at.values()) >= max(card.send_at.values()) + REVEAL_LEAST


def test_pausing_twice_and_resuming_twice_is_pausing_once() -> None:
    desk = table()
    shown(desk)
    for _ in range(2):
        desk.live.pause(desk.now)
        desk.pump()
    assert desk.texts.count((CLOCK, "unclaimed")) == 1
    for _ in range(2):
        desk.live.resume(desk.now)
        desk.pump()
    turn(desk)


def test_a_restart_voids_the_open_card_and_the_match_goes_on() -> None:
    desk = table("hh", (0.0, 300.0))
    card = shown(desk)
    desk.act(0, "call 1", saw=card.n)
    again = Desk(taken_up(desk.log), now=50.0)
    assert again.texts[-1] == (CLOCK, "unclaimed")
    assert again.live.state.turner == 0
    card = shown(again)
    k = again.act(1, "call impossible", saw=card.n)
    again.pass_time(WINDOW)
    assert again.answered(1, k) == "accepted"
    times = [entry.at_ms for entry in again.match.entries]
    assert times == sorted(times)


def test_an_idle_turner_is_helped_by_the_table() -> None:
    desk = table()
    assert desk.pass_until(lambda: desk.stored > 0 and desk.texts[-1:] == [(0, "turn")]) == pytest.approx(5_000)
    entry = next(entry for entry in desk.match.entries if entry.text == "turn")
    assert entry.about.by == "table"


def test_who_comes_back_has_time_to_turn() -> None:
    desk = table()
    desk.pass_time(4_000)
    desk.disconnect(0)
    desk.pass_time(4_000)
    desk.connect(0)
    assert desk.pass_until(lambda: desk.texts[-1:] == [(0, "turn")]) == pytest.approx(5_000)


# --- stand-ins and bots --------------------------------------------------------------------------------------------


def called_after(ms: float) -> Thinker:
    """A bot that turns at once and calls impossible so long after the card."""

    def think(asked: Think) -> tuple[Act | None, float]:
        view: HexaView = asked.view
        return asked.legal[-1], asked.now + (ms if view.phase is HexaPhase.OPEN else 0.0)

    return think


def test_a_stand_in_plays_after_the_grace_and_the_log_says_so() -> None:
    desk = Desk(new_match(HEXA, "hh"), think=called_after(500.0))
    desk.disconnect(0)
    assert desk.pass_until(lambda: desk.live.seats[0].stood_in) == pytest.approx(8_000)
    desk.pass_until(lambda: (0, "call impossible") in desk.texts)
    marked = [entry for entry in desk.match.entries if entry.seat == 0]
    assert {entry.about.by for entry in marked} == {"stand-in"}
    assert [think.level for think in desk.thoughts] == ["fair"] * len(desk.thoughts)


def test_the_seat_is_given_back_at_once_even_in_the_middle_of_a_race() -> None:
    """What the stand-in only planned is not done; the player may call."""
    desk = Desk(new_match(HEXA, "hhh"), think=called_after(3_000.0))
    desk.disconnect(1)
    card = shown(desk)
    desk.pass_until(lambda: desk.live.seats[1].stood_in)
    desk.pass_time(1_000)
    desk.connect(1, 20.0)
    k = desk.act(1, "call 1", saw=card.n)
    desk.pass_time(WINDOW)
    assert desk.answered(1, k) == "accepted"
    assert all(entry.about.by is UNSET for entry in desk.match.entries if entry.seat == 1)


def test_a_call_that_a_stand_in_has_made_stands() -> None:
    desk = Desk(new_match(HEXA, "hhh"), think=called_after(300.0))
    for seat in (0, 2):
        desk.connect(seat, 400.0)
    desk.disconnect(1)
    desk.live.left(1, desk.now)
    desk.pump()
    card = shown(desk)
    desk.pass_time(card.send_at[0] + 200 + NOMINAL_PAINT + 310 - desk.now)
    assert desk.texts[-1] == (0, "turn"), "the far players may have been first"
    desk.connect(1, 20.0)
    desk.pass_time(WINDOW)
    assert desk.texts[-1] == (1, "call impossible")


def test_who_leaves_right_after_calling_has_called_once() -> None:
    desk = Desk(new_match(HEXA, "hhh"), think=called_after(10.0))
    for seat, rtt in enumerate((20.0, 20.0, 300.0)):
        desk.connect(seat, rtt)
    card = shown(desk)
    desk.pass_time(400)
    k = desk.act(1, "call 1", saw=card.n, interval=400.0)
    assert desk.silent(1, k)
    desk.live.left(1, desk.now)
    desk.pump()
    desk.pass_time(WINDOW)
    assert desk.answered(1, k) == "accepted"
    assert [text for seat, text in desk.texts if seat == 1 and text != "turn"] == ["call 1"]


def test_a_stand_in_does_not_see_a_card_before_the_others() -> None:
    desk = Desk(new_match(HEXA, "hh"), think=called_after(500.0))
    card = turn(desk)
    desk.live.left(1, desk.now)
    desk.pump()
    paint = max(card.send_at.values()) + NOMINAL_PAINT
    assert desk.thoughts[-1].now == paint
    desk.pass_until(lambda: (1, "call impossible") in desk.texts)
    assert paint + 500 <= desk.now <= paint + 500 + WINDOW


def test_a_bot_that_is_sent_away_plays_on_as_it_is() -> None:
    desk = Desk(new_match(HEXA, "hb"), think=called_after(500.0))
    desk.live.seats[1].level = "expert"
    desk.live.left(1, desk.now)
    desk.pump()
    shown(desk)
    desk.pass_time(2_000)
    assert {think.level for think in desk.thoughts} == {"expert"}
    assert all(entry.about.by is UNSET for entry in desk.match.entries if entry.seat == 1)


def test_bots_alone_come_to_an_end_at_any_pace() -> None:
    """Without any pause they would all call at the same instant, and be tied again and again."""
    desk = Desk(new_match(HEXA, "bbbb"), PACE_0, think=minds(HEXA, 3))
    desk.pass_until(lambda: bool(desk.over), most_ms=600_000)
    ties = sum(text.startswith("tie") for _, text in desk.texts)
    assert ties < len(desk.texts) / 2
