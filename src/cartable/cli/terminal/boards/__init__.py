"""The boards of single games, found by the game's id: `BOARD` in `cartable.cli.terminal.boards.<id>`."""

from importlib import import_module
from importlib.util import find_spec
from typing import Any

from cartable.cli.terminal.board import TerminalBoard

AnyBoard = TerminalBoard[Any, Any]


def board_for(game_id: str) -> AnyBoard:
    """The game's own board, or the one that serves any game."""
    module = f"{__package__}.{game_id}"
    if find_spec(module) is None:
        return AnyBoard()
    board: AnyBoard = import_module(module).BOARD
    return board
