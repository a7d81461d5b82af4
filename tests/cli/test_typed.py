"""What is typed: numbers, moves and commands, in either language."""

import pytest

from cartable.cli.language import language_of
from cartable.cli.terminal.typed import Command, LineReader, NoSuchNumber, TypedAct, TypedCommand, Unreadable
from cartable.games.push import PUSH
from cartable.games.push.acts import DRAW, TAKE, PushPlace
from cartable.games.quinto import QUINTO
from cartable.games.quinto.acts import QuintoLay

LEGAL = (DRAW, TAKE[1], TAKE[2])


@pytest.mark.parametrize(
    ("line", "typed"),
    [
        ("1", TypedAct(DRAW)),
        (" 3 \n", TypedAct(TAKE[2])),
        ("4", NoSuchNumber(4)),
        ("0", NoSuchNumber(0)),
        ("draw", TypedAct(DRAW)),
        ("  Take   2 ", TypedAct(TAKE[2])),
        ("place 3", TypedAct(PushPlace(3))),
        ("why place 3", TypedCommand(Command.WHY, "place 3")),
        ("?", TypedCommand(Command.HELP)),
        ("QUIT", TypedCommand(Command.QUIT)),
        ("rules PUSH-12", TypedCommand(Command.RULES, "PUSH-12")),
        ("banana", Unreadable("banana")),
        ("12345678901234567890", Unreadable("12345678901234567890")),
        ("٣", Unreadable("٣")),
        ("", None),
    ],
)
def test_what_a_line_means(line: str, typed: object) -> None:
    assert LineReader(PUSH, "en").read(line, LEGAL) == typed


def test_enter_alone_plays_the_only_move() -> None:
    assert LineReader(PUSH, "en").read("\n", (DRAW,)) == TypedAct(DRAW)


@pytest.mark.parametrize("name", ["règles", "rules"])
def test_commands_have_a_french_name_and_keep_the_english_one(name: str) -> None:
    assert LineReader(PUSH, "fr").read(f"{name} 12", LEGAL) == TypedCommand(Command.RULES, "12")


def test_capitals_do_not_matter_in_a_legal_move() -> None:
    lay = QuintoLay((("O4", "d"),))
    assert LineReader(QUINTO, "en").read("LAY o4 D", (lay,)) == TypedAct(lay)


def test_only_forms_that_are_possible_now_are_named() -> None:
    assert LineReader(PUSH, "en").forms(LEGAL) == "draw, take N"


@pytest.mark.parametrize(
    ("environ", "language"),
    [
        ({}, "en"),
        ({"LANG": "fr_FR.UTF-8"}, "fr"),
        ({"LANG": "fr_FR.UTF-8", "LC_ALL": "en_GB"}, "en"),
        ({"LANG": "de_DE", "LC_MESSAGES": "fr"}, "fr"),
        ({"LANG": "de_DE", "LC_ALL": ""}, "en"),
    ],
)
def test_the_language_of_the_machine(environ: dict[str, str], language: str) -> None:
    assert language_of(None, environ) == language
    assert language_of("fr", environ) == "fr"
