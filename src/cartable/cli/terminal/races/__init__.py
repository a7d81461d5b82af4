"""Races at the terminal: single keys, no Enter, at the speed of the others."""

from cartable.cli.terminal.races.table import RaceTable

__all__ = ["RaceTable"]
