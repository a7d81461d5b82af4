"""Acts as numbers and views as arrays, by a game's own encoding or by the plain one."""

from functools import cache

from cartable.games import registry
from cartable.research.encodings.contract import AnyEncoding, Block, Bounds, Encoding
from cartable.research.encodings.plain import PlainEncoding

__all__ = ["AnyEncoding", "Block", "Bounds", "Encoding", "PlainEncoding", "encoding"]


@cache
def encoding(game_id: str) -> AnyEncoding:
    """How a game is written in numbers: by its own encoding, or by the plain one."""
    package = registry.package(game_id)
    own: AnyEncoding | None = package.load("encoding", Encoding)
    return PlainEncoding(package.game) if own is None else own
