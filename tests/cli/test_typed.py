"""What is typed: numbers, moves and commands, in either language."""

import pytest

from cartable.cli.language import language_of
from cartable.cli.terminal.typed import Asked, Chosen, Command, NoSuchNumber, Reader, Unreadable
from cartable.games.push import PUSH
from cartable.games.push.acts import DRAW, TAKE, PushPlace
from cartable.games.quinto import QUINTO
from cartable.games.quinto.acts import QuintoLay

LEGAL = (DRAW, TAKE[1], TAKE[2])


@pytest.mark.parametrize(
    ("line", "typed"),
    [
        ("1", Chosen(DRAW)),
        (" 3 \n", Chosen(TAKE[2])),
        ("4", NoSuchNumber(4)),
        ("0", NoSuchNumber(0)),
        ("draw", Chosen(DRAW)),
        ("  Take   2 ", Chosen(TAKE[2])),
        ("place 3", Chosen(PushPlace(3))),
        ("why place 3", Asked(Command.WHY, "place 3")),
        ("?", Asked(Command.HELP)),
        ("QUIT", Asked(Command.QUIT)),
        ("rules PUSH-12", Asked(Command.RULES, "PUSH-12")),
        ("banana", Unreadable("banana")),
        ("12345678901234567890", Unreadable("12345678901234567890")),
        ("٣", Unreadable("٣")),
        ("", None),
    ],
)
def test_what_a_line_means(line: str, typed: object) -> None:
    assert Reader(PUSH, "en").read(line, LEGAL) == typed


def test_enter_alone_plays_the_only_move() -> None:
    assert Reader(PUSH, "en").read("\n", (DRAW,)) == Chosen(DRAW)


@pytest.mark.parametrize("name", ["règles", "rules"])
def test_commands_have_a_french_name_and_keep_the_english_one(name: str) -> None:
    assert Reader(PUSH, "fr").read(f"{name} 12", LEGAL) == Asked(Command.RULES, "12")


def test_capitals_do_not_matter_in_a_legal_move() -> None:
    lay = QuintoLay((("O4", "d"),))
    assert Reader(QUINTO, "en").read("LAY o4 D", (lay,)) == Chosen(lay)


def test_only_forms_that_are_possible_now_are_named() -> None:
    assert Reader(PUSH, "en").forms(LEGAL) == "draw, take N"


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
