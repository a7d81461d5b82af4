"""Acts at a live table: what is answered, when, and what is stored."""

import pytest
from msgspec import UNSET

from cartable.games.hexa import HEXA
from cartable.games.push import PUSH
from cartable.kernel import CLOCK
from cartable.table.live import Over, ReplyKind
from tests.kit.live import Desk, new_match, taken_up


def test_an_act_is_stored_then_told_then_answered() -> None:
    desk = Desk(new_match(PUSH, "hh"), late=True)
    desk.commit()
    told = len(desk.published)
    k = desk.act(0, "draw")
    assert desk.silent(0, k)
    assert len(desk.published) == told, "nothing is told before it is stored"
    desk.commit()
    assert desk.answered(0, k) == "accepted"
    assert desk.answer(0, k).n == desk.published[-1].n - 1, "the act itself, not the card that DEALER turned upon it"
    assert b'"draw"' in desk.log[-2]


@pytest.mark.parametrize(
    ("seat", "text", "answer"), [(1, "draw", "not-your-turn"), (0, "place 1", "nothing-turned"), (0, "?", "unreadable")]
)
def test_a_refused_act_changes_nothing(seat: int, text: str, answer: str) -> None:
    desk = Desk(new_match(PUSH, "hh"))
    before = desk.live.state
    k = desk.act(seat, text)
    assert desk.answered(seat, k) == answer
    assert desk.live.state is before
    desk.send(seat, k, text)
    assert [each.kind for each in desk.answers[1:]] == [ReplyKind.ALREADY]


def test_what_rests_on_an_uncommitted_act_is_told_after_it() -> None:
    """A crash would undo the draw, and with it the reason to refuse the second one."""
    desk = Desk(new_match(PUSH, "hh"))
    desk.late = True
    first, second = desk.act(0, "draw"), desk.act(0, "draw")
    assert desk.silent(0, first)
    assert desk.silent(0, second)
    desk.commit()
    assert desk.answered(0, first) == "accepted"
    assert desk.answered(0, second) == "place-it-first"


def test_an_act_sent_again_before_its_commit_is_answered_with_the_first() -> None:
    desk = Desk(new_match(PUSH, "hh"))
    desk.late = True
    k = desk.act(0, "draw")
    desk.send(0, k, "draw")
    assert desk.silent(0, k)
    desk.commit()
    assert [each.kind for each in desk.answers] == [ReplyKind.ACCEPTED, ReplyKind.ALREADY]
    assert [text for _, text in desk.texts] == ["draw"]


def test_two_acts_in_a_row_are_judged_at_once_and_told_in_order() -> None:
    """The second is judged on what the first will have brought about, however long storing takes."""
    desk = Desk(new_match(PUSH, "hh"))
    desk.late = True
    desk.act(0, "draw")
    desk.act(0, "place 1")
    assert [text for _, text in desk.texts] == ["draw", "place 1"]
    told = len(desk.published)
    desk.commit(1)
    assert [stage.n for stage in desk.published[told:]] == [len(desk.match.entries) - 2]
    desk.commit(1)
    assert [each.kind for each in desk.answers] == [ReplyKind.ACCEPTED] * 2


def test_a_commit_told_twice_changes_nothing() -> None:
    """A bot's plan is not lost by it."""
    desk = Desk(new_match(PUSH, "bh"), think=lambda think: (think.legal[0], think.now))
    desk.live.committed(len(desk.match.entries) - 1, desk.now)
    desk.pump()
    desk.pass_time(5_000)
    assert (0, "draw") in desk.texts


def test_act_numbers_are_known_after_a_restart() -> None:
    desk = Desk(new_match(PUSH, "hh"))
    k = desk.act(0, "draw")
    again = Desk(taken_up(desk.log))
    again.send(0, k, "draw")
    assert [each.kind for each in again.answers] == [ReplyKind.ALREADY]
    assert again.match.entries == desk.match.entries


def test_giving_up_is_stored_before_it_is_told_and_answers_who_waits() -> None:
    desk = Desk(new_match(PUSH, "hh"))
    desk.late = True
    drawn = desk.act(0, "draw")
    desk.live.give_up()
    desk.pump()
    late = desk.act(0, "place 1")
    desk.commit(1)
    assert desk.answered(0, drawn) == "accepted"
    assert not desk.over
    desk.commit(1)
    assert desk.over == [Over(None)]
    assert desk.answered(0, late) == "late"
    assert b"given_up" in desk.log[-1]
    desk.live.give_up()
    desk.pump()
    assert len(desk.over) == 1
    assert desk.answered(0, desk.act(0, "draw")) == "late"


def test_giving_up_while_paused_ends_it() -> None:
    desk = Desk(new_match(HEXA, "hh"))
    desk.live.pause(desk.now)
    desk.live.give_up()
    desk.pump()
    assert desk.over == [Over(None)]
    desk.live.resume(desk.now)
    desk.pump()
    assert desk.live.next_wake() is None


def test_the_end_is_told_once_and_with_the_outcome() -> None:
    desk = Desk(new_match(PUSH, "bb"), think=lambda think: (think.legal[0], think.now))
    desk.pass_until(lambda: bool(desk.over), most_ms=1e9)
    assert desk.over == [Over(desk.match.outcome)]
    assert desk.match.outcome is not None
    assert desk.answered(0, desk.act(0, "draw")) == "over"
    assert desk.live.next_wake() is None


def test_a_match_that_is_over_stays_over() -> None:
    desk = Desk(new_match(PUSH, "bb"), think=lambda think: (think.legal[0], think.now))
    desk.pass_until(lambda: bool(desk.over), most_ms=1e9)
    again = Desk(taken_up(desk.log))
    assert again.live.next_wake() is None
    assert again.answered(0, again.act(0, "draw")) == "over"


def test_asking_does_nothing() -> None:
    desk = Desk(new_match(PUSH, "hh"))
    before = desk.live.state
    refused = desk.live.ask(0, "place 1")
    assert refused is not None
    assert refused.code == "nothing-turned"
    assert desk.live.ask(0, "draw") is None
    unread = desk.live.ask(0, "what?")
    assert unread is not None
    assert unread.code == "unreadable"
    desk.act(0, "draw")
    assert desk.live.ask(0, "draw", before) is None, "as far as somebody can know who was not told yet"


def test_clock_and_dealer_have_no_act_numbers() -> None:
    desk = Desk(new_match(HEXA, "hh"))
    desk.act(0, "turn")
    desk.pass_until(lambda: (CLOCK, "unclaimed") in desk.texts)
    assert all(entry.about.k is UNSET for entry in desk.match.entries if entry.seat < 0)
