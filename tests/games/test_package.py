"""A game's package names its parts: one that is missing, misspelt or of the wrong kind is reported with what was
expected, and none is loaded before it is used."""

import subprocess
import sys

import pytest

from cartable.cli.terminal.board import TerminalBoard
from cartable.games import _template, registry
from cartable.games._template import TEMPLATE
from cartable.games.package import BadGame, GamePackage, Part

FOLDER = _template.__name__


@pytest.mark.parametrize(
    ("part", "told"),
    [
        ("botz.levels:make", "game '_template', part 'bots': expected a module cartable.games._template.botz.levels"),
        ("bots.levelz:make", "game '_template', part 'bots': expected a module cartable.games._template.bots.levelz"),
        ("bots.levels:mkae", "game '_template', part 'bots': expected 'mkae' defined in cartable.games._template.bots"),
        ("bots.levels", "game '_template', part 'bots': expected '' defined in cartable.games._template.bots.levels"),
    ],
)
def test_reports_misspelt_part_without_loading_it(part: str, told: str) -> None:
    with pytest.raises(BadGame, match=told):
        GamePackage(game=TEMPLATE, folder=FOLDER, bots=Part(part)).check()


def test_reports_part_of_wrong_kind_when_it_is_used() -> None:
    package = GamePackage(game=TEMPLATE, folder=FOLDER, bots=Part("bots.levels:STYLES"), terminal=Part("rules:legal"))
    package.check()
    with pytest.raises(BadGame, match=r"part 'bots': expected a function at bots\.levels:STYLES, got \{"):
        package.load("bots")
    with pytest.raises(BadGame, match=r"part 'terminal': expected a TerminalBoard at rules:legal, got <function"):
        package.load("terminal", TerminalBoard)


def test_reports_missing_puzzles() -> None:
    with pytest.raises(
        BadGame, match=r"part 'puzzles': expected the file none\.jsonl\.gz in cartable\.games\._template"
    ):
        GamePackage(game=TEMPLATE, folder=FOLDER, puzzles="none.jsonl.gz").check()


def test_part_that_is_not_there_is_none() -> None:
    assert GamePackage(game=TEMPLATE, folder=FOLDER).load("bots") is None


@pytest.mark.every_game
def test_every_part_of_every_game_is_there() -> None:
    for package in registry.all_packages():
        package.check()


def test_first_match_loads_no_heavy_part() -> None:
    """The terminal, weights and array libraries are loaded when they are used: `import cartable` stays quick."""
    code = (
        "import sys, cartable\n"
        "match = cartable.match(seats=2, seed=1, game=sys.argv[1])\n"
        "match.act(match.legal()[0])\n"
        "print(*sys.modules)"
    )
    game = registry.games()[0].id
    ran = subprocess.run([sys.executable, "-c", code, game], check=True, capture_output=True, text=True)
    loaded = set(ran.stdout.split())
    assert {"cartable.interactive", f"cartable.games.{game}.rules"} <= loaded
    heavy = {
        "jax",
        "numpy",
        "rich",
        "typer",
        "uvicorn",
        f"cartable.games.{game}.bots.levels",
        f"cartable.games.{game}.simulator",
    }
    assert loaded & heavy == set()
