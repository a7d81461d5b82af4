"""The table as a picture or as text, for those who watch. A game may have a module here, found by its id, with a
function `scene`; any other game has the plain one.
"""

from importlib import import_module
from importlib.util import find_spec

import msgspec
import numpy as np
from numpy.typing import NDArray

from cartable.research.pictures.paint import paint
from cartable.research.pictures.scene import Row, lines

__all__ = ["draw", "scene", "tell"]


def scene(game_id: str, view: msgspec.Struct) -> list[Row]:
    """What lies on the table, row by row, as a view shows it."""
    own = f"{__name__}.{game_id}"
    rows: list[Row] = import_module(own if find_spec(own) else f"{__name__}.plain").scene(view)
    return rows


def draw(game_id: str, view: msgspec.Struct) -> NDArray[np.uint8]:
    """A view as a picture: height, width, and red, green and blue."""
    return paint(scene(game_id, view))


def tell(game_id: str, view: msgspec.Struct) -> str:
    """A view as text."""
    return "\n".join(lines(scene(game_id, view)))
