"""The board of a game in the terminal."""

from typing import Any

from cartable.cli.terminal.board import TerminalBoard
from cartable.games import registry

AnyBoard = TerminalBoard[Any, Any]


def board_for(game_id: str) -> AnyBoard:
    """The game's own board, or the one that serves any game."""
    board: AnyBoard | None = registry.package(game_id).load("terminal", TerminalBoard)
    return AnyBoard() if board is None else board
