"""Quinto: lay a card, add up three, and write the sum where it fits."""

from cartable.games.quinto.game import QUINTO, QUINTO_1

__all__ = ["QUINTO", "QUINTO_1"]
