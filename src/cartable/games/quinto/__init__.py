"""Quinto: lay a card, add up three, and write the sum where it fits."""

from typing import Final

from cartable.games.package import GamePackage, Part
from cartable.games.quinto.game import QUINTO, QUINTO_1

__all__ = ["PACKAGE", "QUINTO", "QUINTO_1"]

PACKAGE: Final = GamePackage(
    game=QUINTO,
    folder=__name__,
    order=2,
    past=(QUINTO_1,),
    bots=Part("bots.levels:make"),
    hint=Part("bots.advice:hint"),
    analyst=Part("bots.advice:ANALYST"),
    story=Part("story:story"),
    terminal=Part("terminal:BOARD"),
    picture=Part("picture:scene"),
    encoding=Part("encoding:ENCODING"),
    bounds=Part("encoding:bounds"),
    simulator=Part("simulator:SIMULATOR"),
    solo=Part("solo:QuintoSoloEnv"),
    puzzles="puzzles.jsonl.gz",
)
