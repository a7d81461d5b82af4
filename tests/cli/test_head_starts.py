"""Head starts at the terminal: `--handicap`, what is told of them, and what is kept."""

import re
from pathlib import Path

import pytest

from cartable.cli.head_starts import FILE, keep_learnt, told_points, with_head_starts
from cartable.games import registry
from cartable.kernel import BadInput, Outcome
from cartable.matches.log.header import MATCH_ME, Player
from tests.cli.terminal import cartable
from tests.matches.played import header, played

PUSH, HEXA = registry.game("push"), registry.game("hexa")
SEATS = (Player("Player", "human"), Player("Zoé", "bot", "fair"), Player("Malo", "bot", "fair"))


@pytest.fixture(autouse=True)
def data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("CARTABLE_DATA", str(tmp_path))
    return tmp_path


def starts(way: str | None, seats: tuple[Player, ...] = SEATS) -> list[int]:
    return [seat.head_start for seat in with_head_starts(PUSH, seats, way)]


def test_numbers_are_the_persons_first_then_the_bots() -> None:
    assert starts(None) == starts("off") == starts("learnt") == [0, 0, 0]
    assert starts("8") == [8, 0, 0]
    assert starts("0,3,99") == [0, 3, 99]


@pytest.mark.parametrize("bad", ["", "much", "1,2,3,4", "1;2", "100", "-1"])
def test_what_cannot_be_is_refused(bad: str) -> None:
    with pytest.raises(BadInput, match="expected"):
        starts(bad)


def test_bots_at_your_pace_have_none_in_a_race() -> None:
    seats = (SEATS[0], Player("Zoé", "bot", MATCH_ME))
    assert with_head_starts(HEXA, seats, "350")[0].head_start == 350
    with pytest.raises(BadInput, match="at your pace"):
        with_head_starts(HEXA, seats, "0,350")


def test_what_was_learnt_is_kept_for_the_person_and_for_each_level(data: Path) -> None:
    keep_learnt(played(PUSH, 3))
    person, *bots = starts("learnt")
    assert bots[0] == bots[1] != person
    assert (data / FILE).exists()
    assert [seat.head_start for seat in with_head_starts(PUSH, SEATS, "learnt", habit=False)] == [0, 0, 0]
    (data / FILE).write_bytes(b"nonsense")
    assert starts("learnt") == [0, 0, 0], "it is only a habit"


def test_points_and_head_start_are_told_apart() -> None:
    head = header(PUSH, 2)
    assert told_points(head, Outcome("pile-empty", (1, 2), (41, 8)), 0) == "41"


def test_the_table_tells_them_before_the_match_and_the_log_keeps_them(data: Path) -> None:
    log = data / "match.jsonl"
    told = cartable("play", "push", "--seed", "3", "--handicap", "8", "--log", str(log), typed="quit\n").out
    assert "head start +8 points" in told
    assert b'"head_start":8' in log.read_bytes().splitlines()[0]
    assert "head start +8 points" in cartable("replay", str(log)).out
    assert "without head starts" in cartable("analyse", str(log)).err


def test_they_are_told_in_the_language_of_the_table(data: Path) -> None:
    log = data / "match.jsonl"
    way = ("--seed", "3", "--handicap", "8,4", "--log", str(log), "--lang", "fr")
    told = cartable("play", "push", *way, typed="quitter\n").out
    assert "\nJoueur\N{NO-BREAK SPACE}: avance +8 points\n" in told
    assert "Player" not in told
    assert not re.search(r"\w: avance", told)
