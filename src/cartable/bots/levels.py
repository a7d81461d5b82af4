"""How well a bot plays."""

from enum import StrEnum

from cartable.kernel import BadInput


class Level(StrEnum):
    """From weakest to strongest. `random` takes any legal act: it is for tests and measurements, not for people."""

    RANDOM = "random"
    EASY = "easy"
    FAIR = "fair"
    STRONG = "strong"
    EXPERT = "expert"


def read_level(text: str) -> Level:
    """The level of this name."""
    try:
        return Level(text)
    except ValueError:
        raise BadInput(f"level {text!r}", f"expected one of: {', '.join(Level)}") from None
