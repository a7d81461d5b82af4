"""Taking a match up again: after leaving, after a cut, and the errors that say why it cannot be."""

import json
import shutil
from pathlib import Path

import pytest

from tests.cli.terminal import cartable

ALWAYS_FIRST = "1\n" * 600


@pytest.fixture
def left(tmp_path: Path) -> Path:
    """The log of a match that was left after some moves; alone, Quinto is soon played to its end. It is seeded, as four
    misses in four moves would end it (QUIN-23)."""
    log = tmp_path / "left.jsonl"
    cartable("play", "quinto", "--players", "1", "--seed", "6", "--log", log, typed="1\n" * 4)
    return log


def acts(log: Path) -> list[tuple[int, str]]:
    told = [json.loads(line) for line in log.read_text(encoding="utf-8").splitlines()]
    return [(act[1], act[2]) for act in told if isinstance(act, list)]


@pytest.mark.parametrize(("game", "moves"), [("push", 34), ("quinto", 0), ("quinto", 1), ("quinto", 6)])
def test_a_match_in_two_parts_is_the_same_match(game: str, moves: int, tmp_path: Path) -> None:
    whole, parts = tmp_path / "whole.jsonl", tmp_path / "parts.jsonl"
    begun = ["play", game, "--players", "2", "--seed", "6", "--log"]
    cartable(*begun, whole, typed=ALWAYS_FIRST)
    cartable(*begun, parts, typed="1\n" * moves)
    resumed = cartable("play", "--resume", parts, typed=ALWAYS_FIRST)
    assert resumed.code == 0
    assert "Picked up after" in resumed.out
    # The cards go on as they were dealt; a bot's own luck starts again when the match is resumed.
    before = len(acts(parts)) if moves == 0 else moves
    assert acts(parts)[:before] == acts(whole)[:before]
    assert cartable("verify", parts).code == 0


def test_what_happened_last_is_told_again(left: Path) -> None:
    resumed = cartable("play", "quinto", "--resume", left, typed="")
    told = resumed.out.partition("What happened last:")[2]
    assert "You write" in told.partition("Your hand")[0]


def test_time_goes_on_where_it_stopped(left: Path) -> None:
    cartable("play", "--resume", left, typed="1\n1\n")
    times = [line[3] for line in map(json.loads, left.read_text().splitlines()) if isinstance(line, list)]
    assert times == sorted(times)


@pytest.mark.parametrize("kept", [1, 7, -1])
def test_a_cut_last_line_is_left_out_with_a_notice(left: Path, kept: int) -> None:
    whole = left.read_bytes()
    start = whole.rindex(b"\n", 0, -1) + 1
    left.write_bytes(whole[:start] + whole[start:-1][:kept])
    number = whole.count(b"\n")
    resumed = cartable("play", "--resume", left, typed=ALWAYS_FIRST)
    assert f"(line {number}) was cut off" in " ".join(resumed.out.split())
    assert cartable("verify", left).code == 0


def test_a_last_line_without_its_end_is_whole(left: Path) -> None:
    left.write_bytes(left.read_bytes()[:-1])
    resumed = cartable("play", "--resume", left, typed=ALWAYS_FIRST)
    assert "cut off" not in resumed.out
    assert cartable("verify", left).code == 0


def test_a_match_that_ended_but_for_its_reveal_is_finished(left: Path) -> None:
    """Killed between the outcome and the reveal."""
    secret = left.with_name(left.name + ".secret").read_bytes()
    cartable("play", "--resume", left, typed=ALWAYS_FIRST)
    ended = left.read_bytes()
    left.write_bytes(ended[: ended.rindex(b"\n", 0, -1) + 1])
    left.with_name(left.name + ".secret").write_bytes(secret)
    resumed = cartable("play", "--resume", left, typed="")
    assert "Result" in resumed.out
    assert left.read_bytes() == ended


def test_a_damaged_line_is_named(left: Path) -> None:
    lines = left.read_bytes().splitlines(keepends=True)
    lines[4] = b'[3, 0, "draw"\n'
    left.write_bytes(b"".join(lines))
    ran = cartable("play", "--resume", left)
    assert ran.code == 2
    assert f"{left}, line 5: expected [n, seat," in ran.err


@pytest.mark.parametrize("content", [b"", b"not a log\n", b"{}\n", b"\xff\xfe\n"])
def test_a_foreign_file_is_told(content: bytes, tmp_path: Path) -> None:
    foreign = tmp_path / "foreign.jsonl"
    foreign.write_bytes(content)
    ran = cartable("play", "--resume", foreign)
    assert ran.code == 2
    assert f"{foreign}, line 1: expected the header of a match log" in ran.err
    assert foreign.read_bytes() == content


def test_without_the_secret_nobody_can_deal_on(left: Path) -> None:
    left.with_name(left.name + ".secret").unlink()
    ran = cartable("play", "--resume", left)
    assert ran.code == 2
    assert f"{left}.secret: not found; expected the dealer's secret" in ran.err


@pytest.mark.parametrize(
    ("content", "complaint"),
    [
        (json.dumps({"secret": "0" * 64, "nonces": []}), "commits to, found another one"),
        ("{}", "expected the dealer's secret"),
        ("\x00", "expected the dealer's secret"),
    ],
)
def test_a_wrong_secret_is_told(left: Path, content: str, complaint: str) -> None:
    left.with_name(left.name + ".secret").write_text(content)
    ran = cartable("play", "--resume", left)
    assert ran.code == 2
    assert complaint in ran.err


def test_a_match_that_is_over_stays_so(left: Path) -> None:
    cartable("play", "--resume", left, typed=ALWAYS_FIRST)
    before = left.read_bytes()
    ran = cartable("play", "--resume", left)
    assert ran.code == 2
    assert "this one is over" in ran.err
    assert left.read_bytes() == before


def test_another_game_is_not_taken_for_this_one(left: Path) -> None:
    ran = cartable("play", "push", "--resume", left)
    assert ran.code == 2
    assert "expected a match of push, found one of quinto" in ran.err


def test_a_dealt_card_that_was_altered_is_found(left: Path, tmp_path: Path) -> None:
    altered = tmp_path / "altered.jsonl"
    shutil.copy(left.with_name(left.name + ".secret"), altered.with_name(altered.name + ".secret"))
    lines = left.read_text().splitlines(keepends=True)
    at = next(number for number, line in enumerate(lines) if '"deal ' in line)
    card = json.loads(lines[at])[2]
    lines[at] = lines[at].replace(card, "deal O1" if card != "deal O1" else "deal O2")
    altered.write_text("".join(lines))
    ran = cartable("play", "--resume", altered)
    assert ran.code == 2
    assert f"line {at + 1}: expected `{card}`" in ran.err
