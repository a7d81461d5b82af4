"""Replaying: a log leads to the same match, or to an error that names the line and the rule."""

import random
from dataclasses import replace
from pathlib import Path

import msgspec
import pytest

from cartable.games import registry
from cartable.games.push import PUSH
from cartable.kernel import AnyGame, BadInput, Outcome
from cartable.matches.log.entries import Ending, encode_line
from cartable.matches.log.reading import LogReader
from cartable.matches.log.replay import Unreplayable, replay
from tests.matches.command import cartable
from tests.matches.played import act_at_random, changed, export, fresh, played, reading

MATCH = played()
LOG = export(MATCH)


# --- the law -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", registry.games(), ids=lambda game: game.id)
def test_a_log_replays_to_an_equal_state(game: AnyGame) -> None:
    for seed, players in enumerate(game.seats):
        match = played(game, players, seed, acts=400)
        log = reading(export(match))
        *_, moment = replay(log)
        assert moment.state == match.state
        assert log.ending == match.ending


def test_everything_that_happened_happens_again() -> None:
    match, rng = fresh(), random.Random(0)
    happened = [told.event for _ in range(60) for told in act_at_random(match, rng).events]
    assert [event for moment in replay(reading(match.lines())) for event in moment.events] == happened


def test_a_match_in_progress_replays_as_far_as_it_goes() -> None:
    assert len(list(replay(reading(LOG[:21])))) == 20


def test_a_match_is_replayed_under_its_own_rules() -> None:
    old = replace(PUSH, rules_version=0)
    lines = [LOG[0].replace(b'"rules_version":1', b'"rules_version":0'), *LOG[1:]]
    asked = []

    def game_of(game_id: str, rules_version: int) -> AnyGame:
        asked.append((game_id, rules_version))
        return old

    log = LogReader(lines, "old.jsonl", game_of=game_of)
    assert len(list(replay(log))) == len(MATCH.entries)
    assert asked == [("push", 0)]
    assert log.game is old


# --- what is no match ----------------------------------------------------------------------------------------------


def test_a_refused_act_is_named_with_its_line_and_rule() -> None:
    wrong = changed(LOG, 2, b'[0,1,"draw",0,{}]\n')
    with pytest.raises(Unreplayable) as raised:
        list(replay(reading(wrong)))
    assert raised.value.where == "match.jsonl, line 2"
    assert "act 0, `draw` of seat 1, is refused: not-your-turn (PUSH-06)" in str(raised.value)


def test_a_card_that_is_not_left_is_refused() -> None:
    deals = [number for number, line in enumerate(LOG, 1) if b'"deal ' in line]
    entry = msgspec.json.decode(LOG[deals[0] - 1])
    entry[2] = "deal S"  # there are none with two players
    wrong = changed(LOG, deals[0], msgspec.json.encode(entry) + b"\n")
    with pytest.raises(Unreplayable, match=r"`deal S` of seat -1, is refused: card-not-left \(PUSH-01\)"):
        list(replay(reading(wrong)))


def test_the_outcome_must_be_the_one_that_was_played() -> None:
    wrong = changed(LOG, len(LOG) - 1, encode_line(Ending(Outcome("pile-empty", (1, 1), (0, 0)))))
    with pytest.raises(Unreplayable, match=r'the log tells \{"reason":"pile-empty","ranks":\[1,1\]'):
        list(replay(reading(wrong)))


def test_a_match_that_goes_on_has_no_outcome() -> None:
    with pytest.raises(Unreplayable, match="expected the outcome null, as replayed"):
        list(replay(reading([*LOG[:21], LOG[-2]])))


def test_a_finished_match_was_not_given_up() -> None:
    with pytest.raises(Unreplayable, match="but the log tells null"):
        list(replay(reading(changed(LOG, len(LOG) - 1, b'{"outcome":null,"given_up":true}\n'))))


def complaint_about(lines: list[bytes]) -> BadInput | None:
    try:
        list(replay(reading(lines)))
    except BadInput as error:
        return error
    return None


def test_damage_is_an_error_with_a_line_and_nothing_worse() -> None:
    """One byte changed at random: what is not noticed is a name, a time or a legal act."""
    rng = random.Random(0)
    text = b"".join(LOG[:60])
    complaints = []
    for _ in range(300):
        at = rng.randrange(len(text))
        damaged = text[:at] + bytes([rng.randrange(256)]) + text[at + 1 :]
        complaints.append(complaint_about(damaged.split(b"\n")))
    noticed = [error.where for error in complaints if error]
    assert all(where.startswith("match.jsonl, line ") for where in noticed)
    assert len(noticed) > 250


# --- the command ---------------------------------------------------------------------------------------------------


@pytest.fixture
def log_file(tmp_path: Path) -> Path:
    path = tmp_path / "match.jsonl"
    path.write_bytes(b"".join(LOG))
    return path


def test_the_command_tells_the_match(log_file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    ran = cartable(capsys, "replay", log_file, "--lang", "en")
    assert ran.code == 0
    assert "Push, rules version 1, 2 players" in ran.out
    assert "seat 1: Bob (fair)" in ran.out
    assert "2 of 1 device took part in the deal" in ran.out
    lines = ran.out.splitlines()
    assert any(line.split()[:4] == ["0", "0:00.0", "Ann", "draw"] for line in lines)
    assert any(line.split()[2:4] == ["dealer", "deal"] for line in lines)
    assert sum(f"{entry.text}" in ran.out for entry in MATCH.entries) == len(MATCH.entries)
    assert MATCH.outcome is not None
    assert MATCH.outcome.scores is not None
    winner = MATCH.outcome.winners[0]
    assert lines[-2].split() == ["1.", ("Ann", "Bob")[winner], str(MATCH.outcome.scores[winner])]


def test_the_command_speaks_french(log_file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    told = cartable(capsys, "replay", log_file, "--lang", "fr").out
    assert "Push, version 1 des règles, 2 joueurs" in told
    assert "La pioche est vide" in told
    wrong = cartable(capsys, "replay", log_file, "--lang", "tlh")
    assert wrong.code == 2
    assert "expected one of: en, fr" in wrong.err


def test_the_command_shows_a_position(log_file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    ran = cartable(capsys, "replay", log_file, "--at", 2)
    assert ran.code == 0
    keys = dict(line.split(" = ") for line in ran.out.splitlines()[1:])
    drawn = MATCH.entries[1].text.removeprefix("deal ")
    assert msgspec.json.decode(keys["columns"]) == [[drawn]]
    assert len(msgspec.json.decode(keys["pile"])) == 107
    assert msgspec.json.decode(keys["pile"])[0] == next(
        entry.text.removeprefix("deal ") for entry in MATCH.entries[2:] if entry.text.startswith("deal ")
    )


def test_without_a_reveal_the_pile_stays_face_down(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "going-on.jsonl"
    path.write_bytes(b"".join(LOG[:5]))
    assert "pile = 107 face down" in cartable(capsys, "replay", path, "--at", 2).out
    assert "the match is still on" in cartable(capsys, "replay", path, "--lang", "en").out


@pytest.mark.parametrize("at", [-1, len(MATCH.entries)])
def test_there_is_no_position_outside_the_match(log_file: Path, capsys: pytest.CaptureFixture[str], at: int) -> None:
    ran = cartable(capsys, "replay", log_file, "--at", at)
    assert ran.code == 2
    assert ran.err == f"cartable: --at: expected the number of an act from 0 to {len(MATCH.entries) - 1}, got {at}\n"


def test_a_match_given_up_is_told_so(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "given-up.jsonl"
    path.write_bytes(b"".join(export(played(acts=5))))
    assert cartable(capsys, "replay", path, "--lang", "en").out.endswith("The match was abandoned.\n")


def test_a_file_that_is_no_log_is_one_line_of_error(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "notes.txt"
    path.write_text("buy milk\n", encoding="utf-8")
    ran = cartable(capsys, "replay", path)
    assert ran.code == 2
    assert ran.err.startswith(f"cartable: {path}, line 1: expected the header of a match log")
    assert ran.err.count("\n") == 1
