"""The shapes on our cards, each told by which points of a square from -1 to 1 belong to it; `v` grows downwards."""

from collections.abc import Callable
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

Grid = NDArray[np.float64]
Points = NDArray[np.bool_]
Shape = Callable[[Grid, Grid], Points]


def _polar(u: Grid, v: Grid) -> tuple[Grid, Grid]:
    return np.hypot(u, v), np.arctan2(u, -v)


def _disc(u: Grid, v: Grid, radius: float = 0.8) -> Points:
    return np.hypot(u, v) < radius


def _box(u: Grid, v: Grid, width: float = 0.7, height: float = 0.7) -> Points:
    return (abs(u) < width) & (abs(v) < height)


def _triangle(u: Grid, v: Grid) -> Points:
    return (abs(v) < 0.8) & (abs(u) < (v + 0.8) * 0.55)


def _heart(u: Grid, v: Grid) -> Points:
    y = 0.1 - v
    return (u**2 + y**2 - 0.45) ** 3 < u**2 * y**3


def _wavy(lobes: int, inner: float, outer: float) -> Shape:
    """A disc with this many rays or petals."""

    def shape(u: Grid, v: Grid) -> Points:
        radius, angle = _polar(u, v)
        return radius < inner + (outer - inner) * (1 + np.cos(lobes * angle)) / 2

    return shape


def _butterfly(u: Grid, v: Grid) -> Points:
    radius, angle = _polar(u, v)
    return (radius < 0.95 * abs(np.sin(2 * angle))) | _box(u, v, 0.08, 0.7)


def _bolt(u: Grid, v: Grid) -> Points:
    return (abs(u + 0.45 * v + 0.3 * np.sign(v) - 0.0) < 0.28) & (abs(v) < 0.9)


def _cup(u: Grid, v: Grid) -> Points:
    bowl = (abs(v) < 0.6) & (abs(u + 0.15) < 0.55 - 0.15 * v)
    ear = (np.hypot(u - 0.5, v) < 0.35) & (np.hypot(u - 0.5, v) > 0.18)
    return bowl | ear


def _car(u: Grid, v: Grid) -> Points:
    wheels = (np.hypot(u - 0.45, v - 0.45) < 0.22) | (np.hypot(u + 0.45, v - 0.45) < 0.22)
    return _box(u, v - 0.15, 0.9, 0.25) | _box(u, v + 0.25, 0.45, 0.3) | wheels


def _telephone(u: Grid, v: Grid) -> Points:
    receiver = (abs(v + 0.55) < 0.17) & (abs(u) < 0.9)
    ends = (abs(abs(u) - 0.75) < 0.17) & (v > -0.6) & (v < -0.15)
    return receiver | ends | (_box(u, v - 0.3, 0.55, 0.42) & ~_disc(u, v - 0.3, 0.22))


def _die(u: Grid, v: Grid) -> Points:
    pips = _disc(u, v, 0.16) | _disc(abs(u) - 0.4, abs(v) - 0.4, 0.16)
    return _box(u, v, 0.75, 0.75) & ~pips


SHAPES: Final[dict[str, Shape]] = {
    "triangle": _triangle,
    "circle": _disc,
    "heart": _heart,
    "square": _box,
    "diamond": lambda u, v: abs(u) + abs(v) < 0.9,
    "switch": lambda u, v: (np.hypot(u, v) < 0.85) & (np.hypot(u, v) > 0.5) & ((u > 0.1) | (v > 0.1)),
    "die": _die,
    "flower": _wavy(6, 0.35, 0.9),
    "butterfly": _butterfly,
    "ball": lambda u, v: _disc(u, v) & (abs(v - u * 0.4) > 0.12),
    "cup": _cup,
    "cone": lambda u, v: _triangle(u, -v) | (np.hypot(u, v + 0.5) < 0.45),
    "car": _car,
    "telephone": _telephone,
    "sun": _wavy(8, 0.5, 0.95),
    "moon": lambda u, v: _disc(u, v) & (np.hypot(u - 0.35, v + 0.15) > 0.65),
    "star": _wavy(5, 0.3, 0.95),
    "leaf": lambda u, v: (np.hypot(u - 0.55, v) < 0.95) & (np.hypot(u + 0.55, v) < 0.95),
    "drop": lambda u, v: (np.hypot(u, v - 0.3) < 0.55) | ((v < 0.3) & (abs(u) < (v + 0.9) * 0.42) & (v > -0.9)),
    "bolt": _bolt,
}


def points(shape: str, size: int) -> Any:
    """Which points of a square picture, this many points a side, belong to a shape."""
    steps = (np.arange(size) + 0.5) * 2 / size - 1
    u, v = np.meshgrid(steps, steps)
    return SHAPES[shape](u, v)


# A very small alphabet, three points wide and six high: each letter row by row, a bit a point.
_LETTERS: Final = {
    "0": "755557", "1": "262227", "2": "717447", "3": "717117", "4": "557111", "5": "747117", "6": "747557",
    "7": "711244", "8": "757557", "9": "757117", "A": "257755", "B": "656556", "C": "344443", "D": "655556",
    "E": "746447", "F": "746444", "G": "345553", "H": "557555", "I": "722227", "J": "111156", "K": "556555",
    "L": "444447", "M": "577755", "N": "655555", "O": "255552", "P": "656444", "Q": "255563", "R": "656555",
    "S": "344116", "T": "722222", "U": "555557", "V": "555552", "W": "555775", "X": "552255", "Y": "552222",
    "Z": "712447", "-": "007000", "+": "027200", "=": "070700", "*": "052500", "/": "112244", ":": "020020",
}  # fmt: skip
WIDE: Final = 3
HIGH: Final = 6
UNKNOWN: Final = "000000"


def letters(text: str, scale: int) -> NDArray[np.bool_]:
    """A text as points, in capitals; what is not in the alphabet is a gap."""
    picture = np.zeros((HIGH, len(text) * (WIDE + 1)), np.bool_)
    for at, letter in enumerate(text.upper()):
        for y, bits in enumerate(_LETTERS.get(letter, UNKNOWN)):
            for x in range(WIDE):
                picture[y, at * (WIDE + 1) + x] = int(bits) >> (WIDE - 1 - x) & 1
    grown = np.repeat(np.repeat(picture, scale, axis=0), scale, axis=1)
    return np.asarray(grown, np.bool_)
