"""Races at the terminal, through pipes: lines of keys in simulated time, so that nobody waits."""

import json
from pathlib import Path
from typing import Any

import pytest

from cartable.cli.terminal.board import TerminalBoard
from cartable.games.hexa import HEXA
from cartable.games.trio import TRIO
from cartable.kernel import AnyGame
from cartable.matches.log.reading import open_log
from cartable.matches.log.replay import replay
from tests.cli.terminal import cartable

KEYS = {"hexa": "\n0\n6\n", "trio": "\n1a\n2s\n3d\nfa\nfs\nfd\n"}
"""No line of them is the number of a game: after the match they must not choose the next."""

RACES = (HEXA, TRIO)


@pytest.fixture
def log(tmp_path: Path) -> Path:
    return tmp_path / "match.jsonl"


def lines(log: Path) -> list[Any]:
    return [json.loads(line) for line in log.read_text(encoding="utf-8").splitlines()]


def own(log: Path) -> list[str]:
    """What the player did."""
    return [line[2] for line in lines(log) if isinstance(line, list) and line[1] == 0]


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("game", RACES, ids=lambda game: game.id)
def test_a_whole_race(game: AnyGame, language: str, log: Path) -> None:
    players = {"en": 4, "fr": 2}[language]
    keys = KEYS[game.id] * 1500
    chosen = ("--players", str(players), "--lang", language, "--seed", "1")  # some matches outlast any number of keys
    ran = cartable("play", game.id, *chosen, "--log", log, typed=keys)
    assert ran.code == 0
    assert f"cartable verify {log}" in ran.out
    *_, ending, reveal = lines(log)
    assert (set(ending), set(reveal)) == ({"outcome"}, {"reveal"})
    assert list(log.parent.iterdir()) == [log], "the secret has moved into the log"
    assert cartable("verify", log).code == 0
    with open_log(log) as read:
        assert len(list(replay(read))) > 10


def test_a_turn_and_a_call_of_hexa(log: Path) -> None:
    """Enter turns; 0 is impossible. The calls of a slow bot come later, and what happened is told in one line."""
    ran = cartable("play", "hexa", "--bot", "easy", "--seed", "1", "--log", log, typed="\n0\nqq\n")
    assert own(log) == ["turn", "call impossible"]
    assert "You call impossible. Wrong, a row fits: 1 chip now" in " ".join(ran.out.split())
    assert f"cartable play --resume {log}" in ran.out


def test_the_timing_of_contested_calls_is_told(log: Path) -> None:
    """Among strong bots calls come close together: every receipt of the log is shown."""
    arguments = ("play", "hexa", "--players", "5", "--bot", "expert", "--seed", "16", "--log", log)
    out = " ".join(cartable(*arguments, typed="\n0\n" * 60).out.split())
    receipts = [line for line in lines(log) if isinstance(line, list) and "receipt" in line[4]]
    assert receipts
    assert out.count("Timing: ") + out.count("Too close to call: ") == len(receipts)
    assert out.count("(give or take 6 ms)") == len(receipts)


def test_calls_at_the_wrong_moment_are_answered(log: Path) -> None:
    ran = cartable("play", "hexa", "--bot", "easy", "--seed", "1", "--log", log, typed="4\n\n01\n")
    assert "No card lies open (HEXA-19)." in ran.out
    assert "You have already called." in ran.out or "No card lies open" in ran.out.split("You call")[-1]


def test_cards_of_trio_are_laid_with_two_keys(log: Path) -> None:
    """By any of the keyboards people have; a card that was chosen by mistake is let go by choosing another."""
    ran = cartable("play", "trio", "--bot", "easy", "--seed", "3", "--log", log, typed="\n1a\n12q\n3o\n")
    laid = [text.split(" on ")[0] for text in own(log) if text.startswith("lay")]
    assert [text.split()[-1] for text in laid] == ["same", "same", "different"]
    assert "You lay the" in ran.out


def test_a_card_of_trio_stays_at_its_key(log: Path) -> None:
    """Card 1 is laid: what was at 2 and 3 is still there, and the new card takes its place."""
    ran = cartable("play", "trio", "--bot", "easy", "--seed", "3", "--log", log, typed="\n1a\n")
    hands = [line.split("   ") for line in ran.out.splitlines() if line.startswith("1 ")]
    before, after = hands[1], hands[2]
    assert before[0] != after[0]
    assert before[1:] == after[1:]


def test_a_fault_is_called_by_pile(log: Path) -> None:
    ran = cartable("play", "trio", "--bot", "easy", "--seed", "3", "--log", log, typed="\nfa\n9\n")
    assert ran.out.count("began its pile: nobody laid it (TRIO-14).") == 2


@pytest.mark.parametrize("game", RACES, ids=lambda game: game.id)
def test_help_pauses_and_any_key_goes_on(game: AnyGame, log: Path) -> None:
    ran = cartable("play", game.id, "--log", log, typed="?\nx\n\nq\n")
    out = " ".join(ran.out.split())
    assert "Paused. Any key continues, q leaves." in out
    assert "the match is saved, and you can pick it up later" in out
    assert own(log) in (["turn"], ["go"])


def test_a_pause_voids_the_open_card(log: Path) -> None:
    cartable("play", "hexa", "--bot", "easy", "--seed", "1", "--log", log, typed="\np\n\n")
    assert "unclaimed" in [line[2] for line in lines(log) if isinstance(line, list) and line[1] == -2]


@pytest.mark.parametrize(("typed", "acts"), [("q\nq\n\n", []), ("q\n \n", ["go"]), ("", [])])
def test_leaving_takes_q_twice_or_the_end_of_a_pipe(typed: str, acts: list[str], log: Path) -> None:
    ran = cartable("play", "trio", "--log", log, typed=typed)
    assert ran.code == 0
    assert f"cartable play --resume {log}" in ran.out
    assert log.with_name(log.name + ".secret").exists()
    assert own(log) == acts


@pytest.mark.parametrize("game", RACES, ids=lambda game: game.id)
def test_a_race_is_taken_up_again(game: AnyGame, log: Path) -> None:
    """A card that lay open is void; act numbers go on."""
    cartable("play", game.id, "--players", "3", "--seed", "2", "--log", log, typed=KEYS[game.id] * 2)
    before = lines(log)
    resumed = cartable("play", "--resume", log, typed=KEYS[game.id] * 400)
    assert "Picked up after" in resumed.out
    assert "What happened last:" in resumed.out
    after = lines(log)
    assert after[: len(before)] == before
    assert set(after[-1]) == {"reveal"}
    assert cartable("verify", log).code == 0
    numbers = [line[4]["k"] for line in after if isinstance(line, list) and line[1] == 0 and "k" in line[4]]
    assert numbers == sorted(set(numbers))


def test_a_game_without_a_board_of_its_own_can_be_raced(log: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Digits are the numbers of the acts, and Enter is the only one."""
    monkeypatch.setattr("cartable.cli.play.board_for", lambda _: TerminalBoard[Any, Any]())
    ran = cartable("play", "hexa", "--bot", "easy", "--seed", "1", "--log", log, typed="\n7\n")
    assert own(log) == ["turn", "call impossible"]
    assert "1-9: the numbers of the moves" in ran.out


def test_options_are_for_races_too(log: Path) -> None:
    cartable("play", "trio", "referee=true", "rounds=2", "--log", log, typed="")
    assert lines(log)[0]["options"]["referee"] is True
    ran = cartable("play", "trio", "referee=perhaps", "--log", log, typed="")
    assert ran.code == 2
