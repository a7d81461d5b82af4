"""The lessons that the web client ships are those in the games' folders, as the rules play them today."""

from pathlib import Path

import pytest

from cartable.cli.rules import rule_ids
from cartable.games import registry
from cartable.kernel import AnyGame
from cartable.matches.scenarios import check_file
from tests.house.tree import ROOT
from tools.tutorials import files, generated


@pytest.mark.parametrize("game", [game for game in registry.games() if files(game)], ids=lambda game: game.id)
def test_the_lessons_are_up_to_date(game: AnyGame) -> None:
    shipped = ROOT / "web/src/games" / game.id / "tutorial.gen.json"
    assert shipped.read_bytes() == generated(game), "run `make tutorials`"


@pytest.mark.parametrize("path", [path for game in registry.games() for path in files(game)], ids=str)
def test_the_lessons_hold(path: Path) -> None:
    assert check_file(path, rule_ids).failure == ""
