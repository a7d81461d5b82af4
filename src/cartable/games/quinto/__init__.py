"""Quinto: lay a card, add up three, and write the sum where it fits."""

from cartable.games.quinto.game import QUINTO

__all__ = ["QUINTO"]
