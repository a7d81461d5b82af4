"""Acts as numbers and views as arrays. A game may have a module here, found by its id, with an `ENCODING` in it;
any other game has the plain one.
"""

from functools import cache
from importlib import import_module
from importlib.util import find_spec
from types import ModuleType

from cartable.games import registry
from cartable.research.encodings.contract import AnyEncoding, Block, Bounds, Encoding
from cartable.research.encodings.plain import PlainEncoding

__all__ = ["AnyEncoding", "Block", "Bounds", "Encoding", "PlainEncoding", "encoding", "own_module"]


def own_module(game_id: str) -> ModuleType | None:
    """The game's module `cartable.research.encodings.<id>`, or None where it has none."""
    name = f"{__name__}.{game_id}"
    return import_module(name) if find_spec(name) is not None else None


@cache
def encoding(game_id: str) -> AnyEncoding:
    """How a game is written in numbers: by its own encoding, or by the plain one."""
    game = registry.game(game_id)
    module = own_module(game_id)
    return PlainEncoding(game) if module is None else module.ENCODING
