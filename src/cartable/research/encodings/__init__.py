"""Acts as numbers and views as arrays: one module a game, found by its id, with an `ENCODING` in it."""

from importlib import import_module
from importlib.util import find_spec

from cartable.kernel import BadInput
from cartable.research.encodings.contract import AnyEncoding, Block, Encoding

__all__ = ["AnyEncoding", "Block", "Encoding", "encoding", "has_encoding"]


def has_encoding(game_id: str) -> bool:
    """Does somebody say how this game is told in numbers?"""
    return find_spec(f"{__name__}.{game_id}") is not None


def encoding(game_id: str) -> AnyEncoding:
    """How a game is told in numbers."""
    if not has_encoding(game_id):
        raise BadInput(f"game {game_id!r}", f"it has no encoding: {__name__}.{game_id} is missing")
    found: AnyEncoding = import_module(f"{__name__}.{game_id}").ENCODING
    return found
