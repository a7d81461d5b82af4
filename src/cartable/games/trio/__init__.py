"""Trio: everybody at once, three piles, three laws."""

from cartable.games.trio.game import TRIO

__all__ = ["TRIO"]
