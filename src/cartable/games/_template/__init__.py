"""Template: draw or stop before it is too much."""

from typing import Final

from cartable.games._template.game import TEMPLATE
from cartable.games.package import GamePackage, Part

__all__ = ["PACKAGE", "TEMPLATE"]

# To change: `cartable.games.package.GamePackage` says which other parts a game may have.
PACKAGE: Final = GamePackage(
    game=TEMPLATE,
    folder=__name__,
    bots=Part("bots.levels:make"),
    hint=Part("bots.advice:hint"),
)
