"""Push: press your luck with three columns."""

from typing import Final

from cartable.games.package import GamePackage, Part
from cartable.games.push.game import PUSH

__all__ = ["PACKAGE", "PUSH"]

PACKAGE: Final = GamePackage(
    game=PUSH,
    folder=__name__,
    order=1,
    bots=Part("bots.levels:make"),
    hint=Part("bots.advice:hint"),
    analyst=Part("bots.advice:ANALYST"),
    story=Part("story:story"),
    terminal=Part("terminal:BOARD"),
    picture=Part("picture:scene"),
    encoding=Part("encoding:ENCODING"),
    bounds=Part("encoding:bounds"),
    studied=("pile",),  # a few cards make a small game
    simulator=Part("simulator:SIMULATOR"),
    puzzles="puzzles.jsonl.gz",
)
