"""The games that laws are held against: all that are installed, the template that new games start from, and the toy."""

from typing import Any, Final

from cartable.games import registry
from cartable.games._template import TEMPLATE
from cartable.games.package import GamePackage
from cartable.kernel import AnyGame
from tests.kit.toy import TOY

TOY_PACKAGE: Final = GamePackage(game=TOY, folder="tests.kit")
"""The toy, which has nothing but its rules."""

TOLD: Final[tuple[AnyGame, ...]] = (*registry.games(), TEMPLATE)
"""Those that people can play, and that are told in sentences."""

GAMES: Final[tuple[AnyGame, ...]] = (*TOLD, TOY)

ENDING: Final[dict[str, dict[str, Any]]] = {"trio": {"referee": True}}
"""Options with which players who choose by chance come to an end. Without them, two might lay and accuse wrong cards
until the server gives the match up (`--limit acts=`)."""
