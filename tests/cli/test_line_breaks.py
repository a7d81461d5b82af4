"""Where the terminal breaks lines: never before the signs that French sets apart with a no-break space."""

import io
import re
from typing import Any

import pytest
from rich.table import Table
from rich.text import Text

from cartable.cli.terminal.board import Situation
from cartable.cli.terminal.boards import board_for
from cartable.cli.terminal.screen import FIRM, Screen
from cartable.games import registry
from cartable.kernel import AnyGame, Seat
from cartable.words import Teller, catalogue
from tests.cli.terminal import cartable
from tests.cli.test_boards import situations
from tests.words.test_french import filled

WIDTHS = range(40, 101)
ALONE = re.compile(r"\s*(?:[:;!?»%…]|$)")
HELP_KEY = re.compile(rf"(?:^| )\?|\?{FIRM}:")
"""`?` is also the key for help, and may begin a line then."""


@pytest.fixture
def french() -> list[str]:
    """Sentences of each kind that a terminal may show, filled; a paragraph of them breaks at other places each time."""
    seen: dict[str, str] = {}
    for key, told in filled(catalogue("fr"), "fr"):
        if FIRM in told and not ALONE.match(told) and not HELP_KEY.search(told):
            seen.setdefault(key, told)
    return list(seen.values())


def printed(width: int, *drawings: str | Text | Table, monkeypatch: pytest.MonkeyPatch) -> str:
    monkeypatch.setenv("COLUMNS", str(width))
    stream = io.TextIOWrapper(io.BytesIO(), encoding="utf-8")
    Screen.on(stream, {}).print(*drawings)
    stream.flush()
    stream.seek(0)
    return stream.read()


def test_no_line_begins_with_a_sign_or_is_one(french: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    assert len(french) > 300
    paragraph = Text(" ".join(french))
    for width in WIDTHS:
        shown = printed(width, paragraph, *french[width::61], monkeypatch=monkeypatch)
        odd = [line for line in shown.splitlines() if ALONE.match(line)]
        assert not odd, f"at {width}: {odd[:5]}"
        assert max(map(len, shown.splitlines())) <= width
        words = paragraph.plain.replace("−", "-").split()  # the stream is plain
        assert shown.split()[: len(words)] == words, "nothing is lost or changed"


def test_what_is_styled_and_what_stands_in_a_table_is_kept_together(monkeypatch: pytest.MonkeyPatch) -> None:
    said = Text.assemble(("Tu gagnes", "bold"), f"{FIRM}! ", (f"Encore une partie{FIRM}?", "dim"))
    assert printed(40, said, monkeypatch=monkeypatch).startswith(f"Tu gagnes{FIRM}! Encore une partie{FIRM}?")
    table = Table.grid()
    table.add_column(width=22)
    table.add_row(f"Encore une autre partie{FIRM}?")
    lines = [line.strip() for line in printed(40, table, monkeypatch=monkeypatch).splitlines()]
    assert lines == ["Encore une autre", f"partie{FIRM}?"]


@pytest.mark.parametrize("game", registry.games(), ids=lambda game: game.id)
def test_boards_begin_no_line_with_a_sign_at_any_width(game: AnyGame, monkeypatch: pytest.MonkeyPatch) -> None:
    places = [*situations(game)][::5]
    for width in WIDTHS[::4]:
        for state, seat, seats in places:
            told = board_text(game, state, (seat, seats), width, monkeypatch)
            odd = [line for line in told.splitlines() if re.match(rf"[\s{FIRM}]*[:;!?»%…,](?:\s|$)", line)]
            assert not odd, f"at {width}: {odd[:5]}"
            assert not re.search(r"; [A-Z][a-z]+ neutre", told), "no capital within a line"


def board_text(game: AnyGame, state: Any, seated: tuple[Seat, int], width: int, monkeypatch: pytest.MonkeyPatch) -> str:
    """A board in French, with its question, at a width."""
    seat, seats = seated
    monkeypatch.setenv("COLUMNS", str(width))
    stream = io.TextIOWrapper(io.BytesIO(), encoding="utf-8")
    screen, board = Screen.on(stream, {}), board_for(game.id)
    view, teller = game.view(state, seat), Teller(game.id, "fr", ["Capucine"] * seats, seat)
    looking = Situation(seat, view, game.preview(view), game.legal(state, seat), teller, screen)
    for section in board.sections(looking, everything=True):
        screen.print(section.drawing)
    if looking.legal:
        screen.print(board.question(looking), board.offers(looking))
    stream.flush()
    stream.seek(0)
    return stream.read()


def test_nobody_alone_is_told_of_a_lot() -> None:
    told = cartable("play", "quinto", "--players", "1", "--seed", "3", "--lang", "fr", typed="quitter\n").out
    assert "Tu commences." in told
    assert "sort" not in told.split()
