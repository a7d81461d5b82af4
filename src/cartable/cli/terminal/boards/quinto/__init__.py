"""Quinto at the terminal."""

from cartable.cli.terminal.boards.quinto.board import BOARD

__all__ = ["BOARD"]
