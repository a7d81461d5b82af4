"""A very small alphabet, three points wide and five high: each letter row by row, a bit a point."""

from typing import Final

import numpy as np
from numpy.typing import NDArray

_ROWS: Final = {
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
        for y, bits in enumerate(_ROWS.get(letter, UNKNOWN)):
            for x in range(WIDE):
                picture[y, at * (WIDE + 1) + x] = int(bits) >> (WIDE - 1 - x) & 1
    grown = np.repeat(np.repeat(picture, scale, axis=0), scale, axis=1)
    return np.asarray(grown, np.bool_)
