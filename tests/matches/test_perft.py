"""Counting trees: quickly as well as rightly; and the command that tells the counts."""

from collections import Counter
from pathlib import Path
from typing import Any

import msgspec
import pytest

from cartable.games import registry
from cartable.kernel import AnyGame
from cartable.matches.perft import Counts, branches, count_by_first_act, count_tree
from tests.golden.plan import KEPT, counts_setting, folder_of
from tests.kit.toy import TOY, Toy
from tests.kit.toy_state import DECK, REFUSALS, ToyState
from tests.matches.command import cartable

PUSH = folder_of(registry.game("push")) / "counts.toml"


def one_by_one(game: AnyGame, state: Any, depth: int, found: Counter[tuple[int, str]], at: int = 0) -> None:
    """The same counts by walking every path of the tree."""
    following = list(branches(game, state))
    kind = "end" if not following else "chance" if following[0][0] == -1 else "decision"
    found[at, kind] += 1
    if at < depth:
        for _, _, after in following:
            one_by_one(game, after, depth, found, at + 1)


@pytest.mark.parametrize("game", KEPT, ids=lambda game: game.id)
def test_equal_positions_count_as_often_as_they_are_reached(game: AnyGame) -> None:
    state = counts_setting(game).begin(game)
    found: Counter[tuple[int, str]] = Counter()
    one_by_one(game, state, 4, found)
    expected = [Counts(*(found[depth, kind] for kind in ("chance", "decision", "end"))) for depth in range(5)]
    assert list(count_tree(game, state, 4)) == expected


def test_a_tree_that_can_be_counted_in_the_head() -> None:
    """One king is left in the toy's pile: it is turned; two players bet 1 or 2, or the clock gives up; all is over."""
    king = DECK.kinds.count(["king"])
    state = TOY.from_position({"hands": ["ace", "queen"], "pile": list(king)}, TOY.options(), 2, list).state
    assert list(count_tree(TOY, state, 3)) == [Counts(chance=1), Counts(decision=1), Counts(end=5), Counts()]


def test_first_acts_together_make_the_whole() -> None:
    state = TOY.start(TOY.options(), 2)
    *_, whole = count_tree(TOY, state, 5)
    parts = [counts for _, _, counts in count_by_first_act(TOY, state, 5)]
    assert len(parts) == 3  # ace, king, queen
    assert msgspec.structs.astuple(whole) == tuple(
        map(sum, zip(*map(msgspec.structs.astuple, parts), strict=True)),
    )
    assert whole.all == sum(part.all for part in parts) > 0


def test_players_come_before_the_clock() -> None:
    state = TOY.from_position({"open": "ace"}, TOY.options(), 2, list).state
    assert [seat for seat, _, _ in branches(TOY, state)] == [0, 0, 1, 1, -2]


def test_an_offer_that_is_refused_is_a_bug() -> None:
    class Tempting(Toy):
        def refusal(self, state: ToyState, seat: int, act: Any) -> Any:
            return REFUSALS["no-such-stake"] if seat == 1 else super().refusal(state, seat, act)

    game = Tempting().game()
    state = game.from_position({"open": "ace"}, game.options(), 2, list).state
    with pytest.raises(RuntimeError, match="offers `bet 1 on ace` to seat 1 and refuses it: no-such-stake"):
        list(count_tree(game, state, 1))


# --- the command ---------------------------------------------------------------------------------------------------


def rows(out: str) -> list[list[str]]:
    return [line.replace(",", "").split() for line in out.splitlines()]


def test_the_command_counts_from_the_start(capsys: pytest.CaptureFixture[str]) -> None:
    ran = cartable(capsys, "perft", "push", "--players", 3, "--depth", 2)
    assert ran.code == 0
    assert ran.out.splitlines()[0] == "push, 3 players, from the start"
    assert rows(ran.out)[1:] == [
        ["depth", "chance", "decision", "end", "all"],
        ["0", "0", "1", "0", "1"],
        ["1", "1", "0", "0", "1"],
        ["2", "0", "32", "0", "32"],
        ["depth", "2", "by", "first", "act:"],
        ["0", "32", "0", "32", "seat", "0:", "draw"],
    ]


def test_the_command_counts_from_the_position_of_a_scenario(capsys: pytest.CaptureFixture[str]) -> None:
    ran = cartable(capsys, "perft", "push", "--given", PUSH, "--depth", 2)
    assert ran.code == 0
    assert rows(ran.out)[4:] == [
        ["2", "1", "8", "0", "9"],
        ["depth", "2", "by", "first", "act:"],
        ["1", "2", "0", "3", "seat", "0:", "draw"],
        *(["0", "2", "0", "2", "seat", "0:", "take", column] for column in "123"),
    ]


def test_depth_0_has_no_first_act(capsys: pytest.CaptureFixture[str]) -> None:
    assert len(cartable(capsys, "perft", "push", "--depth", 0).out.splitlines()) == 3


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (["chess"], "game 'chess': expected one of: push"),
        (["push", "--players", "9"], "players: expected 2 to 6 for push, got 9"),
        (["push", "--depth", "-1"], "--depth: expected 0 or more, got -1"),
        (["push", "--given", PUSH, "--players", "3"], "--players: not with --given"),
        (["hexa", "--given", PUSH], "expected a position of hexa, found one of push"),
        (["push", "--given", "nothing.toml"], "nothing.toml: cannot be read"),
    ],
)
def test_what_cannot_be_counted_is_told(
    capsys: pytest.CaptureFixture[str], arguments: list[str], complaint: str
) -> None:
    ran = cartable(capsys, "perft", *arguments)
    assert ran.code == 2
    assert complaint in ran.err


def test_a_position_that_cannot_be_names_its_file(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    path = tmp_path / "wrong.toml"
    path.write_text(PUSH.read_text(encoding="utf-8").replace('["G1"]', '["G1", "G2"]'), encoding="utf-8")
    ran = cartable(capsys, "perft", "push", "--given", path)
    assert ran.code == 2
    assert f"{path}: given: columns: G2 cannot lie with G1" in ran.err
