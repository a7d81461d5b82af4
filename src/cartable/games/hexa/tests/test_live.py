"""Hexa at a live table: one card, everybody's call, and the referee between them."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec import UNSET

from cartable.games.hexa import HEXA
from cartable.games.hexa.state import HexaPhase
from cartable.games.hexa.tests.live import Call, play, shown, table, turn
from cartable.kernel import CLOCK
from cartable.matches.live import ReplyKind
from cartable.matches.live.call_race import REVEAL_LEAST, REVEAL_MOST
from cartable.matches.referee import WINDOW
from tests.kit.live import ManualHost, new_match, resumed

# --- showing -------------------------------------------------------------------------------------------------------


def test_a_card_is_shown_to_all_at_once_at_an_instant_nobody_foresees() -> None:
    """Written earlier to far players; to spectators with the last of them."""
    host = table("hhh", (0.0, 40.0, 200.0))
    turned = host.now
    card = turn(host)
    paints = [card.send_at[seat] + rtt / 2 for seat, rtt in enumerate((0.0, 40.0, 200.0))]
    assert paints == pytest.approx([paints[0]] * 3)
    assert card.send_at[None] == card.send_at[0]
    assert REVEAL_LEAST <= min(card.send_at.values()) - turned <= REVEAL_MOST


def test_nobody_is_shown_the_card_with_what_came_before_it() -> None:
    host = table()
    assert all(stage.state.phase is HexaPhase.TURN for stage in host.published)
    card = turn(host)
    assert card.state.phase is HexaPhase.OPEN
    assert [numbered.event.name() for numbered in card.events] == ["card-turned"]
    assert host.answers[-1].kind is ReplyKind.ACCEPTED, "who turned it is answered at once"


def test_a_call_before_the_card_is_shown_is_no_call() -> None:
    host = table()
    card = turn(host)
    assert host.answered(1, host.act(1, "call 1")) == "late"
    host.pass_time(card.send_at[1] - host.now - 1)
    assert host.answered(1, host.act(1, "call 1", saw=card.n - 2)) == "late"
    assert host.live.state.phase is HexaPhase.OPEN


def test_a_call_before_the_card_is_even_stored_is_no_call() -> None:
    host = table()
    host.late = True
    host.act(0, "turn")
    k = host.act(1, "call 1")
    host.commit()
    assert host.answered(1, k) == "late"
    assert host.live.state.phase is HexaPhase.OPEN


# --- calling -------------------------------------------------------------------------------------------------------


def test_hexa_11_the_earlier_call_counts_though_it_arrives_later() -> None:
    rtts = (0.0, 200.0)
    host = table("hh", rtts)
    card = turn(host)
    ks = play(host, card, [Call(0, "call 1", 460.0), Call(1, "call 2", 400.0)], rtts)
    assert host.answered(1, ks[1]) == "accepted"
    assert host.answered(0, ks[0]) == "late"
    entry = host.match.entries[host.answer(1, ks[1]).n or 0]
    assert (entry.seat, entry.text, entry.about.k) == (1, "call 2", ks[1])


def test_contested_calls_leave_receipts_in_the_log_and_for_everybody() -> None:
    host = table("hh", (20.0, 20.0))
    card = turn(host)
    play(host, card, [Call(0, "call 1", 400.0), Call(1, "call 2", 414.0)], (20.0, 20.0))
    stage = next(stage for stage in host.published if stage.receipts)
    assert [(each.seat, each.call, each.time, str(each.verdict)) for each in stage.receipts] == [
        (0, "call 1", 400.0, "first"),
        (1, "call 2", 414.0, "later"),
    ]
    (entry,) = [entry for entry in host.match.entries if entry.about.receipt is not UNSET]
    assert isinstance(entry.about.receipt, dict)
    assert [call["time"] for call in entry.about.receipt["calls"]] == [400.0, 414.0]


def test_a_call_nobody_contests_needs_no_receipt() -> None:
    host = table("hh", (20.0, 20.0))
    play(host, turn(host), [Call(0, "call 1", 400.0)], (20.0, 20.0))
    assert not any(stage.receipts for stage in host.published)
    assert host.texts[-1] == (0, "call 1")


def test_hexa_21_calls_that_cannot_be_told_apart_are_tied() -> None:
    host = table("hhh", (20.0, 90.0, 20.0))
    card = turn(host)
    calls = [Call(0, "call 1", 400.0), Call(1, "call impossible", 408.0), Call(2, "call 3", 500.0)]
    ks = play(host, card, calls, (20.0, 90.0, 20.0))
    assert host.texts[-1] == (CLOCK, "tie 0:1 1:impossible")
    assert [host.answered(seat, ks[seat]) for seat in range(3)] == ["accepted", "accepted", "late"]
    tie = host.match.entries[-1]
    assert tie.about.tied == ((0, ks[0]), (1, ks[1]))
    assert host.answer(0, ks[0]).n == tie.n
    again = ManualHost(resumed(host.log))
    again.send(0, ks[0], "call 1")
    assert again.answers[-1].kind is ReplyKind.ALREADY, "tied calls are known after a restart"


def test_hexa_22_only_the_tied_run_for_the_next_card_but_all_see_it() -> None:
    rtts = (20.0, 20.0, 20.0)
    host = table("hhh", rtts)
    play(host, turn(host), [Call(0, "call 1", 400.0), Call(1, "call 1", 400.0)], rtts)
    card = turn(host)
    assert set(card.send_at) == {None, 0, 1, 2}
    ks = play(host, card, [Call(2, "call 1", 300.0), Call(1, "call 2", 500.0)], rtts)
    assert host.answered(2, ks[2]) == "only-the-tied"
    assert host.answered(1, ks[1]) == "accepted"


def test_a_call_that_cannot_be_made_spoils_nothing() -> None:
    host = table("hh", (20.0, 20.0))
    card = shown(host)
    assert host.answered(0, host.act(0, "call 9", saw=card.n)) == "no-such-row"
    assert host.answered(0, host.act(0, "turn", saw=card.n)) == "call-it-first"
    k = host.act(0, "call 1", saw=card.n, interval=400.0)
    host.pass_time(WINDOW)
    assert host.answered(0, k) == "accepted"


def test_hexa_19_one_call_a_player() -> None:
    host = table("hh", (20.0, 200.0))
    card = shown(host)
    host.pass_time(400)
    first = host.act(0, "call 1", saw=card.n)
    second = host.act(0, "call 2", saw=card.n)
    host.pass_time(WINDOW)
    assert host.answered(0, first) == "accepted"
    assert host.answered(0, second) == "called-already"


@pytest.mark.parametrize("rtt", [0.0, 60.0, 400.0])
def test_nobody_waits_for_a_silent_player_beyond_the_window(rtt: float) -> None:
    host = table("hh", (20.0, rtt))
    card = shown(host)
    host.pass_time(300)
    called = host.now
    k = host.act(0, "call 1", saw=card.n, interval=300.0)
    host.pass_until(lambda: not host.silent(0, k))
    assert host.now - called <= WINDOW


def test_a_player_who_is_here_can_call_though_nothing_is_known_of_the_connection() -> None:
    host = ManualHost(new_match(HEXA, "hh"))
    card = shown(host)
    k = host.act(0, "call 1", saw=card.n)
    host.pass_time(WINDOW)
    assert host.answered(0, k) == "accepted"


def test_nobody_waits_for_who_is_not_here() -> None:
    host = ManualHost(new_match(HEXA, "hh"), present=False)
    host.connect(0, 20.0)
    card = shown(host)
    k = host.act(0, "call 1", saw=card.n)
    assert host.answered(0, k) == "accepted", "at once: nobody else could have been first"


@given(
    rtts=st.tuples(*[st.sampled_from([0.0, 30.0, 90.0, 250.0])] * 3),
    times=st.tuples(*[st.integers(20, 70).map(lambda n: 10.0 * n)] * 3),
    sooner=st.integers(1, 30).map(lambda n: 10.0 * n),
)
def test_answering_earlier_never_ranks_lower(rtts: tuple[float, ...], times: tuple[float, ...], sooner: float) -> None:
    def rank(first: float) -> int:
        host = table("hhh", rtts)
        card = turn(host)
        calls = [Call(seat, "call impossible", after) for seat, after in enumerate((first, *times[1:]))]
        ks = play(host, card, calls, rtts)
        if host.answered(0, ks[0]) != "accepted":
            return 2
        return 1 if host.texts[-1][0] == CLOCK else 0

    assert rank(max(160.0, times[0] - sooner)) <= rank(times[0])
