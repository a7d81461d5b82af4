"""At a real terminal: colours or none, Ctrl-C, and a power cut."""

import re
from pathlib import Path

import pytest

from tests.cli.terminal import CTRL_C, CTRL_D, Terminal, cartable

COLOURED = {"TERM": "xterm-256color"}
ESCAPE = "\x1b"


def test_ctrl_c_saves_and_the_match_can_go_on(tmp_path: Path) -> None:
    log = tmp_path / "match.jsonl"
    table = Terminal("play", "push", "--log", log, env=COLOURED)
    table.wait_for("> ")
    table.type("1\r")
    table.wait_for("> ")
    table.type(CTRL_C + "\r")  # the line end wakes a prompt that the signal reached just before it waited
    table.wait_for(f"cartable play --resume {log}")
    assert table.end() == 130
    assert "Traceback" not in table.shown
    assert log.read_text().count("\n") == 3, "the header, `draw` and the card"
    resumed = cartable("play", "--resume", log, typed="1\n")
    assert resumed.code == 0
    assert "into column 1." in resumed.out


def test_a_power_cut_loses_nothing(tmp_path: Path) -> None:
    log = tmp_path / "match.jsonl"
    table = Terminal("play", "quinto", "--players", "1", "--log", log, env=COLOURED)
    table.wait_for("> ")
    table.type("1\r")
    table.wait_for("> ")
    table.kill()
    resumed = cartable("play", "--resume", log, typed="1\n" * 600)
    assert "after 1 move:" in " ".join(resumed.out.split())
    assert cartable("verify", log).code == 0


@pytest.mark.parametrize(
    "env", [{"TERM": "dumb"}, {"TERM": "xterm-256color", "NO_COLOR": "1"}], ids=["dumb", "no-color"]
)
def test_a_plain_terminal_gets_no_codes_and_no_signs(env: dict[str, str], tmp_path: Path) -> None:
    table = Terminal("play", "push", "--log", tmp_path / "log", env=env)
    for keys in ("1\r", "1\r", "rules 12\r", "?\r"):
        table.wait_for("> ")
        table.type(keys)
    table.wait_for("> ")
    table.type(CTRL_D)
    assert table.end() == 0
    assert ESCAPE not in table.shown
    assert re.search(r"\[([GYRBP]\d|D)\]", table.shown), "cards are shown in their notation"
    assert not set("▲●♥■◆") & set(table.shown)


@pytest.mark.parametrize(("game", "shapes"), [("push", "▲●♥■◆"), ("quinto", "■●◆⬟")])
def test_a_capable_terminal_gets_colours_and_shapes(game: str, shapes: str, tmp_path: Path) -> None:
    table = Terminal("play", game, "--log", tmp_path / "log", env=COLOURED, columns=60)
    table.wait_for("> ")
    table.type("quit\r")
    assert table.end() == 0
    assert f"{ESCAPE}[" in table.shown
    assert set(shapes) <= set(table.shown)


def test_the_rules_are_paged_and_coloured() -> None:
    table = Terminal("rules", "push", env=COLOURED | {"PAGER": "cat"})
    assert table.end() == 0
    assert re.search(rf"{ESCAPE}\[[\d;]*mPUSH-12", table.shown)
    assert "PUSH-38" in table.shown


# --- races ---------------------------------------------------------------------------------------------------------

LEFT_THE_SCREEN = f"{ESCAPE}[?1049l"


def test_hexa_is_played_with_single_keys_at_real_speed(tmp_path: Path) -> None:
    """Nobody presses Enter; whoever is quick is first, if the machine is quick too: the bot needs most of a second."""
    log = tmp_path / "match.jsonl"
    table = Terminal("play", "hexa", "--bot", "easy", "--log", log, env=COLOURED)
    table.wait_for("Turn a card from the neutral pile")
    table.type(" ")
    table.wait_for("Call before the others do!")
    table.type("0")
    answer = table.wait_for("You call impossible.", "Too late", "No card lies open (HEXA-19)")
    table.type("qq")
    table.wait_for(LEFT_THE_SCREEN)
    table.wait_for(f"cartable play --resume {log}")
    assert table.end() == 0
    assert re.search(rf"{ESCAPE}\[[\d;]*m yellow flower ", table.shown), "on a ground of its colour"
    assert ('0,"call impossible"' in log.read_text()) is answer.startswith("You")


def test_trio_is_played_with_single_keys_at_real_speed(tmp_path: Path) -> None:
    log = tmp_path / "match.jsonl"
    table = Terminal("play", "trio", "--bot", "easy", "--lang", "fr", "--log", log, env=COLOURED)
    table.wait_for("donner le départ")
    table.type(" ")
    table.wait_for("Débarrasse-toi")
    table.type("2")
    table.wait_for("puis une autre touche")
    table.type("q")
    answer = table.wait_for("Tu poses le", "tu reprends")
    table.type(CTRL_C)
    table.wait_for(LEFT_THE_SCREEN)
    table.wait_for(f"cartable play --resume {log}")
    assert table.end() == 130
    assert "Traceback" not in table.shown
    laid = re.search(r'0,"lay \S+ same on', log.read_text())
    assert (laid is not None) is answer.startswith("Tu")


def test_a_race_on_a_plain_terminal_needs_no_codes(tmp_path: Path) -> None:
    table = Terminal("play", "hexa", "--bot", "easy", "--log", tmp_path / "log", env={"TERM": "dumb"})
    table.wait_for("Turn a card from the neutral pile")
    table.type("\r")
    table.wait_for("Call before the others do!")
    table.type("1")
    table.wait_for("You call 1.", "Too late", "No card lies open (HEXA-19)")
    table.type("qq")
    assert table.end() == 0
    assert ESCAPE not in table.shown
