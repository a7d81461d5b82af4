"""Trio: everybody at once, three piles, three laws."""

from typing import Final

from cartable.games.package import GamePackage, Part
from cartable.games.trio.game import TRIO, TRIO_1

__all__ = ["PACKAGE", "TRIO", "TRIO_1"]

PACKAGE: Final = GamePackage(
    game=TRIO,
    folder=__name__,
    order=4,
    past=(TRIO_1,),
    bots=Part("bots.levels:make"),
    pace=Part("bots.pace:make"),
    story=Part("story:story"),
    terminal=Part("terminal:BOARD"),
    picture=Part("picture:scene"),
    encoding=Part("encoding:ENCODING"),
)
