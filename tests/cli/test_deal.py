"""Deal numbers in the terminal: entered, told after the match, verified, compared."""

from pathlib import Path

import pytest

import cartable
from cartable.interactive import InteractiveMatch
from tests.cli.terminal import cartable as command
from tests.matches.numbered import NUMBER, OTHER

MOVES = "1\n" * 400


@pytest.fixture(scope="module")
def logs(tmp_path_factory: pytest.TempPathFactory) -> list[Path]:
    """Two evenings with the same cards, and one with others."""
    folder = tmp_path_factory.mktemp("deals")
    evenings = [("monday", NUMBER, "random"), ("tuesday", NUMBER, "easy"), ("wednesday", OTHER, "random")]
    return [_played(number, bots).save(folder / f"{name}.jsonl") for name, number, bots in evenings]


def _played(number: str, bots: str) -> InteractiveMatch:
    match = cartable.match("push", deal_number=number)
    match.play(bots)
    return match


def test_a_number_is_entered(tmp_path: Path) -> None:
    log = tmp_path / "match.jsonl"
    ran = command("play", "push", "--bot", "random", "--deal", NUMBER.lower(), "--log", log)
    assert "whoever knows it can know the cards" in ran.out
    assert b'"deal_number":"given"' in log.read_bytes()
    assert NUMBER.encode() not in log.read_bytes()


def test_evenings_with_the_same_cards_are_compared(logs: list[Path]) -> None:
    ran = command("deal", NUMBER, *logs[:2])
    assert ran.code == 0
    assert f"Deal {NUMBER}: Push, 2 players, 2 matches" in ran.out
    assert "monday" in ran.out
    assert "tuesday" in ran.out
    assert "Seat against seat" in ran.out
    assert "Donne" in command("deal", NUMBER, *logs[:2], "--lang", "fr").out


def test_several_deals_are_added_up(logs: list[Path]) -> None:
    ran = command("deal", f"{NUMBER},{OTHER}", *logs)
    assert ran.code == 0
    assert "All deals together" in ran.out


def test_a_log_of_another_deal_is_left_out(logs: list[Path]) -> None:
    ran = command("deal", NUMBER, *logs)
    assert ran.code == 1
    assert f"expected {NUMBER}, found deal number {OTHER}" in " ".join(ran.out.split())
    assert "2 matches" in ran.out


def test_why_a_log_is_left_out_is_told_in_french(logs: list[Path]) -> None:
    told = " ".join(command("deal", NUMBER, *logs, "--lang", "fr").out.split())
    assert f"on attendait {NUMBER}, et c'est la donne {OTHER}" in told


def test_verify_tells_the_number_and_fails_on_a_wrong_one(logs: list[Path]) -> None:
    right = command("verify", logs[0], "--deal", NUMBER)
    assert right.code == 0
    assert f"of deal number {NUMBER}" in right.out
    wrong = command("verify", logs[0], "--deal", OTHER)
    assert wrong.code == 1
    assert f"expected the cards of deal number {OTHER}" in wrong.out


def test_a_new_number_is_told_after_the_match_alone(tmp_path: Path) -> None:
    log = tmp_path / "match.jsonl"
    ran = command("play", "push", "risk=true", "--bot", "random", "--deal", "new", "--log", log, typed=MOVES)
    number = ran.out.partition("--deal ")[2][: len(NUMBER)]
    assert f"cartable play push risk=true --players=2 --deal {number}" in ran.out
    assert "told after the match" in command("verify", log, "--deal", number).out
    assert ran.out.index(number) > ran.out.index("Result")


@pytest.mark.parametrize("given", [("--deal", "nonsense"), ("--deal", NUMBER, "--seed", "1")])
def test_what_cannot_be_is_refused(given: tuple[str, ...]) -> None:
    ran = command("play", "push", *given)
    assert ran.code == 2
    assert "expected" in ran.err
