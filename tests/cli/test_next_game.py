"""Between two matches at the terminal: what is offered, who stays, and how fast the bots have become."""

import io
import json
import re
import sys
from pathlib import Path
from typing import Any

import pytest

from cartable.cli.terminal.habits import BEST_SCORES, PACES, best_before, keep_pace, kept_pace
from cartable.cli.terminal.next_game import Company, NextMatch, ask_next
from cartable.cli.terminal.screen import Screen
from cartable.games import registry
from cartable.games.hexa import HEXA
from cartable.games.push import PUSH
from cartable.games.trio import TRIO
from cartable.kernel import AnyGame
from cartable.matches.live.pace import FASTEST, SLOWEST
from tests.cli.terminal import cartable

RISKY = PUSH.options(risk=True)


@pytest.fixture(autouse=True)
def data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("CARTABLE_DATA", str(tmp_path))
    return tmp_path


def answered(typed: str, monkeypatch: pytest.MonkeyPatch, language: str = "en") -> NextMatch | None:
    """What comes of these lines after a match of Push with an option."""
    monkeypatch.setattr(sys, "stdin", io.StringIO(typed))
    return ask_next(PUSH, RISKY, Screen.on(io.StringIO()), language)


@pytest.mark.parametrize("typed", ["", "\n", "q\n", "quit\n"])
def test_whoever_says_nothing_leaves(typed: str, monkeypatch: pytest.MonkeyPatch) -> None:
    assert answered(typed, monkeypatch) is None


@pytest.mark.parametrize(("typed", "language"), [("a\n", "en"), ("what?\nA\n", "en"), ("e\n", "fr"), ("push\n", "en")])
def test_the_same_game_keeps_its_options(typed: str, language: str, monkeypatch: pytest.MonkeyPatch) -> None:
    assert answered(typed, monkeypatch, language) == NextMatch(PUSH, RISKY)


@pytest.mark.parametrize("number", range(len(registry.games())))
def test_every_game_is_offered_by_number_and_by_name(number: int, monkeypatch: pytest.MonkeyPatch) -> None:
    game = registry.games()[number]
    wanted = NextMatch(game, RISKY if game is PUSH else game.options())
    assert answered(f"{number + 1}\n", monkeypatch) == wanted == answered(f"{game.id.upper()}\n", monkeypatch)


@pytest.mark.parametrize("game", registry.games(), ids=lambda game: game.id)
@pytest.mark.parametrize("bots", range(6))
def test_the_same_bots_stay_as_far_as_the_game_has_seats(game: AnyGame, bots: int) -> None:
    names = ("Zoé", "Malo", "Inès", "Basile", "Suzon")[:bots]
    seats = Company(names).for_game(game).players(game)
    assert len(seats) in game.seats
    shared = [player.name for player in seats[1:]][:bots]
    assert shared == list(names[: len(seats) - 1])
    assert len({player.name for player in seats}) == len(seats)


def test_bots_are_usually_at_ones_pace_in_races_and_fair_in_turns() -> None:
    keep_pace("hexa", 1.5)
    for level in ("", "match"):
        assert [each.level for each in Company(("Zoé",), level).players(PUSH)] == ["", "fair"]
        assert [(each.level, each.pace) for each in Company(("Zoé",), level).players(HEXA)] == [("", 1), ("match", 1.5)]
        assert Company(("Zoé",), level).players(TRIO)[1].pace == 1
    assert [(each.level, each.pace) for each in Company(("Zoé",), "easy").players(HEXA)] == [("", 1), ("easy", 1)]


def test_a_pace_that_cannot_be_read_is_the_usual_one(data: Path) -> None:
    assert kept_pace("hexa") == 1
    for content, expected in ((b"{", 1.0), (b'{"hexa": "fast"}', 1.0), (b'{"hexa": 99}', SLOWEST), (b"\xff", 1.0)):
        (data / PACES).write_bytes(content)
        assert kept_pace("hexa") == expected
    (data / PACES).unlink()
    (data / PACES).mkdir()
    keep_pace("hexa", 2.0)  # nothing is lost but a habit


def test_the_best_score_alone_is_remembered() -> None:
    assert [best_before("quinto", points) for points in (40, 38, 52, 52, -5)] == [None, 40, 40, 52, 52]
    assert best_before("push", 1) is None


# --- whole matches ---------------------------------------------------------------------------------------------------


def headers(data: Path) -> list[Any]:
    logs = sorted((data / "matches").glob("*.jsonl"), key=lambda path: path.stat().st_mtime_ns)
    return [json.loads(log.read_text(encoding="utf-8").splitlines()[0]) for log in logs]


def test_another_match_follows_with_the_same_players(data: Path) -> None:
    """The first move of every list, and the first game."""
    ran = cartable("play", "push", "risk=true", typed="1\n" * 300)
    assert ran.code == 0
    assert "What next?" in ran.out
    first, second, *_ = headers(data)
    assert (first["seats"], first["options"]) == (second["seats"], second["options"])
    assert first["commitment"] != second["commitment"]


def test_alone_the_result_tells_score_rank_and_best(data: Path) -> None:
    """The second match is the same one again, by its seed: no better than the first."""
    told = [cartable("play", "quinto", "--players", "1", "--seed", "5", typed="1\n" * 40).out for _ in range(2)]
    for out, best in zip(told, ("Your best on this device!", "Your best here: "), strict=True):
        result = out.split("Result")[1].split("What next?")[0]
        assert re.search(
            r"points?!\n(?:First steps|A good start|A fine score)! .* from your \w+ row\.\n" + best, result
        )
        assert "win" not in result.lower()
    assert (data / BEST_SCORES).exists()


def test_a_race_begins_where_the_last_one_ended(data: Path) -> None:
    """Also where the player left before its end."""
    assert cartable("play", "trio", typed="\n1a\n2s\n3d\n" * 12).code == 0
    pace = json.loads((data / PACES).read_bytes())["trio"]
    assert FASTEST <= pace <= SLOWEST
    assert pace != 1
    cartable("play", "trio", typed="")
    assert [header["seats"][1].get("pace", 1) for header in headers(data)] == [1, pace]
    cartable("play", "trio", "--seed", "3", typed="")  # a seed deals the same cards to everybody
    assert headers(data)[-1]["seats"][1]["pace"] == 1
