"""docs/bots.md tells the truth: its bots play, its lines are understood, its options are there."""

import inspect
import re
import sys
from pathlib import Path

import msgspec
import pytest

from cartable.arena import line_protocol
from cartable.arena.entrants import read_entrant
from cartable.arena.line_protocol import LineAnswer, LineBot
from cartable.arena.plan import plan
from cartable.arena.ratings import standings
from cartable.arena.results import Result
from cartable.arena.runners import InProcessRunner
from cartable.arena.tournament import Tournament
from cartable.bots import Level
from cartable.cli.arena import arena
from cartable.games import registry
from cartable.games.push import PUSH
from cartable.kernel import Tempo

DOCS = Path("docs")
PAGE = (DOCS / "bots.md").read_text(encoding="utf-8")
NODE = Path(sys.executable).with_name("node")


def blocks(kind: str) -> list[str]:
    return re.findall(rf"^```{kind}\n(.*?)^```", PAGE, flags=re.DOTALL | re.MULTILINE)


@pytest.mark.parametrize(("kind", "file"), [("python", "bot.py"), ("js", "bot.mjs")])
def test_the_page_shows_the_examples_as_they_are(kind: str, file: str) -> None:
    example = (DOCS / "examples" / file).read_text(encoding="utf-8")
    assert blocks(kind) == [example]
    assert len(example.splitlines()) <= 40


@pytest.mark.parametrize("bot", ["docs/examples/bot.py:Careful", f"line:{NODE} docs/examples/bot.mjs"])
def test_the_examples_play_better_than_chance(bot: str) -> None:
    tournament = Tournament(plan(PUSH, [read_entrant(bot), read_entrant("random")], games=12))
    assert [result.failure for result in tournament.run(InProcessRunner())] == [None] * 12
    LineBot.end_all()
    best = standings(tournament.plan, tournament.results).bots[0]
    assert best.name == bot
    assert best.won.value > 0.8


def test_every_answer_shown_is_understood() -> None:
    assert len([msgspec.json.decode(line, type=LineAnswer) for line in blocks("json from")]) == 3
    assert [list(msgspec.json.decode(line)) for line in blocks("json to")] == [["start"], ["decide"]]
    assert [msgspec.json.decode(line, type=Result).deal for line in blocks("json")] == [0]


@pytest.mark.every_game
@pytest.mark.parametrize("text", [PAGE, line_protocol.__doc__, (DOCS / "protocol.md").read_text(encoding="utf-8")])
def test_every_act_shown_can_be_read_by_a_game(text: str) -> None:
    """And one for a later moment by a race: only there bots say when."""
    shown = re.findall(r'"act": "([^"]+)"(, "at_ms")?', text)
    assert shown
    for act, later in shown:
        games = [game for game in registry.games() if not later or game.tempo is not Tempo.TURNS]
        assert any(game.read(act) is not None for game in games), act


def test_every_option_and_every_level_is_told() -> None:
    told = set(re.findall(r"^\| `--(\w+)", PAGE, flags=re.MULTILINE))
    assert told == set(inspect.signature(arena).parameters) - {"game"}
    assert set(re.findall(r"^\| `(\w+)` \|", PAGE, flags=re.MULTILINE)) == set(Level)
