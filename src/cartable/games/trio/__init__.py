"""Trio: everybody at once, three piles, three laws."""

from cartable.games.trio.game import TRIO, TRIO_1

__all__ = ["TRIO", "TRIO_1"]
