"""The match log: what is written can be read, and everything else is an error that names the line."""

from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest

from cartable.kernel import BadInput, Outcome
from cartable.matches.deal.fairdeal import fingerprint
from cartable.matches.log.entries import About, Ending, Entry, Revealed, encode_line
from cartable.matches.log.header import Player, header_for
from cartable.matches.log.reading import open_log
from tests.matches.played import NONCES, PUSH, REVEAL, SECRET, changed, export, fresh, header, played, reading

LOG = export(played())
ACTS = len(LOG) - 3  # but for header, outcome and reveal


def complaint(lines: list[bytes], *, allow_cut: bool = False) -> str:
    with pytest.raises(BadInput) as raised:
        list(reading(lines, allow_cut=allow_cut))
    return str(raised.value)


def with_header(**changes: object) -> bytes:
    keys = msgspec.json.decode(LOG[0])
    return msgspec.json.encode({name: value for name, value in (keys | changes).items() if value != "gone"}) + b"\n"


# --- written and read ----------------------------------------------------------------------------------------------


def test_the_lines_are_as_documented() -> None:
    assert encode_line(Entry(3, 0, "take 2", 1200, About(k=3))) == b'[3,0,"take 2",1200,{"k":3}]\n'
    assert encode_line(Entry(0, -1, "deal G5", 0, About())) == b'[0,-1,"deal G5",0,{}]\n'
    assert (
        encode_line(Entry(1, -2, "x", 0, About(by="stand-in", receipt={"r": [1]})))
        == b'[1,-2,"x",0,{"by":"stand-in","receipt":{"r":[1]}}]\n'
    )
    assert (
        encode_line(Ending(Outcome("pile-empty", (2, 1), (20, 31))))
        == b'{"outcome":{"reason":"pile-empty","ranks":[2,1],"scores":[20,31]}}\n'
    )
    assert fresh().give_up() == b'{"outcome":null,"given_up":true}\n'
    assert encode_line(Revealed(REVEAL)).startswith(b'{"reveal":{"secret":"')


def test_the_header_holds_every_option_and_the_promises() -> None:
    head = header(players=3)
    assert head.options == {"risk": False, "switch_cards": "removed"}
    assert head.seats[0] == Player("Ann", "human")
    assert head.commitment == fingerprint(SECRET)
    assert head.nonces == tuple(map(fingerprint, NONCES))
    assert b'{"name":"Ann","kind":"human"}' in head.line()
    assert b'{"name":"Bob","kind":"bot","level":"fair"}' in head.line()


def test_a_header_is_for_as_many_as_can_play() -> None:
    with pytest.raises(BadInput, match="players: expected 2 to 6 for push, got 1"):
        header_for(PUSH, PUSH.options(), [Player("Ann", "human")], fingerprint(SECRET))


def test_a_whole_log_is_read() -> None:
    log = reading(LOG)
    acts = list(log)
    assert log.header == header()
    assert log.header_hash == fingerprint(LOG[0].rstrip(b"\n"))
    assert [act.line for act in acts] == list(range(2, ACTS + 2))
    assert [act.entry.n for act in acts] == list(range(ACTS))
    assert all(str(act.act) == act.entry.text for act in acts)
    assert log.ending is not None
    assert log.reveal == REVEAL
    assert log.cut is None


def test_a_log_in_progress_is_read() -> None:
    log = reading(LOG[:9])
    assert len(list(log)) == 8
    assert log.ending is None
    assert log.reveal is None


def test_other_line_ends_and_none_at_the_end_are_no_harm() -> None:
    log = reading([*(line.replace(b"\n", b"\r\n") for line in LOG[:-1]), LOG[-1].rstrip(b"\n")])
    assert len(list(log)) == ACTS
    assert log.header_hash == fingerprint(LOG[0].rstrip(b"\n"))
    assert log.reveal == REVEAL


def test_a_log_is_read_line_by_line() -> None:
    taken = 0

    def source() -> Iterator[bytes]:
        nonlocal taken
        for line in LOG:
            taken += 1
            yield line

    acts = iter(reading(source()))
    for wanted in (2, 3, 4):
        next(acts)
        assert taken == wanted


# --- cut off -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("bytes_left", [1, 5, -2])
def test_a_log_cut_off_in_a_line_says_so(bytes_left: int) -> None:
    cut = [*LOG[:5], LOG[5][:bytes_left]]
    assert complaint(cut).startswith("match.jsonl, line 6: expected [n, seat,")
    assert complaint(cut).endswith("the file is cut off in this line")


@pytest.mark.parametrize("rest", [b"[4,0", b"\0\0\0", b'{"outcome"'])
def test_the_good_part_of_a_log_that_was_cut_off_can_be_had(rest: bytes) -> None:
    log = reading([*LOG[:5], rest], allow_cut=True)
    assert len(list(log)) == 4
    assert log.cut == 6


def test_only_the_last_line_can_be_cut_off() -> None:
    assert "line 6: expected" in complaint([*LOG[:5], b"[4,0\n", *LOG[6:]], allow_cut=True)


def test_a_header_cut_off_is_no_log() -> None:
    assert "line 1: expected the header" in complaint([LOG[0][:40]], allow_cut=True)


# --- headers -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        (b"", "expected the header of a match log"),
        (b"\n", "expected the header of a match log"),
        (b"\x89PNG\r\n", "expected the header of a match log"),
        (b'{"name": "\xff"}\n', "expected the header of a match log"),
        (b"[1, 2]\n", "expected the header of a match log"),
        (b'{"fen": "8/8"}\n', "expected the header of a match log"),
        (with_header(cartable=2), "expected log format 1, got 2"),
        (with_header(cartable=True), "expected log format 1, got True"),
        (with_header(cartable="1"), "expected log format 1, got '1'"),
        (with_header(colour="red"), "unknown field `colour`"),
        (with_header(nonces="gone"), "missing required field `nonces`"),
        (with_header(players="2"), "Expected `int`, got `str` - at `$.players`"),
        (with_header(commitment="12ab"), "`$.commitment`"),
        (with_header(nonces=["zz" * 32]), "`$.nonces[0]`"),
        (with_header(seats=[{"name": "Ann", "kind": "robot"}] * 2), "`$.seats[0].kind`"),
        (with_header(game="chess"), "game 'chess': expected one of: push"),
        (with_header(rules_version=99), "rules version 99 of push: expected one of: 1"),
        (with_header(players=9), "players: expected 2 to 6 for push, got 9"),
        (with_header(players=3), "expected 3 seats, got 2"),
        (with_header(options={"risk": False}), "expected every option of push, missing: switch_cards"),
        (with_header(options={"risk": 1, "switch_cards": "kept"}), "option risk: Expected `bool`"),
        (with_header(options={"risk": True, "switch_cards": "kept", "x": 1}), "option x: unknown"),
    ],
)
def test_a_header_that_is_none(line: bytes, expected: str) -> None:
    said = complaint([line, *LOG[1:]] if line else [])
    assert said.startswith("match.jsonl, line 1: ")
    assert expected in said


# --- acts and endings ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        (b"\n", "got an empty line"),
        (b"draw\n", 'expected [n, seat, "act", at_ms, {...}] or {"outcome": ...}, got \'draw\''),
        (b'[2,0,"draw",0,{}\n', "expected [n, seat"),
        (b'[2,0,"draw",0]\n', "at least length 5, got 4"),
        (b'[2,0,"draw",0,{},1]\n', "at most length 5"),
        (b'["2",0,"draw",0,{}]\n', "Expected `int`, got `str` - at `$[0]`"),
        (b"[2,0,7,0,{}]\n", "Expected `str`, got `int` - at `$[2]`"),
        (b'[2,0,"draw",-1,{}]\n', "`int` >= 0 - at `$[3]`"),
        (b'[2,0,"draw",0,{"who":"me"}]\n', "unknown field `who`"),
        (b'[2,0,"draw",0,{"by":"me"}]\n', "Invalid enum value 'me' - at `$[4].by`"),
        (b'[2,0,"draw",0,{"k":-1}]\n', "at `$[4].k`"),
        (b'[2,0,"draw",0,{"receipt":3}]\n', "Expected `object`, got `int`"),
        (b'[3,0,"draw",20,{}]\n', "expected act 2, got act 3"),
        (b'[1,0,"draw",20,{}]\n', "expected act 2, got act 1"),
        (b'[2,2,"draw",20,{}]\n', "expected a seat from -2 to 1, got 2"),
        (b'[2,-3,"draw",20,{}]\n', "expected a seat from -2 to 1, got -3"),
        (b'[2,0,"castle",20,{}]\n', "'castle': expected one of: draw"),
        (b'[2,0,"place  1",20,{}]\n', "'place  1': expected one of: draw"),
        (b'{"reveal":{"secret":"00","nonces":[]}}\n', "expected [n, seat"),
        (b'{"outcome":null}\n', 'or {"outcome": null, "given_up": true}'),
        (b'{"outcome":null,"given_up":false}\n', 'or {"outcome": null, "given_up": true}'),
        (b'{"outcome":{"reason":"x","ranks":[1,2]},"given_up":true}\n', 'expected {"outcome": {...}}'),
        (b'{"given_up":true}\n', 'expected {"outcome": {...}}'),
        (b'{"outcome":{"reason":"x","ranks":"12"}}\n', "Expected `array`, got `str`"),
        (b'{"outcome":{"reason":"x","ranks":[1,2],"luck":1}}\n', "unknown field `luck`"),
        (b'{"result":"1-0"}\n', "unknown field `result`"),
        (b"{}\n", 'expected {"outcome": {...}}'),
    ],
)
def test_a_line_that_is_no_act_and_no_outcome(line: bytes, expected: str) -> None:
    said = complaint(changed(LOG, 4, line))
    assert said.startswith("match.jsonl, line 4: ")
    assert expected in said


def test_lines_left_out_doubled_or_in_another_order_are_noticed() -> None:
    assert "line 7: expected act 5, got act 6" in complaint(changed(LOG, 7, None))
    assert "line 8: expected act 6, got act 5" in complaint([*LOG[:7], LOG[6], *LOG[7:]])
    assert "line 7: expected act 5, got act 6" in complaint([*LOG[:6], LOG[7], LOG[6], *LOG[8:]])


def test_time_never_runs_backwards() -> None:
    late = changed(LOG, 3, msgspec.json.encode([*msgspec.json.decode(LOG[2])[:3], 9_999_999, {}]) + b"\n")
    assert "line 4: expected a time from 9999999 ms on, got" in complaint(late)


@pytest.mark.parametrize(
    ("lines", "number", "expected"),
    [
        ([*LOG[:-1], LOG[1]], len(LOG), 'expected {"reveal": ...}'),
        ([*LOG[:-1], LOG[-2]], len(LOG), 'expected {"reveal": ...} after the outcome'),
        ([*LOG[:-1], b'{"reveal":{"secret":"00","nonces":[]}}\n'], len(LOG), "`$.reveal.secret`"),
        ([*LOG, LOG[-1]], len(LOG) + 1, "expected nothing after the reveal"),
        ([*LOG, b"\n"], len(LOG) + 1, "expected nothing after the reveal, got an empty line"),
        ([*LOG[:-2], LOG[-1]], len(LOG) - 1, "expected"),
    ],
)
def test_the_end_comes_last_and_once(lines: list[bytes], number: int, expected: str) -> None:
    said = complaint(lines)
    assert said.startswith(f"match.jsonl, line {number}: ")
    assert expected in said


def test_files_that_cannot_be_opened(tmp_path: Path) -> None:
    for path in (tmp_path, tmp_path / "nothing.jsonl"):
        with pytest.raises(BadInput, match="cannot be read") as raised, open_log(path):
            pass
        assert raised.value.where == str(path)
