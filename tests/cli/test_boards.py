"""Boards: they draw every state of every game, within the width there is, from the view alone."""

import io
from collections.abc import Iterator
from typing import Any

import pytest
from rich.console import Console
from rich.text import Text

from cartable.cli.terminal.board import Situation, TerminalBoard
from cartable.cli.terminal.boards import AnyBoard, board_for
from cartable.cli.terminal.plain import field_name
from cartable.cli.terminal.screen import Screen
from cartable.games import registry
from cartable.kernel import AnyGame, Seat, Tempo, View
from cartable.words import Teller
from cartable.words.template import MINUS
from tests.kit.setups import match_of, spread

IN_TURNS = [game for game in registry.games() if game.tempo is Tempo.TURNS]
MATCHES = 3
STATES = 8


def screen(*, plain: bool) -> tuple[Screen, io.StringIO]:
    paper = io.StringIO()
    console = Console(file=paper, color_system=None if plain else "truecolor", force_terminal=not plain, markup=False)
    return Screen(console, plain=plain), paper


def situations(game: AnyGame) -> Iterator[tuple[Any, Seat, int]]:
    """Positions in which a player has to decide, and the last one, with the seat that looks at it."""
    for setup in [*spread(game, MATCHES)][-MATCHES:]:
        states = match_of(game, setup).some(STATES)
        for state in states:
            for seat in sorted(game.actors(state)) or [0]:
                if seat >= 0:
                    yield state, seat, setup.seats


def drawn(board: AnyBoard, game: AnyGame, situation: tuple[Any, Seat, int], language: str, *, plain: bool) -> str:
    state, seat, seats = situation
    shown, paper = screen(plain=plain)
    teller = Teller(game.id, language, ["Capucine"] * seats, seat)
    view = game.view(state, seat)
    looking = Situation(seat, view, game.preview(view), game.legal(state, seat), teller, shown)
    for everything in (False, True):
        for section in board.sections(looking, everything=everything):
            shown.print(section.drawing)
    if looking.legal:
        shown.print(board.question(looking), board.offers(looking))
    return paper.getvalue() if plain else Text.from_ansi(paper.getvalue()).plain


@pytest.mark.parametrize("plain", [True, False], ids=["plain", "coloured"])
@pytest.mark.parametrize("width", [60, 80])
@pytest.mark.parametrize("game", registry.games(), ids=lambda game: game.id)
def test_every_state_fits_the_screen(game: AnyGame, width: int, plain: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", str(width))
    for number, situation in enumerate(situations(game)):
        french = number % 2 == 1
        text = drawn(board_for(game.id), game, situation, "fr" if french else "en", plain=plain)
        assert max(map(len, text.splitlines())) <= width
        assert "…" not in text, "nothing is cut off"
        assert text.isascii() or not plain or french, "letters will do"


@pytest.mark.parametrize("game", registry.games(), ids=lambda game: game.id)
def test_the_board_for_any_game_shows_the_view_and_every_act(game: AnyGame) -> None:
    for situation in situations(game):
        text = drawn(TerminalBoard(), game, situation, "en", plain=True)
        state, seat, _ = situation
        teller = Teller(game.id, "en", ["Capucine"])
        view = game.view(state, seat)
        flat = " ".join(text.split())
        told = [field_name(field, teller) for field in view.__struct_fields__ if field not in View.__struct_fields__]
        assert [name for name in told if name not in flat] == []
        assert not set(text) & set('[]{}"'), "this is a board, not JSON"
        for number, act in enumerate(game.legal(state, seat), 1):
            words = teller.move(str(act)).replace(MINUS, "-")
            assert f"{number} {words} {act}" in flat or f"{number} {act}" in flat


@pytest.mark.parametrize("game", IN_TURNS, ids=lambda game: game.id)
def test_every_legal_act_has_a_number_in_sight(game: AnyGame) -> None:
    for state, seat, seats in situations(game):
        legal = game.legal(state, seat)
        words = drawn(board_for(game.id), game, (state, seat, seats), "en", plain=True).split()
        assert {str(number) for number in range(1, len(legal) + 1)} <= set(words)
