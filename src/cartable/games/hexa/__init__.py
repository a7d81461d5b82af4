"""Hexa: a race of eyes around six rows."""

from typing import Final

from cartable.games.hexa.game import HEXA
from cartable.games.package import GamePackage, Part

__all__ = ["HEXA", "PACKAGE"]

PACKAGE: Final = GamePackage(
    game=HEXA,
    folder=__name__,
    order=3,
    bots=Part("bots.levels:make"),
    pace=Part("bots.pace:make"),
    story=Part("story:story"),
    terminal=Part("terminal:BOARD"),
    picture=Part("picture:scene"),
    encoding=Part("encoding:ENCODING"),
)
