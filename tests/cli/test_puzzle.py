"""Puzzles: every one of the book is a position with one best act, and the command poses them."""

from datetime import date, timedelta
from pathlib import Path

import pytest

from cartable.bots.analysis import Analyst
from cartable.cli.puzzle import Streak, keep_streak
from cartable.games import registry
from cartable.kernel import BadInput
from cartable.puzzles import book, games_with_puzzles, number_of, packed
from tests.cli.terminal import cartable

GAMES = games_with_puzzles()
MARGIN = 0.079  # worths are kept to a thousandth


@pytest.fixture(autouse=True)
def data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("CARTABLE_DATA", str(tmp_path))
    return tmp_path


@pytest.mark.parametrize("game_id", GAMES)
def test_every_puzzle_is_a_position_with_one_best_act(game_id: str) -> None:
    game, puzzles = registry.game(game_id), book(game_id)
    for puzzle in puzzles:
        legal = game.legal(puzzle.state(game), puzzle.seat)
        assert sorted(map(str, legal)) == sorted(puzzle.acts)
        assert list(puzzle.worths) == sorted(puzzle.worths, reverse=True)
        assert puzzle.worths[0] - puzzle.worths[1] >= MARGIN
        assert puzzle.won[0] > puzzle.won[1]
    positions = {packed([puzzle]) for puzzle in puzzles}
    assert len(positions) == len(puzzles), "no puzzle is there twice"


@pytest.mark.parametrize("game_id", GAMES)
def test_the_expert_agrees(game_id: str) -> None:
    """What is kept is what the expert says of the position as it is put on the table: asked of some of them."""
    game, puzzles = registry.game(game_id), book(game_id)
    analyst: Analyst = registry.package(game_id).load("analyst", Analyst)
    for puzzle in puzzles[:: max(1, len(puzzles) // 8)]:
        state = puzzle.state(game)
        legal = game.legal(state, puzzle.seat)
        worths = analyst.weigh(game.view(state, puzzle.seat), puzzle.seat, legal)
        assert str(legal[worths.index(max(worths))]) == puzzle.acts[0]


@pytest.mark.parametrize("game_id", GAMES)
def test_all_puzzles_come_before_one_comes_again(game_id: str) -> None:
    count, first = len(book(game_id)), date(2026, 11, 16)
    days = [number_of(first + timedelta(days=day), count) for day in range(count)]
    assert sorted(days) == list(range(1, count + 1))
    assert number_of(date(2020, 2, 29), count) in range(1, count + 1)


# --- the command -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game_id", GAMES)
@pytest.mark.parametrize("language", ["en", "fr"])
def test_the_best_act_solves_it(game_id: str, language: str) -> None:
    best, second, *_ = book(game_id)[6].acts
    arguments = ("puzzle", game_id, "--number", "7", "--lang", language)
    at_once = cartable(*arguments, typed=f"{best}\n")
    later = cartable(*arguments, typed=f"\nnonsense\n{second}\n{second}\n{best}\n")
    assert at_once.code == later.code == 0
    first_try, second_try = {"en": ("the first try", "try 2"), "fr": ("premier coup", "2 essais")}[language]
    assert first_try in at_once.out
    assert second_try in later.out
    assert best not in at_once.out.splitlines()[-1], "what is shared does not give it away"


def test_whoever_gives_up_is_told() -> None:
    for typed in ("quit\n", ""):
        ran = cartable("puzzle", GAMES[0], "--number", "1", typed=typed)
        assert ran.code == 0
        assert "Best:" in ran.out
        assert "To share" not in ran.out


def test_the_puzzle_of_a_day_is_the_same_everywhere() -> None:
    day, puzzles = date(2026, 11, 16), book(GAMES[0])
    number = number_of(day, len(puzzles))
    ran = cartable("puzzle", GAMES[0], "--day", str(day), typed=f"{puzzles[number - 1].acts[0]}\n")
    assert f"puzzle {number} of {len(puzzles)} ({day})" in ran.out
    assert "the first try" in ran.out


@pytest.mark.parametrize("bad", [("hexa",), (GAMES[0], "--number", "0"), (GAMES[0], "--day", "today")])
def test_bad_input_is_told(bad: tuple[str, ...]) -> None:
    ran = cartable("puzzle", *bad)
    assert ran.code == 2
    assert "expected" in ran.err
    with pytest.raises(BadInput):
        book("hexa")


def test_a_streak_grows_from_day_to_day() -> None:
    day, one = date(2026, 11, 16), timedelta(days=1)
    assert keep_streak("push", day, 1) == Streak(str(day), 1)
    assert keep_streak("push", day, 3) == Streak(str(day), 1), "once solved it stays solved"
    assert keep_streak("push", day + one, 1).days == 2
    assert keep_streak("quinto", day + one, 1).days == 1
    assert keep_streak("push", day + 2 * one, 2).days == 0
    assert keep_streak("push", day + 4 * one, 1).days == 1
