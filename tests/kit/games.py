"""The games that laws are held against: all of the registry, the template that new games start from, and the toy."""

from importlib import import_module
from importlib.util import find_spec
from typing import Final

from cartable.games.registry import ALL
from cartable.kernel import AnyGame
from tests.kit.toy import TOY

_TEMPLATE: Final = "cartable.games._template"
TEMPLATE: Final[tuple[AnyGame, ...]] = (import_module(_TEMPLATE).TEMPLATE,) if find_spec(_TEMPLATE) else ()

GAMES: Final[tuple[AnyGame, ...]] = (*ALL, *TEMPLATE, TOY)
