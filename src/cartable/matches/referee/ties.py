"""How close two times must be to count as the same."""

from math import sqrt
from typing import Final

TIE: Final = 12.0
"""Two times closer than this cannot be told apart: paint and input are only known to a frame or so."""

TIE_SPREAD: Final = 1.28
"""The same in standard deviations where only the server measured: 80 % of simultaneous calls come out this close."""


def tie_width(noise: float, other: float) -> float:
    """Return how close two accepted times with these noises must be to count as the same, in milliseconds."""
    return max(TIE, TIE_SPREAD * sqrt(noise**2 + other**2))
