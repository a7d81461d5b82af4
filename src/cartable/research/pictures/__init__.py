"""The table as a picture or as text, for those who watch: the game's own picture, or the plain one."""

from typing import Any

import msgspec
import numpy as np
from numpy.typing import NDArray

from cartable.games import registry
from cartable.research.pictures import plain
from cartable.research.pictures.paint import paint
from cartable.research.pictures.scene import Row, lines

__all__ = ["draw", "scene", "tell"]


def scene(game_id: str, view: Any) -> list[Row]:
    """What lies on the table, row by row, as a view shows it."""
    own = registry.package(game_id).load("picture") or plain.scene
    rows: list[Row] = own(view)
    return rows


def draw(game_id: str, view: msgspec.Struct) -> NDArray[np.uint8]:
    """A view as a picture: height, width, and red, green and blue."""
    return paint(scene(game_id, view))


def tell(game_id: str, view: msgspec.Struct) -> str:
    """A view as text."""
    return "\n".join(lines(scene(game_id, view)))
