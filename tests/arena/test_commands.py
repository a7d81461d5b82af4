"""`cartable arena`, `cartable analyse` and `cartable hint`, as they are typed."""

import socket
import subprocess
import sys
from itertools import islice
from pathlib import Path

import msgspec
import pytest
from typer.testing import CliRunner, Result

from cartable.arena.results import read_results
from cartable.bots.analysis import MatchAnalysis
from cartable.cli import command_line
from cartable.games.hexa import HEXA
from cartable.games.quinto import QUINTO
from cartable.kernel import BadInput
from tests.arena.test_analysis import write_log
from tests.kit.eventually import PATIENCE_S

APP = command_line()
OURS = "tests/arena/entrants.py"


def typed(*arguments: str | Path) -> Result:
    return CliRunner().invoke(APP, [str(argument) for argument in arguments])


def refused(*arguments: str | Path) -> str:
    """What is said of arguments that make no sense."""
    error = typed(*arguments).exception
    assert isinstance(error, BadInput)
    return str(error)


# --- arena -----------------------------------------------------------------------------------------------------------


def test_a_tournament_is_played_shown_written_and_drawn(tmp_path: Path) -> None:
    out = tmp_path / "run.jsonl"
    told = typed("arena", "push", "--bots", "fair,easy", "--games", "6", "--seed", "7", "--jobs", "2", "--out", out)
    assert told.exit_code == 0
    assert "push, 2 players, 6 matches, seed 7" in told.stdout
    assert all(column in told.stdout for column in ("won %", "points", "Elo", "6/6"))
    settled, results = read_results(out)
    assert [entrant.name for entrant in settled.entrants] == ["fair", "easy"]
    assert len(results) == 6
    assert "Elo" in out.with_suffix(".svg").read_text(encoding="utf-8")


def test_the_same_command_goes_on_where_it_was_stopped(tmp_path: Path) -> None:
    out = tmp_path / "run.jsonl"
    command = ("arena", "push", "--bots", "random,easy", "--jobs", "0", "--out", out, "--games")
    typed(*command, "4")
    told = typed(*command, "6")
    assert "4 matches are in" in told.stdout
    assert len(read_results(out)[1]) == 6


def test_failures_are_told_a_few_times_and_counted(tmp_path: Path) -> None:
    bots = f"easy,{OURS}:Crashing"
    told = typed("arena", "push", "--bots", bots, "--games", "8", "--jobs", "0", "--out", tmp_path / "run.jsonl")
    assert told.exit_code == 0
    assert told.stdout.count("LookupError: out of ideas") == 5
    assert told.stdout.count("deal-") == 5
    assert "Crashing failed in 8 matches, which are not counted." in told.stdout


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("chess", "--bots", "easy"), "expected one of: push, quinto, hexa, trio"),
        (("push", "--bots", "easy,genius"), r"expected a level"),
        (("push", "--bots", "easy,easy"), "expected each bot once"),
        (("push", "--bots", "easy", "--games", "0"), "expected 1 game or more"),
        (("push", "--bots", "easy", "--players", "9"), "expected 2 to 6 for push"),
        (("push", "--bots", "easy", "--option", "risk"), "expected NAME=VALUE"),
        (("push", "--bots", "easy,line:no-such-program-anywhere"), "expected a program that is there"),
        (("push", "--bots", "easy,line:node 'bot"), "expected a command"),
        (("push", "--bots", "easy,fair", "--out", "no/such/folder/run.jsonl"), "cannot be written"),
    ],
)
def test_what_makes_no_sense_is_told(arguments: tuple[str, ...], said: str) -> None:
    assert said in refused("arena", *arguments)


def test_a_cluster_that_is_not_there_is_told_at_once(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as free:
        address = f"127.0.0.1:{free.getsockname()[1]}"
    out = tmp_path / "run.jsonl"
    assert "expected a Ray cluster there" in refused(
        "arena", "push", "--bots", "easy,fair", "--ray", address, "--out", out
    )


def test_ctrl_c_keeps_what_is_done(tmp_path: Path) -> None:
    """A bot stands for the person: it interrupts the run in its second match."""
    code = "import random\nimport signal\nfrom cartable.bots.random_bot import RandomBot\nmade = 0\n\n"
    code += "def make(seed, seat):\n"
    code += "    global made\n    made += 1\n    if made == 3:\n        signal.raise_signal(signal.SIGINT)\n"
    (tmp_path / "bot.py").write_text(code + "    return RandomBot(random.Random(seed))\n", encoding="utf-8")
    out = tmp_path / "run.jsonl"
    told = typed("arena", "push", "--bots", f"easy,{tmp_path}/bot.py:make", "--games", "6", "--jobs", "0", "--out", out)
    assert told.exit_code == 130
    assert "Stopped. The same command goes on from here." in told.stdout
    assert len(read_results(out)[1]) == 1


def test_a_run_that_is_killed_leaves_nobody_behind_and_goes_on(tmp_path: Path) -> None:
    """A bot that fails now and then is told of, each time after its match was written down: so it is known when there
    is something to go on from."""
    out = tmp_path / "run.jsonl"
    code = "import random\nfrom cartable.bots.random_bot import RandomBot\n\nclass Moody(RandomBot):\n"
    code += "    def decide(self, *asked):\n        assert self.mood\n        return super().decide(*asked)\n\n"
    code += "def make(seed, seat):\n    bot = Moody(random.Random(seed))\n    bot.mood = seed % 3\n    return bot\n"
    (tmp_path / "bot.py").write_text(code, encoding="utf-8")
    command = ["arena", "push", "--bots", f"random,{tmp_path}/bot.py:make", "--out", str(out), "--games"]
    running = [sys.executable, "-m", "cartable", *command, "100000", "--jobs", "2"]
    with subprocess.Popen(running, stdout=subprocess.PIPE, stderr=subprocess.STDOUT) as process:
        assert process.stdout is not None
        failures = (line for line in process.stdout if b"failed in deal" in line)
        assert len(list(islice(failures, 3))) == 3
        process.kill()
        process.communicate(timeout=PATIENCE_S)  # its workers write there too: it ends when the last of them has
    kept = out.read_bytes().count(b"\n") - 1
    told = typed(*command, str(kept + 4), "--jobs", "0")
    assert f"{kept} matches are in" in told.stdout.replace(",", "")
    settled, results = read_results(out)
    assert sorted(result.fixture for result in results) == sorted(settled.fixtures())


# --- analyse ---------------------------------------------------------------------------------------------------------


def test_a_match_is_told_and_drawn(tmp_path: Path) -> None:
    path = write_log(tmp_path)
    told = typed("analyse", path)
    assert told.exit_code == 0
    for words in ("Luck and skill, in percent", "Chances to win", "The costliest choices", "Ann", "match.svg"):
        assert words in told.stdout
    assert "Chances to win" in path.with_suffix(".svg").read_text(encoding="utf-8")


def test_in_french_too_alone_and_with_every_choice(tmp_path: Path) -> None:
    told = typed("analyse", write_log(tmp_path, QUINTO, 1), "--lang", "fr", "--all")
    assert "Chance et talent, en points" in told.stdout
    assert "Tous les choix" in told.stdout


@pytest.mark.parametrize(("language", "marked"), [("en", "(stand-in)"), ("fr", "(remplaçant)")])
def test_choices_of_a_stand_in_are_marked(
    language: str, marked: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "120")
    path = write_log(tmp_path, QUINTO, 1)
    assert marked not in typed("analyse", path, "--lang", language, "--all").stdout
    lines = path.read_bytes().splitlines(keepends=True)
    acts = [msgspec.json.decode(line) for line in lines[1:] if line.startswith(b"[")]
    changed = [[*act[:4], {"by": "stand-in"}] if act[1] == 0 else act for act in acts]
    others = [line for line in lines[1:] if not line.startswith(b"[")]
    path.write_bytes(lines[0] + b"".join(msgspec.json.encode(act) + b"\n" for act in changed) + b"".join(others))
    assert marked in typed("analyse", path, "--lang", language, "--all").stdout


def test_as_json_all_of_it_is_there(tmp_path: Path) -> None:
    path = write_log(tmp_path)
    found = msgspec.json.decode(typed("analyse", path, "--json").stdout, type=MatchAnalysis)
    assert found.unit == "chance"
    assert not path.with_suffix(".svg").exists()


def test_what_cannot_be_analysed_is_told(tmp_path: Path) -> None:
    assert "expected a match of push or quinto, got one of hexa" in refused("analyse", write_log(tmp_path, HEXA))
    path = write_log(tmp_path)
    assert "cannot be written" in refused("analyse", path, "--figure", tmp_path / "no" / "chart.svg")


# --- hint ------------------------------------------------------------------------------------------------------------


def test_a_log_can_be_asked_for_a_hint(tmp_path: Path) -> None:
    told = typed("hint", write_log(tmp_path), "--at", "1", "--lang", "fr")
    assert told.stdout.startswith("Ann\N{NO-BREAK SPACE}: ")
    assert "expected somebody to have a choice" in refused("hint", write_log(tmp_path))


def test_a_player_at_the_terminal_can_ask_for_one(tmp_path: Path) -> None:
    for language, command, told in (
        ("en", "hint", "Draw: until there are three columns you cannot bust. (draw)"),
        ("fr", "conseil", "(draw)"),
    ):
        play = ["play", "push", "--seed", "3", "--log", str(tmp_path / f"{language}.jsonl"), "--lang", language]
        assert told in CliRunner().invoke(APP, play, input=f"{command}\nquit\n").stdout
