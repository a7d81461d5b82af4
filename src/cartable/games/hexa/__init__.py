"""Hexa: a race of eyes around six rows."""

from cartable.games.hexa.game import HEXA

__all__ = ["HEXA"]
