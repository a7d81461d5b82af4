"""Acts at a live table: what is answered, when, and what is stored."""

import pytest
from msgspec import UNSET

from cartable.games import registry
from cartable.games.hexa import HEXA
from cartable.games.push import PUSH
from cartable.kernel import CLOCK, AnyGame
from cartable.matches.live import Over, ReplyKind
from cartable.matches.live.effects import NUMBER_TOO_HIGH, TABLE_REFUSALS
from cartable.matches.live.match import MOST_SKIPPED
from cartable.matches.room import ROOM_REFUSALS
from tests.kit.live import ManualHost, new_match, resumed


def test_an_act_is_stored_then_told_then_answered() -> None:
    host = ManualHost(new_match(PUSH, "hh"), late=True)
    host.commit()
    told = len(host.published)
    k = host.act(0, "draw")
    assert host.silent(0, k)
    assert len(host.published) == told, "nothing is told before it is stored"
    host.commit()
    assert host.answered(0, k) == "accepted"
    assert host.answer(0, k).n == host.published[-1].n - 1, "the act itself, not the card that DEALER turned upon it"
    assert b'"draw"' in host.log[-2]


@pytest.mark.parametrize(
    ("seat", "text", "answer"), [(1, "draw", "not-your-turn"), (0, "place 1", "nothing-turned"), (0, "?", "unreadable")]
)
def test_a_refused_act_changes_nothing(seat: int, text: str, answer: str) -> None:
    host = ManualHost(new_match(PUSH, "hh"))
    before = host.live.state
    k = host.act(seat, text)
    assert host.answered(seat, k) == answer
    assert host.live.state is before
    host.send(seat, k, text)
    assert [each.kind for each in host.answers[1:]] == [ReplyKind.ALREADY]


def test_what_rests_on_an_uncommitted_act_is_told_after_it() -> None:
    """A crash would undo the draw, and with it the reason to refuse the second one."""
    host = ManualHost(new_match(PUSH, "hh"))
    host.late = True
    first, second = host.act(0, "draw"), host.act(0, "draw")
    assert host.silent(0, first)
    assert host.silent(0, second)
    host.commit()
    assert host.answered(0, first) == "accepted"
    assert host.answered(0, second) == "place-it-first"


def test_an_act_sent_again_before_its_commit_is_answered_with_the_first() -> None:
    host = ManualHost(new_match(PUSH, "hh"))
    host.late = True
    k = host.act(0, "draw")
    host.send(0, k, "draw")
    assert host.silent(0, k)
    host.commit()
    assert [each.kind for each in host.answers] == [ReplyKind.ACCEPTED, ReplyKind.ALREADY]
    assert [text for _, text in host.texts] == ["draw"]


def test_two_acts_in_a_row_are_judged_at_once_and_told_in_order() -> None:
    """The second is judged on what the first will have brought about, however long storing takes."""
    host = ManualHost(new_match(PUSH, "hh"))
    host.late = True
    host.act(0, "draw")
    host.act(0, "place 1")
    assert [text for _, text in host.texts] == ["draw", "place 1"]
    told = len(host.published)
    host.commit(1)
    assert [stage.n for stage in host.published[told:]] == [len(host.match.entries) - 2]
    host.commit(1)
    assert [each.kind for each in host.answers] == [ReplyKind.ACCEPTED] * 2


def test_a_commit_told_twice_changes_nothing() -> None:
    """A bot's plan is not lost by it."""
    host = ManualHost(new_match(PUSH, "bh"), think=lambda think: (think.legal[0], think.now))
    host.live.committed(len(host.match.entries) - 1, host.now)
    host.pump()
    host.pass_time(5_000)
    assert (0, "draw") in host.texts


def test_an_act_with_the_highest_number_does_not_use_up_all_others() -> None:
    host = ManualHost(new_match(PUSH, "hh"))
    highest = 2**31 - 1
    for _ in range(2):
        host.send(0, highest, "draw")
    assert [each.refused for each in host.answers] == [NUMBER_TOO_HIGH.because(most=MOST_SKIPPED - 1)] * 2
    assert host.texts == []
    for k, text in ((0, "draw"), (MOST_SKIPPED, "place 1")):
        host.send(0, k, text)
        assert host.answered(0, k) == "accepted"


def test_act_numbers_are_known_after_a_restart() -> None:
    host = ManualHost(new_match(PUSH, "hh"))
    k = host.act(0, "draw")
    again = ManualHost(resumed(host.log))
    again.send(0, k, "draw")
    assert [each.kind for each in again.answers] == [ReplyKind.ALREADY]
    assert again.match.entries == host.match.entries


def test_giving_up_is_stored_before_it_is_told_and_answers_who_waits() -> None:
    host = ManualHost(new_match(PUSH, "hh"))
    host.late = True
    drawn = host.act(0, "draw")
    host.live.give_up()
    host.pump()
    late = host.act(0, "place 1")
    host.commit(1)
    assert host.answered(0, drawn) == "accepted"
    assert not host.over
    host.commit(1)
    assert host.over == [Over(None)]
    assert host.answered(0, late) == "late"
    assert b"given_up" in host.log[-1]
    host.live.give_up()
    host.pump()
    assert len(host.over) == 1
    assert host.answered(0, host.act(0, "draw")) == "late"


def test_giving_up_while_paused_ends_it() -> None:
    host = ManualHost(new_match(HEXA, "hh"))
    host.live.pause(host.now)
    host.live.give_up()
    host.pump()
    assert host.over == [Over(None)]
    host.live.resume(host.now)
    host.pump()
    assert host.live.next_wake() is None


def test_the_end_is_told_once_and_with_the_outcome() -> None:
    host = ManualHost(new_match(PUSH, "bb"), think=lambda think: (think.legal[0], think.now))
    host.pass_until(lambda: bool(host.over), most_ms=1e9)
    assert host.over == [Over(host.match.outcome)]
    assert host.match.outcome is not None
    assert host.answered(0, host.act(0, "draw")) == "over"
    assert host.live.next_wake() is None


def test_a_match_that_is_over_stays_over() -> None:
    host = ManualHost(new_match(PUSH, "bb"), think=lambda think: (think.legal[0], think.now))
    host.pass_until(lambda: bool(host.over), most_ms=1e9)
    again = ManualHost(resumed(host.log))
    assert again.live.next_wake() is None
    assert again.answered(0, again.act(0, "draw")) == "over"


def test_asking_does_nothing() -> None:
    host = ManualHost(new_match(PUSH, "hh"))
    before = host.live.state
    refused = host.live.ask(0, "place 1")
    assert refused is not None
    assert refused.code == "nothing-turned"
    assert host.live.ask(0, "draw") is None
    unread = host.live.ask(0, "what?")
    assert unread is not None
    assert unread.code == "unreadable"
    host.act(0, "draw")
    assert host.live.ask(0, "draw", before) is None, "as far as somebody can know who was not told yet"


def test_clock_and_dealer_have_no_act_numbers() -> None:
    host = ManualHost(new_match(HEXA, "hh"))
    host.act(0, "turn")
    host.pass_until(lambda: (CLOCK, "unclaimed") in host.texts)
    assert all(entry.about.k is UNSET for entry in host.match.entries if entry.seat < 0)


@pytest.mark.parametrize("game", registry.games(), ids=lambda game: game.id)
def test_a_code_of_the_table_is_no_games_own(game: AnyGame) -> None:
    """Its sentence would be the game's: "play is stopped" where the server cannot save."""
    assert {refused.code for refused in (*TABLE_REFUSALS, *ROOM_REFUSALS)}.isdisjoint(game.refusals)
